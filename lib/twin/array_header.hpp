// The keys that every array's spec begins with, whatever its family.
#pragma once

#include <string>

#include "lib/spec/section.hpp"

namespace arraytwin::twin {

struct ArrayHeader {
    std::string name;
    std::string family;
    std::string measured_as;  ///< configuration of data/measured; empty if it was not measured
    std::string calibration;  ///< document of data/calibrations with the family's costs
};

void describe(spec::Section& section, ArrayHeader& header);

}  // namespace arraytwin::twin
