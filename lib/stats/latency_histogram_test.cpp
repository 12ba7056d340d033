#include "lib/stats/latency_histogram.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace arraytwin::stats {
namespace {

LatencyHistogram histogram_of(const std::vector<std::int64_t>& latencies_ns) {
    LatencyHistogram histogram;
    for (const std::int64_t ns : latencies_ns) histogram.record(Duration::from_ns(ns));
    return histogram;
}

/// Latencies from 1 ns to 18 minutes, all magnitudes alike.
rc::Gen<std::int64_t> any_latency() {
    return rc::gen::map(rc::gen::inRange(0, 40 * 1000), [](int thousandths_of_octave) {
        return static_cast<std::int64_t>(std::exp2(thousandths_of_octave / 1000.0));
    });
}

rc::Gen<std::vector<std::int64_t>> any_latencies() {
    return rc::gen::container<std::vector<std::int64_t>>(any_latency());
}

TEST(LatencyHistogram, EmptyIsZero) {
    const LatencyHistogram histogram;
    EXPECT_EQ(histogram.count(), 0);
    EXPECT_EQ(histogram.percentile(0.99), Duration{});
    EXPECT_EQ(histogram.min(), Duration{});
    EXPECT_EQ(histogram.count_above(Duration{}), 0);
}

TEST(LatencyHistogram, SmallValuesAreExact) {
    std::vector<std::int64_t> all;
    for (std::int64_t ns = 1; ns <= 1000; ++ns) all.push_back(ns);
    const auto histogram = histogram_of(all);
    EXPECT_EQ(histogram.percentile(0.5).ns(), 500);
    EXPECT_EQ(histogram.percentile(0.99).ns(), 990);
    EXPECT_EQ(histogram.percentile(0).ns(), 1);
    EXPECT_EQ(histogram.percentile(1).ns(), 1000);
    EXPECT_EQ(histogram.count_above(Duration::from_ns(990)), 10);
}

TEST(LatencyHistogram, RankIsNotAtTheMercyOfRounding) {
    std::vector<std::int64_t> all;
    for (std::int64_t ns = 1; ns <= 20; ++ns) all.push_back(ns);
    EXPECT_EQ(histogram_of(all).percentile(0.95).ns(), 19);  // 0.95 * 20 in doubles may exceed 19
}

TEST(LatencyHistogram, ClampsAndCountsWhatIsTooLong) {
    auto histogram = histogram_of({-5, 0, LatencyHistogram::kMaxNs, LatencyHistogram::kMaxNs + 1, INT64_MAX});
    EXPECT_EQ(histogram.count(), 5);
    EXPECT_EQ(histogram.clamped(), 2);
    EXPECT_EQ(histogram.max().ns(), LatencyHistogram::kMaxNs);
    EXPECT_EQ(histogram.percentile(0.2).ns(), 0);
    histogram.clear();
    EXPECT_TRUE(histogram == LatencyHistogram{});
}

RC_GTEST_PROP(LatencyHistogram, PercentileIsWithinATenthOfAPercentOfTheOrderStatistic, ()) {
    auto latencies = *any_latencies();
    RC_PRE(!latencies.empty());
    const auto histogram = histogram_of(latencies);
    std::ranges::sort(latencies);
    for (const double q : {0.0, 0.25, 0.5, 0.95, 0.99, 0.999, 1.0}) {
        const auto n = static_cast<double>(latencies.size());
        const auto rank = static_cast<std::size_t>(std::max(1.0, std::ceil(q * n - 1e-9)));
        const auto exact = static_cast<double>(latencies[rank - 1]);
        RC_ASSERT(std::fabs(static_cast<double>(histogram.percentile(q).ns()) - exact) <= 0.001 * exact);
    }
}

RC_GTEST_PROP(LatencyHistogram, MergingEqualsRecordingAll, ()) {
    const auto first = *any_latencies();
    const auto second = *any_latencies();
    auto all = first;
    all.insert(all.end(), second.begin(), second.end());
    auto merged = histogram_of(first);
    merged.merge(histogram_of(second));
    RC_ASSERT(merged == histogram_of(all));
    BlockHistogram narrow;
    narrow.merge(merged);
    RC_ASSERT(narrow == merged);
}

RC_GTEST_PROP(LatencyHistogram, ClearLeavesNothingBehind, ()) {
    auto histogram = histogram_of(*any_latencies());
    histogram.clear();
    RC_ASSERT(histogram == LatencyHistogram{});
}

}  // namespace
}  // namespace arraytwin::stats
