// A local drive: latencies that can be summed by hand, conservation, what limits it, and the fast solver beside it.
#include "models/local/local.hpp"

#include <gtest/gtest.h>

#include "lib/twin/fast_twin.hpp"
#include "models/local/array_for_test.hpp"

namespace arraytwin::local {
namespace {

using sim::Task;
using twin::Access;
using twin::Io;
using twin::Ledger;
using twin::Operation;

/// The drive with threads on it; checks on each I/O that what it met sums to its latency.
struct Bench {
    explicit Bench(const Overrides& overrides)
        : parameters{disk(overrides)}, array{simulation, ledger, parameters, {}}, places{{}, "test", "places"} {}

    Task<> serve(std::uint32_t id, Operation operation, Access access, Bytes size, std::uint64_t block) {
        twin::Trail trail;
        Io io;
        io.operation = operation;
        io.access = access;
        io.volume = static_cast<std::uint16_t>(id % static_cast<std::uint32_t>(parameters.volumes.count));
        io.stream = id;
        io.position = access == Access::random ? places() : block;
        io.size = size;
        io.work = work;
        io.trail = &trail;
        const Duration begin = simulation.now();
        co_await array.serve(io);
        latency = simulation.now() - begin;
        check(trail);
        ++done;
    }

    Task<> thread(std::uint32_t id, Operation operation, Access access, Bytes size, std::uint64_t ios) {
        for (std::uint64_t block = 0; block < ios; ++block) co_await serve(id, operation, access, size, block);
    }

    void check(const twin::Trail& trail) {
        double sum = 0;
        for (const auto& visited : trail.visits()) {
            EXPECT_GE(visited.wait_ns, 0) << ledger.places()[visited.place].name;
            EXPECT_GE(visited.service_ns, 0) << ledger.places()[visited.place].name;
            sum += static_cast<double>(visited.wait_ns) + static_cast<double>(visited.service_ns);
        }
        EXPECT_NEAR(sum, static_cast<double>(latency.ns()), 1 + 1e-6 * sum);
        ledger.settle(trail);
    }

    /// One I/O on an idle drive.
    Duration one(Operation operation, Access access, Bytes size) {
        simulation.spawn(thread(0, operation, access, size, 1));
        simulation.run();
        return latency;
    }

    double occupied(const std::string& name) const {
        for (std::size_t p = 0; p < ledger.places().size(); ++p) {
            if (ledger.places()[p].name == name) return ledger.cumulative()[p * Ledger::columns + Ledger::occupied];
        }
        ADD_FAILURE() << "no place " << name;
        return 0;
    }

