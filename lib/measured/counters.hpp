// Counters that only grow, as arrays keep them, to points: what happened between two polls, divided by the time.
#pragma once

#include <vector>

#include "lib/measured/run.hpp"

namespace arraytwin::measured {

/// Adds a point for each interval between two polls, summed over the objects that were polled at the same times.
///
/// Where a counter went back without a reset being told, both intervals that touch that poll become points without
/// figures; where a reset is told (another `epoch`), that one interval. Each gap is a warning, and so is a lone poll.
void add_points_of(std::vector<CounterSample> samples, Run& run);

}  // namespace arraytwin::measured
