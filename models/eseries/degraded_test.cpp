// An EF570 with something failed: a controller, ports, drives; and ceilings. Drive transfers of degraded groups are counted
// in write_cache_test.cpp.
#include <gtest/gtest.h>

#include "models/eseries/array_for_test.hpp"
#include "models/eseries/group_failures.hpp"

namespace arraytwin::eseries {
namespace {

using twin::Access;
using twin::Operation;

const char* const read_4k = "4k:100r:100rand";
const char* const write_4k = "4k:0r:100rand";
const Overrides with_spares{"layout.spares=4", "volumes.size=240GB"};

Overrides operator+(Overrides some, const Overrides& more) {
    some.insert(some.end(), more.begin(), more.end());
    return some;
}

Point fast_point(const Overrides& overrides, const std::string& workload, const OfferedLoad& load) {
    const auto built = build_array(resolve_ef570(overrides));
    PredictOptions options;
    options.solver = Solver::fast;
    options.loads = {load};
    return predict(*built, "ef570", inline_workload(workload), options)->curve.points.front();
}

TEST(EseriesTakeover, OneControllerCarriesHalfOfTheReads) {
    const double both = closed_point({}, read_4k, 2048, 150'000).iops;
    const double one = closed_point({"failures.node=2"}, read_4k, 2048, 150'000).iops;
    EXPECT_NEAR(one / both, 0.5, 0.02);
}

TEST(EseriesTakeover, WritesThroughOverThePortsThatAreLeft) {
    EXPECT_TRUE(ef570({"failures.node=1"}).write_through());
    Bench bench{{"failures.node=1"}};
    bench.run_out(64, Operation::write, Access::random, kib4, 100);
    EXPECT_EQ(bench.occupied_ns("port.1") + bench.occupied_ns("node.1."), 0);
    EXPECT_EQ(bench.occupied_ns("node.2.partner_link"), 0);
    EXPECT_GT(bench.occupied_ns("port.2a"), 0);
    EXPECT_NEAR(bench.scattered_writes() / bench.done, 2, 1e-9);  // all of them, and before they were answered
}

/// As one controller alone that has all volumes.
TEST(EseriesTakeover, IsAsOneControllerAlone) {
    for (const char* workload : {read_4k, write_4k}) {
        const double taken_over = closed_point({"failures.node=2"}, workload, 512, 60'000).iops;
        const double alone = closed_point({"nodes.count=1"}, workload, 512, 60'000).iops;
        EXPECT_NEAR(taken_over / alone, 1, 0.01) << workload;
    }
}

TEST(EseriesPorts, TheOthersCarryItsTraffic) {
    Bench bench{{"failures.port=1a,1b"}};
    bench.run_out(64, Operation::read, Access::sequential, kib64, 50);
    EXPECT_EQ(bench.occupied_ns("port.1a") + bench.occupied_ns("port.1b"), 0);
    EXPECT_NEAR(bench.occupied_ns("port.1") / bench.occupied_ns("port.2"), 1, 0.01);
}

/// Two of a controller's four ports are left: its streams get no more than they carry.
TEST(EseriesPorts, BoundStreams) {
    const Parameters array = ef570();
    const double port = array.fabric.ports.link.data_rate().bytes_per_second();
    const Point point = closed_point({"failures.port=1a,1b,1c,2a,2b,2c"}, "64k:100r:0rand", 512, 60'000);
    EXPECT_LE(point.iops * 65536, 2 * port * 1.01);
    EXPECT_GE(point.iops * 65536, 2 * port * 0.9);
}

TEST(EseriesDrives, ARebuildWritesToTheSpare) {
    Bench bench{with_spares + Overrides{"failures.drive=1", "failures.rebuild=medium"}};
    bench.run_out(64, Operation::write, Access::random, kib4, 200);
    EXPECT_NEAR(bench.scattered_writes() / bench.done, 2, 0.25);  // counted in a healthy drive's time
    EXPECT_EQ(bench.occupied_ns("drive.1.port"), 0);
    EXPECT_GT(bench.occupied_ns("drive.21.port"), 0);
}

TEST(EseriesDrives, ARebuildTakesTimeOfThoseThatItReadsAndWrites) {
    const auto slowed = [](const Overrides& overrides) {
        const auto shares = rebuild_shares(ef570(overrides + Overrides{"failures.rebuild=high"}));
        return std::count_if(shares.begin(), shares.end(), [](double share) { return share > 0; });
    };
    EXPECT_EQ(slowed(with_spares + Overrides{"failures.drive=1"}), 1 + 1 + 1);  // itself, its pair, the spare
    EXPECT_EQ(slowed(with_spares + Overrides{"failures.drive=1", "layout.raid=raid-6"}), 10 + 1);
    EXPECT_EQ(slowed({"failures.drive=1", "layout.raid=ddp"}), 12);
    EXPECT_EQ(slowed({"failures.drive=1", "layout.raid=ddp", "layout.groups=1"}), 24);
}

TEST(EseriesDrives, APoolRebuildsIntoItself) {
    Bench bench{{"failures.drive=1", "failures.rebuild=low", "layout.raid=ddp"}};
    bench.run_out(64, Operation::write, Access::random, kib4, 100);
    EXPECT_EQ(bench.occupied_ns("drive.1.port"), 0);
    Bench lost{{"failures.drive=1", "layout.raid=ddp"}};
    lost.run_out(64, Operation::write, Access::random, kib4, 100);
    EXPECT_GT(bench.occupied_ns("drives.writes"), lost.occupied_ns("drives.writes"));
}

TEST(EseriesDegraded, IsNeverFaster) {
    for (const char* workload : {read_4k, write_4k, "64k:100r:0rand", "8k:70r:50rand"}) {
        const double healthy = closed_point({}, workload, 512, 30'000).iops;
        for (const char* failure : {"failures.node=2", "failures.drive=5", "failures.port=1a"})
            EXPECT_LE(closed_point({failure}, workload, 512, 30'000).iops, healthy * 1.02) << workload << failure;
    }
}

TEST(EseriesDegraded, IsNeverFasterInClosedForm) {
    for (const char* raid : {"layout.raid=raid-10", "layout.raid=raid-5", "layout.raid=raid-6", "layout.raid=ddp"}) {
        for (const char* workload : {read_4k, write_4k}) {
            const double healthy = fast_point({raid}, workload, {2048, std::nullopt}).iops;
            for (const char* failure : {"failures.node=2", "failures.drive=5", "failures.port=1a"})
                EXPECT_LE(fast_point({raid, failure}, workload, {2048, std::nullopt}).iops, healthy * 1.02)
                    << raid << workload << failure;
        }
    }
}

/// Writes beside a rebuild apart: it slows one group's pair, which the fast solver spreads over all drives (README.md).
TEST(EseriesDegraded, BothSolversAgree) {
    const Overrides rebuilding = with_spares + Overrides{"failures.drive=5", "failures.rebuild=high"};
    const Overrides down{"failures.node=2"};
    for (const auto& [overrides, workload] : {std::pair{down, read_4k}, {down, write_4k}, {rebuilding, read_4k}}) {
        const Point simulated = closed_point(overrides, workload, 64, 60'000);
        const Point fast = fast_point(overrides, workload, {64, std::nullopt});
        EXPECT_NEAR(fast.iops / simulated.iops, 1, 0.08) << workload << overrides.back();
    }
}

/// The pair of a drive that is being rebuilt takes half as many writes; the other group's volumes do not care.
TEST(EseriesDrives, ARebuildHoldsUpTheWritesOfItsGroup) {
    const Overrides rebuilding = with_spares + Overrides{"failures.drive=5", "failures.rebuild=high"};
    const double group = 20 / (2 * ef570().media.scattered_write_time.seconds()) / 2;  // writes a second, healthy
    const double peak = closed_point(rebuilding, write_4k, 512, 250'000).iops;
    EXPECT_LE(peak, 1.5 * group * 1.01);
    EXPECT_GE(peak, 1.5 * group * 0.95);
}

TEST(EseriesCeiling, IsNotExceeded) {
    for (const char* workload : {read_4k, write_4k}) {
        const Point simulated = closed_point({"volumes.qos.max_iops=2000"}, workload, 512, 60'000);
        EXPECT_LE(simulated.iops, 32 * 2000 * 1.001) << workload;
        EXPECT_GE(simulated.iops, 32 * 2000 * 0.99) << workload;
        EXPECT_EQ(simulated.bottleneck, "volumes.qos");
        EXPECT_NEAR(fast_point({"volumes.qos.max_iops=2000"}, workload, {512, std::nullopt}).iops, 32 * 2000, 1);
    }
}

TEST(EseriesDegraded, RefusesWhatNoGroupSurvives) {
    const auto sound = [](const Overrides& overrides) { return build_array(resolve_ef570(overrides)).has_value(); };
    EXPECT_FALSE(sound({"failures.drive=1,2"}));
    EXPECT_TRUE(sound({"failures.drive=1,3,5"}));
    EXPECT_FALSE(sound({"failures.drive=1,3", "layout.raid=raid-5"}));
    EXPECT_TRUE(sound({"failures.drive=1,13", "layout.raid=raid-5"}));
    EXPECT_TRUE(sound({"failures.drive=1,3", "layout.raid=raid-6"}));
    EXPECT_FALSE(sound({"failures.drive=1,3,5", "layout.raid=ddp"}));
    EXPECT_FALSE(sound({"failures.drive=1,3", "layout.raid=ddp", "failures.rebuild=low", "layout.preservation=1"}));
}

}  // namespace
}  // namespace arraytwin::eseries