    sim::Simulation simulation;
    Ledger ledger;
    Parameters parameters;
    Local array;
    sim::RandomStream places;
    float work = 1;
    Duration latency;
    int done = 0;
};

constexpr Bytes kib4 = Bytes::from_kib(4);
constexpr Bytes kib64 = Bytes::from_kib(64);
constexpr Bytes kib256 = Bytes::from_kib(256);

const Overrides constant{"media.channels=8", "costs.read.variability=0", "costs.write.variability=0",
                         "costs.link_variability=0"};

Overrides with(Overrides overrides, const Overrides& more) {
    overrides.insert(overrides.end(), more.begin(), more.end());
    return overrides;
}

/// Nothing takes time but what is set.
const Overrides free_of_cost{"costs.link_variability=0", "costs.submit=0us",          "costs.complete=0us",
                             "costs.command=0us",        "costs.command_per_kib=0us", "costs.link_per_kib=0us",
                             "costs.read.service=0us",   "costs.read.per_kib=0us",    "costs.write.service=0us",
                             "costs.write.per_kib=0us",  "costs.write.after=0us",     "costs.read.delay=50us",
                             "costs.write.delay=50us"};

const Overrides free_but_for_channels = with(with(free_of_cost, constant), {"costs.read.service=100us"});

OfferedLoad closed(int outstanding) { return {outstanding, std::nullopt}; }

// ---- unloaded latency, by hand

/// All but the channel.
Duration around_the_channel(const Costs& costs, Duration delay, Bytes size) {
    return costs.submit + costs.command + costs.command_per_kib * size.kib() + delay + costs.link_per_kib * size.kib() +
           costs.complete;
}

TEST(LocalUnloaded, AReadTakesTheSumOfItsSteps) {
    for (const Bytes size : {kib4, kib64}) {
        Bench bench{constant};
        const OperationCost& read = bench.parameters.costs.read;
        EXPECT_EQ(
            bench.one(Operation::read, Access::random, size),
            around_the_channel(bench.parameters.costs, read.delay, size) + read.service + read.per_kib * size.kib());
    }
}

TEST(LocalUnloaded, AWriteIsAcknowledgedBeforeItsChannelIsFree) {
    Bench bench{constant};
    const OperationCost& write = bench.parameters.costs.write;
    EXPECT_EQ(
        bench.one(Operation::write, Access::random, kib4),
        around_the_channel(bench.parameters.costs, write.delay, kib4) + write.service + write.per_kib * kib4.kib());
    const Duration taken = write.service + write.per_kib * kib4.kib() + write.after;
    EXPECT_EQ(bench.occupied("drive.1"), static_cast<double>(taken.ns()));
}

TEST(LocalUnloaded, ChunksAreReadAtOnce) {
    Bench bench{constant};  // four chunks on four of eight channels
    const OperationCost& read = bench.parameters.costs.read;
    const Duration chunk = read.service + read.per_kib * kib64.kib();
    EXPECT_EQ(bench.one(Operation::read, Access::random, kib256),
              around_the_channel(bench.parameters.costs, read.delay, kib256) + chunk);
    EXPECT_EQ(bench.occupied("drive.1"), static_cast<double>((chunk * 4).ns()));
}

TEST(LocalUnloaded, WorkLengthensTheHostsTimeOnly) {
    Bench plain{constant};
    Bench heavy{constant};
    heavy.work = 3;
    const Costs& costs = plain.parameters.costs;
    EXPECT_EQ(heavy.one(Operation::read, Access::random, kib4) - plain.one(Operation::read, Access::random, kib4),
              (costs.submit + costs.complete) * 2);
}

// ---- under load

TEST(LocalLoaded, WhatAnIoMeetsSumsToItsLatency) {
    Bench bench{{"media.count=3", "volumes.count=5"}};
    for (std::uint32_t id = 0; id < 60; ++id) {
        const auto operation = id % 2 == 0 ? Operation::read : Operation::write;
        const auto access = id % 3 == 0 ? Access::sequential : Access::random;
        bench.simulation.spawn(bench.thread(id, operation, access, id % 5 == 0 ? kib256 : kib4, 200));
    }
    bench.simulation.run();  // thread() checks each
    EXPECT_EQ(bench.done, 60 * 200);
}

TEST(LocalLoaded, VolumesAreSpreadOverTheDrives) {
    Bench bench{with(constant, {"media.count=4", "volumes.count=8"})};
    for (std::uint32_t id = 0; id < 32; ++id) {
        bench.simulation.spawn(bench.thread(id, Operation::read, Access::random, kib4, 50));
    }
    bench.simulation.run();
    for (const char* drive : {"drive.2", "drive.3", "drive.4"}) {
        EXPECT_EQ(bench.occupied(drive), bench.occupied("drive.1")) << drive;
    }
}

TEST(LocalLoaded, MoreChunksThanChannelsTakeThemTwice) {
    Bench bench{constant};
    const OperationCost& read = bench.parameters.costs.read;
    const Duration chunk = read.service + read.per_kib * kib64.kib();
    const Bytes sixteen = kib64 * 16;
    EXPECT_EQ(bench.one(Operation::read, Access::sequential, sixteen),
              around_the_channel(bench.parameters.costs, read.delay, sixteen) + chunk * 2);
}

TEST(LocalLoaded, AStreamGoesOverTheChannelsInTurn) {
    // Eight blocks of a stream at once, each a chunk, keep all eight channels busy; nine do not fit.
    for (const std::uint64_t blocks : {8, 9}) {
        Bench bench{free_but_for_channels};
        for (std::uint64_t block = 0; block < blocks; ++block) {
            bench.simulation.spawn(bench.serve(7, Operation::read, Access::sequential, kib64, block));
        }
        bench.simulation.run();
        EXPECT_EQ(bench.simulation.now(), Duration::from_us(blocks == 8 ? 150 : 250)) << blocks;
    }
}

// ---- saturation

double most(const Overrides& costs, const std::string& workload) {
    return point(with(free_of_cost, costs), workload, closed(256), 100'000).iops;
}

TEST(LocalSaturation, EachSerialPartAloneIsTheLimit) {
    const std::string reads = "4k:100r:100rand";
    EXPECT_NEAR(most({"costs.command=20us"}, reads), 1 / 20e-6, 0.002 / 20e-6);
    EXPECT_NEAR(most({"costs.link_per_kib=1us"}, "64k:100r:100rand"), 1 / 64e-6, 0.002 / 64e-6);
    EXPECT_NEAR(most({"costs.command_per_kib=1us"}, "64k:0r:100rand"), 1 / 64e-6, 0.002 / 64e-6);
    EXPECT_NEAR(most({"costs.submit=6us", "costs.complete=4us"}, reads), 1 / 10e-6, 0.002 / 10e-6);
    EXPECT_NEAR(most({"costs.submit=6us", "costs.complete=14us", "host.cores=2"}, reads), 2 / 20e-6, 0.002 * 2 / 20e-6);
}

TEST(LocalSaturation, ChannelsAreTheLimitOnceAllHaveWork) {
    // 256 over four queues: none is ever empty, as good as.
    const Overrides four{"media.channels=4"};
    const double reads = 4 / 100e-6;
    EXPECT_NEAR(most(with(four, {"costs.read.service=100us"}), "4k:100r:100rand"), reads, 0.02 * reads);
    const double writes = 4 / 250e-6;
    EXPECT_NEAR(most(with(four, {"costs.write.service=50us", "costs.write.after=200us"}), "4k:0r:100rand"), writes,
                0.02 * writes);
}

TEST(LocalSaturation, AnIoWaitsForItsOwnChannel) {
    // A balanced closed network of M/M/1 queues: c / S x N / (N + c - 1). One pooled queue would carry 8 / S.
    const Overrides channels{"media.channels=8", "costs.read.service=100us", "costs.read.variability=1",
                             "costs.read.delay=0us"};
    const double balanced = 8 / 100e-6 * 8 / 15;
    const double iops = point(with(free_of_cost, channels), "4k:100r:100rand", closed(8), 100'000).iops;
    EXPECT_NEAR(iops, balanced, 0.04 * balanced);  // lognormal service is not quite exponential
}

TEST(LocalSaturation, DrivesAddUp) {
    const Overrides serial{"costs.command=20us"};
    const Overrides two = with(serial, {"media.count=2", "volumes.count=2"});
    EXPECT_NEAR(most(two, "4k:100r:100rand"), 2 / 20e-6, 0.002 * 2 / 20e-6);
}

// ---- the fast solver

void expect_that_solvers_agree(const Overrides& overrides, const std::string& mix) {
    const auto built = build_array(resolve_disk(overrides));
    const auto workload = parse_inline_workload(mix);
    ASSERT_TRUE(built && workload);
    const twin::FastTwin fast{*built->twin, *workload, {1, 0}};
    const double peak = fast.point(closed(128)).iops;
    EXPECT_NEAR(peak / point(overrides, mix, closed(128), 100'000).iops, 1, 0.03) << mix;
    for (const double share : {0.1, 0.3, 0.5, 0.65, 0.8}) {
        const OfferedLoad load{128, share * peak};
        const Point quick = fast.point(load);
        const Point slow = point(overrides, mix, load, 100'000);
        EXPECT_NEAR(quick.iops / slow.iops, 1, 0.03) << mix << " at " << share;
        EXPECT_NEAR(quick.latency.mean / slow.latency.mean, 1, 0.10) << mix << " at " << share;
    }
}

TEST(LocalSolvers, AgreeUpToFourFifthsOfThePeak) {
    for (const char* mix : {"4k:100r:100rand", "64k:100r:100rand", "4k:0r:100rand", "16k:70r:50rand"}) {
        expect_that_solvers_agree({}, mix);
    }
}

TEST(LocalSolvers, AgreeWhereChannelsAreTheLimit) {
    expect_that_solvers_agree({"media.channels=4", "costs.command=1us", "costs.read.variability=1"}, "4k:100r:100rand");
}

TEST(LocalSolvers, AgreeAtFewOutstanding) {
    const auto built = build_array(resolve_disk());
    const auto workload = parse_inline_workload("4k:100r:100rand");
    ASSERT_TRUE(built && workload);
    const twin::FastTwin fast{*built->twin, *workload, {1, 0}};
    for (const int outstanding : {1, 2, 4, 8, 16, 32}) {
        const double simulated = point({}, "4k:100r:100rand", closed(outstanding), 100'000).iops;
        EXPECT_NEAR(fast.point(closed(outstanding)).iops / simulated, 1, 0.05) << outstanding;
    }
}

// ---- the spec

TEST(LocalSpec, VolumesMustFit) {
    const auto built = build_array(resolve_disk({"volumes.size=300GB"}));
    ASSERT_FALSE(built);
    EXPECT_NE(to_text(built.error()).find("fill 109 % of one"), std::string::npos) << to_text(built.error());
}

}  // namespace
}  // namespace arraytwin::local
