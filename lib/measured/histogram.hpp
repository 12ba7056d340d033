// Percentiles of histograms, and histograms of parallel pieces in one.
#pragma once

#include <optional>

#include "lib/measured/run.hpp"

namespace arraytwin::measured {

std::uint64_t count_of(const Histogram& histogram);

/// The latency that `share` (0 to 1) of the I/Os did not exceed, interpolated inside its bin; none if the histogram is
/// empty, or the bin is open to infinity.
std::optional<double> percentile_of(const Histogram& histogram, double share);

/// Adds the bins of `other`; equal bins become one. O(n log n).
void merge_into(Histogram& histogram, const Histogram& other);

/// p50 to p99.9 from the histogram, where they are absent; max and mean are left alone.
void fill_percentiles(LatencyFigures& latency, const Histogram& histogram);

}  // namespace arraytwin::measured
