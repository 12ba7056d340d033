// How far the fast solver is from the simulator at a fit, so that what is fitted is the simulator.
#pragma once

#include <cstdint>
#include <vector>

#include "lib/calibrate/problem.hpp"

namespace arraytwin::calibrate {

/// ln simulated - ln fast of each observation, at these constants; 0 where a simulation could not be made.
/// `ios`: of each simulated point.
std::vector<double> corrections(const Problem& problem, const std::vector<double>& log_values, std::int64_t ios);

}  // namespace arraytwin::calibrate
