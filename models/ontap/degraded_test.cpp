// An HA pair with something failed: takeover, ports, drives, and ceilings, against closed forms and against itself healthy.
#include <gtest/gtest.h>

#include "models/ontap/array_for_test.hpp"

namespace arraytwin::ontap {
namespace {

const char* const read_4k = "4k:100r:100rand";
const char* const write_4k = "4k:0r:100rand";

TEST(OntapTakeover, OneNodeCarriesHalf) {
    for (const char* workload : {read_4k, write_4k}) {
        const double both = closed_point({}, workload, 2048, 150'000).iops;
        const double one = closed_point({"failures.node=2"}, workload, 2048, 150'000).iops;
        EXPECT_NEAR(one / both, 0.5, 0.03) << workload;
    }
}

/// No more than the survivor's cores can: cores / core time of an I/O.
TEST(OntapTakeover, PeakIsAtMostWhatOneNodesCoresCan) {
    const Overrides down{"failures.node=1"};
    const double core_ns = demand(down, read_4k, "node.", ".cpu");
    const double most = a800().nodes.cores / core_ns * 1e9;
    const double peak = closed_point(down, read_4k, 4096, 200'000).iops;
    EXPECT_LE(peak, most * 1.01);
    EXPECT_GE(peak, most * 0.95);
}

TEST(OntapTakeover, NobodyUsesTheNodeThatIsDown) {
    const Overrides down{"failures.node=2"};
    for (const char* mixed : {"8k:50r:100rand", "64k:50r:0rand"}) {
        EXPECT_EQ(demand(down, mixed, "node.2", ""), 0) << mixed;
        EXPECT_EQ(demand(down, mixed, "port.2", ""), 0) << mixed;
        EXPECT_EQ(demand(down, mixed, "node.1", "partner_link"), 0) << mixed;
        EXPECT_GT(demand(down, mixed, "drive.2", ""), 0) << mixed;  // its drives are still there
    }
}

TEST(OntapTakeover, TheMirrorsHalfOfTheLogIsFree) {
    const Parameters down = a800({"failures.node=2"});
    EXPECT_EQ(down.log_half(0), a800().log_half(0) * 2);
    EXPECT_FALSE(down.mirrored(0));
    EXPECT_TRUE(a800().mirrored(0));
}

TEST(OntapTakeover, OtherPairsGoOnAsBefore) {
    const Overrides four{"nodes.count=4", "media.count=48", "failures.node=3"};
    const Parameters down = a800(four);
    EXPECT_TRUE(down.mirrored(0) && down.mirrored(1) && !down.mirrored(3));
    EXPECT_EQ(down.carrier_of(2), 3);
    EXPECT_EQ(demand(four, read_4k, "node.3", ""), 0);
    EXPECT_NEAR(demand(four, read_4k, "node.4", ".cpu") / demand(four, read_4k, "node.1", ".cpu"), 2,
                0.12);  // core times vary
}

/// One of 22 reads misses its drive and needs the nine that hold as much of the stripe; eight more than one.
TEST(OntapDrives, ReadsOfAFailedDriveTakeTheRestOfTheStripe) {
    const Overrides uncached{"software.cache_share=0", "failures.drive=5"};
    const double port_ns = demand(uncached, read_4k, "drive.", ".port");
    const double reads = port_ns * 1e-9 * a800().media.ssd.interface_rate.bytes_per_second() / 4096;
    EXPECT_NEAR(reads, 1 + 8.0 / 22, 0.04);
    EXPECT_EQ(demand(uncached, read_4k, "drive.5.port", ""), 0);
}

TEST(OntapDrives, TwoOfAGroupMayFail) {
    const Overrides two{"software.cache_share=0", "failures.drive=5,7"};
    const double port_ns = demand(two, read_4k, "drive.", ".port");
    const double reads = port_ns * 1e-9 * a800().media.ssd.interface_rate.bytes_per_second() / 4096;
    EXPECT_NEAR(reads, 1 + 2 * 8.0 / 22, 0.05);
}

TEST(OntapDrives, WritesLeaveAFailedDriveOut) {
    const double healthy = demand({}, write_4k, "drive.", ".programs");
    EXPECT_NEAR(demand({"failures.drive=5"}, write_4k, "drive.", ".programs") / healthy, 21.0 / 22, 0.02);
    EXPECT_EQ(demand({"failures.drive=5"}, write_4k, "drive.5.", ""), 0);
}

TEST(OntapDrives, ARebuildWritesToTheSpareAndSlowsTheGroup) {
    const Overrides rebuilding{"failures.drive=5", "failures.rebuild=medium"};
    EXPECT_EQ(demand({}, write_4k, "drive.23.", ""), 0);
    EXPECT_GT(demand(rebuilding, write_4k, "drive.23.", ""), 0);
    const OfferedLoad moderate{std::nullopt, 400'000};
    const double before = fast_point({"failures.drive=5"}, read_4k, moderate).latency.mean;
    double last = before;
    for (const char* priority : {"low", "medium", "high"}) {
        const double now =
            fast_point({"failures.drive=5", std::string{"failures.rebuild="} + priority}, read_4k, moderate)
                .latency.mean;
        EXPECT_GT(now, last) << priority;
        last = now;
    }
}

TEST(OntapPorts, TheOthersCarryItsTraffic) {
    const Overrides down{"failures.port=1a"};
    const std::string stream = "64k:100r:0rand";
    EXPECT_EQ(demand(down, stream, "port.1a", ""), 0);
    const double healthy = demand({}, stream, "port.1", "");
    EXPECT_NEAR(demand(down, stream, "port.1", "") / healthy, 1, 0.02);
    const double three =
        demand(down, stream, "port.1b", "") + demand(down, stream, "port.1c", "") + demand(down, stream, "port.1d", "");
    EXPECT_NEAR(three / healthy, 1, 0.05);
}

TEST(OntapDegraded, IsNeverFaster) {
    for (const char* workload : {read_4k, write_4k, "64k:100r:0rand", "64k:0r:0rand", "8k:70r:50rand"}) {
        const double healthy = closed_point({}, workload, 1024, 30'000).iops;
        for (const char* failure : {"failures.node=2", "failures.drive=5", "failures.drive=5,7", "failures.port=1a"}) {
            EXPECT_LE(closed_point({failure}, workload, 1024, 30'000).iops, healthy * 1.02) << workload << failure;
        }
    }
}

TEST(OntapDegraded, BothSolversAgree) {
    for (const Overrides& overrides : {Overrides{"failures.node=2"}, {"failures.drive=5", "failures.rebuild=high"}}) {
        for (const char* workload : {read_4k, "8k:70r:100rand"}) {
            const Point simulated = closed_point(overrides, workload, 128, 100'000);
            const Point fast = fast_point(overrides, workload, {128, std::nullopt});
            EXPECT_NEAR(fast.iops / simulated.iops, 1, 0.05) << workload << overrides.front();
        }
    }
}

TEST(OntapCeiling, IsNotExceeded) {
    constexpr int volumes = 32;
    for (const char* workload : {read_4k, write_4k, "64k:50r:50rand"}) {
        const Point simulated = closed_point({"volumes.qos.max_iops=2000"}, workload, 1024, 100'000);
        EXPECT_LE(simulated.iops, volumes * 2000 * 1.001) << workload;
        EXPECT_GE(simulated.iops, volumes * 2000 * 0.99) << workload;
        EXPECT_EQ(simulated.bottleneck, "volumes.qos");
        EXPECT_NEAR(fast_point({"volumes.qos.max_iops=2000"}, workload, {1024, std::nullopt}).iops, volumes * 2000, 1);
    }
}

TEST(OntapCeiling, FarAboveTheLoadItChangesNothing) {
    const Point with = closed_point({"volumes.qos.max_iops=1000000"}, read_4k, 64, 60'000);
    const Point without = closed_point({}, read_4k, 64, 60'000);
    EXPECT_NEAR(with.iops / without.iops, 1, 0.02);  // events of one instant come in another order
}

TEST(OntapFailures, ContradictionsAreRefused) {
    for (const Overrides& wrong :
         {Overrides{"failures.node=3"}, {"failures.node=1,2"}, {"nodes.count=1", "failures.node=1"}}) {
        EXPECT_NE(refusal(wrong).find("failures.node"), std::string::npos) << refusal(wrong);
    }
    EXPECT_NE(refusal({"failures.drive=1,3,5"}).find("failures.drive"), std::string::npos);
    EXPECT_NE(refusal({"failures.port=1a,1b,1c,1d"}).find("failures.port"), std::string::npos);
    for (const Overrides& wrong : {Overrides{"failures.rebuild=low"},
                                   {"failures.rebuild=low", "failures.drive=23"},  // the spare itself
                                   {"failures.rebuild=low", "failures.drive=1,3"}}) {
        EXPECT_NE(refusal(wrong).find("failures.rebuild"), std::string::npos) << refusal(wrong);
    }
    EXPECT_EQ(refusal({"failures.drive=1,3,2,4"}), "");
}

}  // namespace
}  // namespace arraytwin::ontap
