#include "lib/plan/paired.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

#include "lib/stats/estimate.hpp"

namespace arraytwin::plan {

namespace {

constexpr double one_interval = 0.05;  // the probability that a 95 % interval misses

double mean_of(std::span<const double> values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Of the mean of the values, wrong with probability `risk`.
std::optional<Interval> interval_of(std::span<const double> values, double risk) {
    const stats::Estimate mean = stats::mean_of_batches(values);
    if (!mean.has_interval()) return std::nullopt;
    const double half = mean.standard_error * stats::student_t_quantile(1 - risk / 2, mean.degrees);
    return Interval{mean.value - half, mean.value + half};
}

/// Of deviations from the mean.
double squares_of(std::span<const double> values) {
    const double mean = mean_of(values);
    double sum = 0;
    for (const double value : values) sum += (value - mean) * (value - mean);
    return sum;
}

/// `sure`: the interval in percent that decides whether there is a difference.
Verdict judge(const Difference& difference, const Interval& sure, Wanted wanted) {
    const double percent = difference.percent;
    if ((sure.low > 0 || sure.high < 0) && std::abs(percent) >= least_percent)
        return (percent > 0) == (wanted == Wanted::more) ? Verdict::better : Verdict::worse;
    const Interval likely = difference.percent95.value_or(sure);
    const bool within = likely.low > -least_percent && likely.high < least_percent;
    return within ? Verdict::same : Verdict::undecided;
}

}  // namespace

Difference paired_difference(std::span<const double> base, std::span<const double> variant, Wanted wanted,
                             int together) {
    assert(!base.empty() && base.size() == variant.size());
    std::vector<double> differences;
    for (std::size_t i = 0; i < base.size(); ++i) differences.push_back(variant[i] - base[i]);
    Difference difference{mean_of(base), mean_of(variant)};
    const double to_percent = 100 / difference.base;
    difference.percent = mean_of(differences) * to_percent;
    const auto in_percent = [&](const Interval& interval) {
        return Interval{interval.low * to_percent, interval.high * to_percent};
    };
    if (const auto likely = interval_of(differences, one_interval)) difference.percent95 = in_percent(*likely);
    const auto sure = interval_of(differences, false_alarms / together);
    if (const double left = squares_of(differences); sure && left > 0)
        difference.variance_cut = (squares_of(base) + squares_of(variant)) / left;
    const Interval exact{difference.percent, difference.percent};
    difference.verdict = judge(difference, sure ? in_percent(*sure) : exact, wanted);
    return difference;
}

Verdict overall(std::span<const Verdict> verdicts) {
    const auto has = [&](Verdict wanted) {
        return std::find(verdicts.begin(), verdicts.end(), wanted) != verdicts.end();
    };
    if (has(Verdict::mixed) || (has(Verdict::better) && has(Verdict::worse))) return Verdict::mixed;
    if (has(Verdict::better)) return Verdict::better;
    if (has(Verdict::worse)) return Verdict::worse;
    return has(Verdict::undecided) || verdicts.empty() ? Verdict::undecided : Verdict::same;
}

}  // namespace arraytwin::plan
