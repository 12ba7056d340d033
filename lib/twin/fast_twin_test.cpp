// Parts of a workload in the fast solver, on the toy of closed forms.
#include "lib/twin/fast_twin.hpp"

#include <gtest/gtest.h>

#include "lib/twin/toy_test.hpp"

namespace arraytwin::twin {
namespace {

Workload of_reads(double share, int outstanding_per_volume = 8) {
    Workload workload;
    workload.read_share = share;
    workload.outstanding_per_volume = outstanding_per_volume;
    return workload;
}

/// The toy has four volumes: two for each.
Workload both(const Workload& a, const Workload& b) {
    Workload workload;
    workload.parts = {{a, 0, 0, {0, 2}}, {b, 0, 0, {2, 2}}};
    return workload;
}

FastTwin twin_of(const Workload& workload) {
    static const auto built = build_array(toy::resolved()).value();
    return {*built.twin, workload, {1, 0}};
}

constexpr double capacity_of_reads = 1e6 / 100;   // a read takes the processor for 100 us
constexpr double capacity_of_writes = 1e6 / 150;  // and a write for 50 us more

TEST(FastTwin, OfOneWorkloadHasNoParts) { EXPECT_TRUE(twin_of(of_reads(1)).point({32, {}}).parts.empty()); }

TEST(FastTwin, EqualPartsAreOneWorkload) {
    const FastTwin one = twin_of(of_reads(0.7));
    const FastTwin two = twin_of(both(of_reads(0.7), of_reads(0.7)));
    for (const OfferedLoad& load : {OfferedLoad{32, {}}, OfferedLoad{32, 3000.0}, OfferedLoad{{}, 3000.0}}) {
        const Point whole = one.point(load);
        const Point halves = two.point(load);
        EXPECT_NEAR(halves.iops / whole.iops, 1, 1e-5);
        EXPECT_NEAR(halves.latency.mean / whole.latency.mean, 1, 1e-3);
        EXPECT_NEAR(halves.mib_per_s / whole.mib_per_s, 1, 1e-5);
        for (const PartPoint& part : halves.parts) EXPECT_NEAR(part.iops / halves.iops, 0.5, 1e-5);
    }
}

TEST(FastTwin, PartsShareTheServersThatTheyBothUse) {
    const Point point = twin_of(both(of_reads(1), of_reads(0))).point({1000, {}});
    ASSERT_EQ(point.parts.size(), 2U);
    const double used = point.parts[0].iops / capacity_of_reads + point.parts[1].iops / capacity_of_writes;
    EXPECT_NEAR(used, 1, 0.01);
    EXPECT_NEAR(point.utilization.at("cpu"), 1, 0.01);
}

TEST(FastTwin, APartWithMoreThreadsGetsMore) {
    const FastTwin twin = twin_of(both(of_reads(1, 4), of_reads(1, 12)));
    for (const OfferedLoad& load : {OfferedLoad{64, {}}, OfferedLoad{64, 2000.0}, OfferedLoad{{}, 2000.0}}) {
        const Point point = twin.point(load);
        EXPECT_NEAR(point.parts[1].iops / point.parts[0].iops, 3, 0.1);
    }
    EXPECT_EQ(twin.point({64, {}}).parts[0].outstanding, 16);
    EXPECT_EQ(twin.point({{}, 2000.0}).parts[0].outstanding, 0);
}

TEST(FastTwin, TimeAddsUpAndLittlesLawBindsEachPart) {
    const Point point = twin_of(both(of_reads(1, 4), of_reads(0, 12))).point({64, {}});
    double breakdown = 0;
    for (const auto& [place, time] : point.breakdown) breakdown += time.wait + time.service;
    EXPECT_NEAR(breakdown / point.latency.mean, 1, 1e-9);
    for (const PartPoint& part : point.parts) EXPECT_NEAR(part.iops * part.latency.mean * 1e-6, part.outstanding, 1e-4);
}

}  // namespace
}  // namespace arraytwin::twin
