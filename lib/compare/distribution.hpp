// How far two distributions of latency are apart: the demerit figure, the root mean square of the horizontal distance
// between their cumulative curves, as a share of the measured mean.
//
// Source: Ruemmler and Wilkes, "An introduction to disk drive modeling", IEEE Computer 27(3), 1994. With a measured
// histogram the distance is taken at 2,000 equal steps of probability. With percentiles alone it is taken at those that
// there are, each standing for the probability nearer to it than to its neighbours: the median then weighs most, and
// what lies between is not seen, so the two figures are not to be compared with each other.
#pragma once

#include <functional>
#include <optional>

#include "lib/compare/comparison.hpp"
#include "lib/measured/run.hpp"

namespace arraytwin::compare {

/// The latency in microseconds that a share (0 to 1) of the I/Os does not exceed; none or NaN: not known.
using Quantiles = std::function<std::optional<double>(double share)>;

/// Those that a summary has: 0.5, 0.95, 0.99, 0.999.
Quantiles quantiles_of(const LatencySummary& latency);

/// None if the measurement has no mean, neither a histogram nor a percentile, or the twin no quantile at them.
std::optional<Distance> distance(const measured::RunPoint& measured, const Quantiles& predicted);

}  // namespace arraytwin::compare
