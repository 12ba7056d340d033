// The cost curve at the published sizes, and rates over any window.
#include "models/solidfire/qos.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/solidfire/array_for_test.hpp"
#include "models/solidfire/double_helix.hpp"

namespace arraytwin::solidfire {
namespace {

TEST(QosCurve, IsThePublishedOneAtThePublishedSizes) {
    const QosCurve curve = cluster().volumes.qos.curve;
    const std::pair<int, double> published[]{{4, 100},    {8, 160},    {16, 270},   {32, 500},    {64, 1000},
                                             {128, 1900}, {256, 3000}, {512, 7500}, {1024, 15000}};
    for (const auto& [kib, cost] : published) {
        EXPECT_DOUBLE_EQ(curve.weight(Bytes::from_kib(kib)), cost / 100) << kib;
    }
}

TEST(QosCurve, IsLinearBetweenAndBeyond) {
    const QosCurve curve;
    EXPECT_DOUBLE_EQ(curve.weight(Bytes::from_kib(6)), 1.3);
    EXPECT_DOUBLE_EQ(curve.weight(Bytes::from_kib(768)), 112.5);
    EXPECT_DOUBLE_EQ(curve.weight(Bytes::from_kib(2048)), 300);
    EXPECT_DOUBLE_EQ(curve.weight(Bytes{512}), 1);
}

RC_GTEST_PROP(QosCurve, NeverFallsWithTheSize, ()) {
    const QosCurve curve;
    const auto small = *rc::gen::inRange(1, 16'000'000);
    const auto more = *rc::gen::inRange(0, 1'000'000);
    RC_ASSERT(curve.weight(Bytes{small + more}) >= curve.weight(Bytes{small}));
}

TEST(QosThrottle, DocumentedExample) {  // FACTS section 5: 1,000 IOPS of 4 KiB are 625 of 8 KiB
    QosParameters limits;
    limits.max_iops = 1000;
    qos::Throttle throttle = limits.throttle();
    Duration last;
    for (int i = 0; i <= 6250; ++i) last = throttle.admit({}, limits.curve.weight(Bytes::from_kib(8)));
    EXPECT_NEAR(last.seconds(), 10, 1e-3);
}

/// However I/Os come, what is let through in any window is the maximum, and at most the credit on top.
RC_GTEST_PROP(QosThrottle, NeverExceedsMaximumAndCreditInAnyWindow, ()) {
    QosParameters limits;
    limits.max_iops = *rc::gen::inRange(100, 20'000);
    limits.burst_iops = limits.max_iops * *rc::gen::inRange(1, 4);
    limits.credit_cap = Duration::from_seconds(*rc::gen::inRange(0, 61));
    qos::Throttle throttle = limits.throttle();
    const double credit = limits.credit_cap.seconds() * (limits.burst_iops - limits.max_iops);
    std::vector<std::pair<double, double>> admitted;  // when, and the weight so far
    Duration now;
    double sum = 0;
    for (int i = 0; i < 200; ++i) {
        now += Duration::from_us(*rc::gen::inRange(0, 200'000));
        const double weight = *rc::gen::inRange(1, 100);
        const Duration start = throttle.admit(now, weight);
        RC_ASSERT(start >= now);
        admitted.emplace_back(start.seconds(), sum);
        sum += weight;
    }
    for (std::size_t from = 0; from < admitted.size(); ++from) {
        for (std::size_t to = from; to < admitted.size(); ++to) {
            const double window = admitted[to].first - admitted[from].first;
            const double weight = admitted[to].second - admitted[from].second;
            RC_ASSERT(weight <= window * limits.max_iops + credit + 1e-3 * limits.max_iops);
            RC_ASSERT(weight <= window * limits.burst_iops + 1e-3 * limits.burst_iops);
        }
    }
}

TEST(QosThrottle, BurstsForAMinuteAtMost) {
    QosParameters limits;
    limits.max_iops = 1000;
    limits.burst_iops = 2000;
    limits.credit_cap = Duration::from_seconds(60);
    qos::Throttle throttle = limits.throttle();
    const Duration begin = Duration::from_seconds(3600);  // an hour idle
    Duration at = begin;
    double ios = 0;
    for (; at < begin + Duration::from_seconds(90); ++ios) at = throttle.admit(begin, 1);
    EXPECT_NEAR(ios, 60 * 2000 + 30 * 1000, 10);
}

RC_GTEST_PROP(DoubleHelix, PutsCopiesOnTwoDifferentNodes, ()) {
    const int nodes = *rc::gen::inRange(fewest_nodes, most_nodes + 1);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    DoubleHelix helix{nodes, {{seed, 0}, "test", "hashes"}};
    const int blocks = *rc::gen::inRange(1, 300);
    for (int i = 0; i < blocks; ++i) {
        const DoubleHelix::Pair pair = helix.place();
        RC_ASSERT(pair.first != pair.second);
        RC_ASSERT(pair.first >= 0 && pair.first < nodes && pair.second >= 0 && pair.second < nodes);
    }
    const BlocksByNode copies = helix.place_copies(blocks);
    int sum = 0;
    for (const int of_node : copies) {
        RC_ASSERT(of_node <= blocks);
        sum += of_node;
    }
    RC_ASSERT(sum == 2 * blocks);
}

TEST(SolidFireSpec, ContradictionsAreRefused) {
    for (const char* wrong : {"nodes.count=3", "nodes.count=101", "nodes.count=9", "media.count=84", "media.count=8",
                              "volumes.size=10TB", "software.journal_scale=0.001", "layout.raid=raid-dp"}) {
        EXPECT_FALSE(build_array(resolve_cluster({wrong}))) << wrong;
    }
    EXPECT_FALSE(build_array(resolve_cluster({"volumes.qos.max_iops=100", "volumes.qos.min_iops=200"})));
    EXPECT_FALSE(build_array(resolve_cluster({"volumes.qos.max_iops=100", "volumes.qos.burst_iops=50"})));
    EXPECT_FALSE(build_array(resolve_cluster({"volumes.qos.burst_iops=50"})));
    EXPECT_FALSE(build_array(resolve_cluster({"volumes.qos.cost.8k=90"})));
    EXPECT_TRUE(build_array(resolve_cluster({"nodes.count=100", "media.count=1000"})));
}

}  // namespace
}  // namespace arraytwin::solidfire
