// What the write caches send to the drives: amplification by RAID kind, full stripes, and when it is sent.
#include "models/eseries/write_cache.hpp"

#include "models/eseries/array_for_test.hpp"

namespace arraytwin::eseries {
namespace {

using twin::Access;
using twin::Operation;

Overrides of_raid(const std::string& raid) { return {"layout.raid=" + raid}; }

struct Amplification {
    const char* raid;
    double writes;     // of drives, for each small write of a host
    double transfers;  // reads as well
    double whole;      // drive bytes for each byte of a stream
};

class EseriesAmplification : public testing::TestWithParam<Amplification> {};

/// The closed forms: 2, 4 and 6 transfers for RAID 10, 5 and 6; pools are RAID 6 inside.
TEST_P(EseriesAmplification, OfSmallRandomWrites) {
    Bench bench{of_raid(GetParam().raid)};
    bench.run_out(64, Operation::write, Access::random, kib4, 50);
    EXPECT_NEAR(bench.scattered_writes() / bench.done, GetParam().writes, 1e-9);
    EXPECT_NEAR(bench.drive_bytes() / (4096.0 * bench.done), GetParam().transfers, 2e-3);
}

/// Streams make whole stripes: data and parity are written and nothing is read.
TEST_P(EseriesAmplification, OfSequentialWrites) {
    Bench bench{of_raid(GetParam().raid)};
    bench.run_out(64, Operation::write, Access::sequential, kib64, 100);
    const double units = 2 * 1408 * 1024;  // each controller rounds to whole stripes
    EXPECT_NEAR(bench.drive_bytes() / GetParam().whole, 65536.0 * bench.done, units);
}

std::string name_of_raid(const testing::TestParamInfo<Amplification>& tested) {
    std::string name = tested.param.raid;
    std::erase(name, '-');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Raid, EseriesAmplification,
                         testing::Values(Amplification{"raid-10", 2, 2, 2}, Amplification{"raid-5", 2, 4, 12.0 / 11},
                                         Amplification{"raid-6", 3, 6, 12.0 / 10},
                                         Amplification{"ddp", 3, 6, 10.0 / 8}),
                         name_of_raid);

TEST(EseriesWriteCache, AlignedLargeRandomWritesAreWholeStripesToo) {
    Bench bench{{"layout.raid=ddp"}};
    bench.run_out(4, Operation::write, Access::random, Bytes::from_kib(1024), 10);  // eight segments of 128 KiB
    EXPECT_NEAR(bench.drive_bytes(), 40 * 1048576.0 * 10 / 8, 1000);
}

/// The first of twelve drives is gone: one write in six finds only half of its pair.
TEST(EseriesDegraded, WritesLeaveTheFailedDriveOut) {
    Bench bench{{"failures.drive=1,13"}};
    bench.run_out(64, Operation::write, Access::random, kib4, 300);
    EXPECT_NEAR(bench.scattered_writes() / bench.done, 2 - 1.0 / 6, 0.01);
    EXPECT_EQ(bench.occupied_ns("drive.1.port") + bench.occupied_ns("drive.13.port"), 0);
}

/// One read in twelve needs eleven others instead; of a pair, the other does it.
TEST(EseriesDegraded, ReadsOfTheFailedDriveAreReconstructed) {
    for (const auto& [raid, reads] : {std::pair{"raid-10", 1.0}, {"raid-5", 11.0 / 12 + 11.0 / 12}}) {
        Bench bench{{"failures.drive=1,13", std::string{"layout.raid="} + raid, "nodes.memory=1GB"}};
        bench.run_out(64, Operation::read, Access::random, kib4, 300);
        EXPECT_NEAR(bench.drive_bytes() / (4096.0 * bench.done), reads, 0.05) << raid;
        EXPECT_EQ(bench.occupied_ns("drive.1.port") + bench.occupied_ns("drive.13.port"), 0) << raid;
    }
}

TEST(EseriesWriteCache, KeepsDataUntilTheyAreOldOrMany) {
    Bench bench{{"software.flush_after=1s", "costs.simulated_cache=1TB"}};
    bench.limit = INT_MAX;
    bench.simulation.spawn(bench.thread(0, Operation::write, Access::random, kib4, 1));
    bench.simulation.run(Duration::from_us(999'000));
    EXPECT_EQ(bench.drive_bytes(), 0);
    bench.simulation.run(Duration::from_us(1'010'000));
    EXPECT_NEAR(bench.drive_bytes(), 2 * 4096, 8);
}

/// 80 % of 1 MiB: 204 writes of 4 KiB.
TEST(EseriesWriteCache, DemandFlushBeginsAtItsLevel) {
    Bench bench{{"costs.simulated_cache=1MiB", "software.flush_after=3600s", "nodes.memory=1GB", "volumes.count=1"}};
    constexpr int below = 204;
    bench.limit = below;
    bench.simulation.spawn(bench.thread(0, Operation::write, Access::random, kib4, below + 20));
    bench.simulation.run();
    EXPECT_EQ(bench.scattered_writes(), 0);
    bench.limit = below + 20;
    bench.simulation.run();
    EXPECT_GT(bench.scattered_writes(), 2 * 15);
    EXPECT_LE(bench.scattered_writes(), 2 * 20);
}

TEST(EseriesWriteCache, WritesLargerThanTheCacheGetThrough) {
    Bench bench{{"costs.simulated_cache=64KiB"}};
    bench.run_out(16, Operation::write, Access::random, Bytes::from_kib(4096), 5);
    EXPECT_EQ(bench.done, 80);
    EXPECT_NEAR(bench.drive_bytes(), 2 * 80 * 4194304.0, 1e5);
}

TEST(EseriesWriteCache, StopBelowStartMakesCycles) {
    const Overrides cycles{"software.flush_start=0.8", "software.flush_stop=0.2"};
    const Point even = closed_point({}, "4k:0r:100rand", 512, 200'000);
    EXPECT_NEAR(closed_point(cycles, "4k:0r:100rand", 512, 200'000).iops / even.iops, 1, 0.03);
}

}  // namespace
}  // namespace arraytwin::eseries
