// Checks that need no model: does a measured run agree with itself?
//
// Little's law (I/Os in flight = IOPS x latency) on every point, IOPS x block against throughput, targets that were
// missed, repeats, slips of a unit, percentiles out of order, a curve that falls back. What the rounding of the printed
// figures explains is no finding. Linear, but for comparisons inside a configuration.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lib/measured/run.hpp"

namespace arraytwin::measured {

struct Finding {
    std::string check;      ///< "little", "throughput", "target", "repeat", "unit", "percentiles", "falls-back"
    std::size_t point = 0;  ///< index in Run::points
    std::string text;       ///< what was found and what it means
    std::string help;       ///< what to do
};

/// In the order of the points.
std::vector<Finding> audit(const Run& run);

}  // namespace arraytwin::measured
