// Where a curve of points has its peak, its knee, and where it crosses a latency. One definition for measured and
// predicted points; lib/twin/predict.hpp's summarize() says the same of a whole predicted curve.
#pragma once

#include <optional>
#include <vector>

#include "lib/compare/comparison.hpp"

namespace arraytwin::compare {

/// A point with both figures.
struct Place {
    double iops = 0;
    double latency_us = 0;
};

/// IOPS where the latency first exceeds `latency_us`, interpolated on the log axis between two points, in any order,
/// whose IOPS are no further apart than a factor of `widest`; none if no pair of neighbours spans it.
std::optional<double> iops_at(std::vector<Place> places, double latency_us, double widest);

/// The largest IOPS / latency of at least four points.
std::optional<double> knee_of(const std::vector<Place>& places);

/// Fills peak, sub_ms and knee from the points and, for a limit that a review printed, from the predicted curve.
void find_landmarks(Comparison& comparison);

}  // namespace arraytwin::compare
