// The keys that every array's spec begins with, whatever its family.
#pragma once

#include <string>
#include <vector>

#include "lib/spec/section.hpp"

namespace arraytwin::twin {

/// A key in which the array is sold in several ways, for `arraytwin size`; lib/plan says what the values may be.
struct ArrayOption {
    std::string key;     ///< "media.drive", or "media.per_node": drives of each node
    std::string values;  ///< with commas between them: "6, 12, 24"
};

struct ArrayHeader {
    std::string name;
    std::string family;
    std::string measured_as;  ///< configuration of data/measured; empty if it was not measured
    std::string calibration;  ///< document of data/calibrations with the family's costs
    std::vector<ArrayOption> options = {};
};

void describe(spec::Section& section, ArrayHeader& header);

}  // namespace arraytwin::twin
