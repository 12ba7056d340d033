#include "lib/stats/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "lib/stats/queue_for_test.hpp"

namespace arraytwin::stats {
namespace {

std::vector<Summary> replications(int count) {
    std::vector<Summary> all;
    for (int i = 0; i < count; ++i) {
        const auto seed = static_cast<std::uint64_t>(i + 1);
        all.push_back(test::open_queue(0.5, 1, test::Service::exponential, 20'000, seed).summarize());
    }
    return all;
}

TEST(Combine, OneReplicationIsItself) {
    const auto one = replications(1);
    const Summary all = combine(one);
    EXPECT_EQ(all.mean_us.value, one[0].mean_us.value);
    EXPECT_DOUBLE_EQ(all.mean_us.half_width(), one[0].mean_us.half_width());
    EXPECT_TRUE(all.histogram == one[0].histogram);
    EXPECT_EQ(combine({}).observations, 0);
}

TEST(Combine, SumsAndKeepsLittlesLaw) {
    const auto four = replications(4);
    const Summary all = combine(four);
    EXPECT_EQ(all.replications, 4);
    EXPECT_EQ(all.observations, all.histogram.count());
    EXPECT_EQ(all.area_ns, all.residence_ns);
    double latency_us = 0;
    for (const Summary& one : four) latency_us += one.mean_us.value * static_cast<double>(one.observations);
    EXPECT_NEAR(all.mean_us.value, latency_us / static_cast<double>(all.observations), 1e-6);
    EXPECT_NEAR(all.throughput.value, static_cast<double>(all.observations) / all.window.seconds(), 1e-6);
    EXPECT_NEAR(all.mean_us.half_width() / four[0].mean_us.half_width(), 0.5, 0.15);
}

TEST(Combine, ManyReplicationsAreComparedWithEachOther) {
    const Summary all = combine(replications(20));
    EXPECT_EQ(all.mean_us.degrees, 19);
    EXPECT_EQ(all.throughput.degrees, 19);
    EXPECT_NEAR(all.mean_us.value, 2000, 1.5 * all.mean_us.half_width());
}

TEST(Precision, AsksForTheWorseOfMeanAndP99) {
    Summary summary;
    summary.mean_us = {.value = 100, .standard_error = 1, .degrees = 1e9};  // 1.96 %
    summary.p99_us = {.value = 100, .standard_error = 1, .degrees = 1e9};
    EXPECT_FALSE(reached(summary, {}));
    EXPECT_NEAR(growth_needed(summary, {}), 1.96 * 1.96, 1e-3);
    EXPECT_TRUE(reached(summary, {.mean = 0.02, .p99 = 0.02}));
    EXPECT_NEAR(growth_needed(summary, {.mean = 0.02, .p99 = 0.0098}), 4, 1e-2);
    summary.warm_up_too_long = true;
    EXPECT_FALSE(reached(summary, {.mean = 0.02, .p99 = 0.02}));
}

}  // namespace
}  // namespace arraytwin::stats
