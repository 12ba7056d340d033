// What errors say together: the twin agrees, is off by a factor, has the wrong shape, or there are too few points.
//
// Each scored point gives one number: by which factor the twin is faster than the array there. For IOPS that is predicted
// / measured, for latency measured / predicted. Where a curve is steep a small error of the IOPS is a large one of the
// latency, so a paced point is taken along the axis that forgives most: latency at equal IOPS, or IOPS at equal latency.
// docs/decisions/0010-verdicts.md has the reasons for the thresholds.
#pragma once

#include <string>
#include <vector>

#include "lib/compare/comparison.hpp"

namespace arraytwin::compare {

/// Two runs of the same load may differ by this many percent where the measurement has no repeats to tell: runs of more
/// than a quarter of the configurations differed by more (Cao, Tarasov, Raman, Hildebrand and Zadok, "On the performance
/// variation in modern storage stacks", FAST 2017).
inline constexpr double run_to_run_pct = 10;

/// Points below which errors cannot be told from one another.
inline constexpr std::size_t fewest_points = 3;

/// From repeats - points of the same kind and load - if there are enough, else run_to_run_pct. Digits are a point's own.
Noise noise_of(const std::vector<ComparedPoint>& points);

/// "10 %", "2.1 % of IOPS, 4 % of latency".
std::string words_of(const Noise& noise);

/// Sets how far ahead each point's prediction is, from its errors and, for a paced one, `iops_at_equal_latency`.
void set_ahead(ComparedPoint& point, std::optional<double> iops_at_equal_latency);

/// Of one workload; its points, noise and peak are known.
Judgement judge(const Comparison& comparison);

/// Of all of them.
Judgement judge(const std::vector<Comparison>& comparisons);

}  // namespace arraytwin::compare
