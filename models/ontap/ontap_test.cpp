// One ONTAP array: latencies that can be summed by hand, conservation, and what limits it.
#include "models/ontap/ontap.hpp"

#include <gtest/gtest.h>

#include <map>

#include "models/ontap/array_for_test.hpp"

namespace arraytwin::ontap {
namespace {

using sim::Task;
using twin::Access;
using twin::Io;
using twin::Ledger;
using twin::Operation;

/// The array with threads on it; checks on each I/O that what it met sums to its latency.
struct Bench {
    explicit Bench(const Overrides& overrides)
        : parameters{a800(overrides)}, array{simulation, ledger, parameters, {}}, places{{}, "test", "places"} {}

    Task<> thread(std::uint32_t id, Operation operation, Access access, Bytes size, int ios) {
        for (std::uint64_t block = 0; block < static_cast<std::uint64_t>(ios); ++block) {
            twin::Trail trail;
            Io io;
            io.operation = operation;
            io.access = access;
            io.volume = static_cast<std::uint16_t>(id % static_cast<std::uint32_t>(parameters.volumes.count));
            io.stream = id;
            io.position = access == Access::random ? places() : block;
            io.size = size;
            io.trail = &trail;
            const Duration begin = simulation.now();
            co_await array.serve(io);
            latency = simulation.now() - begin;
            check(trail);
            ++done;
            if (done >= limit) simulation.stop();
        }
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

    /// One I/O on an idle array.
    Duration one(Operation operation, Access access, Bytes size) {
        limit = done + 1;
        simulation.spawn(thread(0, operation, access, size, 1));
        simulation.run();
        return latency;
    }

    double column(const std::string& name, Ledger::Column column) const {
        double sum = 0;
        for (std::size_t p = 0; p < ledger.places().size(); ++p) {
            if (ledger.places()[p].name == name) sum += ledger.cumulative()[p * Ledger::columns + column];
        }
        return sum;
    }

    sim::Simulation simulation;
    Ledger ledger;
    Parameters parameters;
    Ontap array;
    sim::RandomStream places;
    Duration latency;
    int done = 0;
    int limit = INT_MAX;
};

constexpr Bytes kib4 = Bytes::from_kib(4);
constexpr Bytes kib64 = Bytes::from_kib(64);

/// Without chance: constant core times, one kind of flash page, no cache.
const Overrides constant{"costs.random_read.variability=0", "costs.sequential_read.variability=0",
                         "costs.write.variability=0",       "media.read_time_low=65us",
                         "media.read_time_high=65us",       "software.cache_share=0"};

// ---- unloaded latency, by hand

/// Everything outside the array: down the host and over, and back with `bytes` on the links.
struct OutsideTimes {
    explicit OutsideTimes(const fabric::FabricParameters& f)
        : fabric{f}, host{f.hosts.ports.link.data_rate()}, port{f.ports.link.data_rate()} {}

    Duration control(Bytes frame) const {
        return frame / host + frame / port + fabric.switch_latency + fabric.cable_delay * 2;
    }
    /// Both adapters work on a command.
    Duration command() const {
        return fabric.hosts.submit + fabric.hosts.ports.link.command_time + control(fabric.frames.command) +
               fabric.ports.link.command_time;
    }
    /// The host's link is the slower one: all bytes on it, after one frame on the port's.
    Duration reply_of_read(Bytes data) const {
        return fabric.ports.link.frame_payload / port + fabric.cable_delay + fabric.switch_latency +
               (data + fabric.frames.response) / host + fabric.cable_delay + fabric.hosts.complete;
    }
    Duration reply_of_write() const {
        const Bytes response = fabric.frames.response;
        return response / fabric.ports.slot_rate + response / port + response / host + fabric.switch_latency +
               fabric.cable_delay * 2 + fabric.hosts.complete;
    }
    /// All bytes on the host's link, one more frame on the port's and over the slot.
    Duration write_data(Bytes data) const {
        return data / host + fabric.cable_delay + fabric.switch_latency + fabric.ports.link.frame_payload / port +
               fabric.cable_delay + fabric.ports.link.frame_payload / fabric.ports.slot_rate;
    }

    const fabric::FabricParameters& fabric;
    Bandwidth host;
    Bandwidth port;
};

TEST(OntapUnloaded, RandomReadTakesTheSumOfItsParts) {
    Bench bench{constant};
    const OutsideTimes outside{bench.parameters.fabric};
    const OperationCost& cost = bench.parameters.costs.random_read;
    const media::SsdParameters& ssd = bench.parameters.media.ssd;
    const Duration drive =
        ssd.read_time_low + ssd.controller_time + kib4 / ssd.channel_rate + kib4 / ssd.interface_rate;
    EXPECT_EQ(bench.one(Operation::read, Access::random, kib4), outside.command() + cost.service +
                                                                    bench.parameters.costs.fetch_per_kib * 4 +
                                                                    cost.delay + drive + outside.reply_of_read(kib4));
}

TEST(OntapUnloaded, SequentialReadFindsItsBlockInMemory) {
    Bench bench{constant};
    const OutsideTimes outside{bench.parameters.fabric};
    const OperationCost& cost = bench.parameters.costs.sequential_read;
    EXPECT_EQ(bench.one(Operation::read, Access::sequential, kib64),
              outside.command() + cost.service + cost.delay + outside.reply_of_read(kib64));
    EXPECT_GT(bench.column("node.1.cpu", Ledger::occupied), (bench.parameters.costs.fetch_per_kib * 64).ns());
}

TEST(OntapUnloaded, WriteIsAcknowledgedOnceLoggedOnBothNodes) {
    for (const Bytes size : {kib4, kib64}) {
        Bench bench{constant};
        const OutsideTimes outside{bench.parameters.fabric};
        const Costs& costs = bench.parameters.costs;
        const journal::PartnerLink& link = bench.parameters.nodes.partner_link;
        const journal::JournalParameters& memory = bench.parameters.nodes.journal;
        const Bytes record = size + costs.log_record_overhead;
        const Duration here = record * 2 / memory.write_rate;  // the partner's records take as much of the memory
        const Duration there = record / (link.speed * link.count) + link.round_trip;
        const Duration logged = std::max(here, there) + memory.persist_time;
        EXPECT_EQ(bench.one(Operation::write, Access::random, size),
                  outside.command() + outside.control(bench.parameters.fabric.frames.transfer_ready) +
                      outside.write_data(size) + costs.write.service + costs.write.delay +
                      costs.write_per_kib * size.kib() + logged + outside.reply_of_write());
        EXPECT_EQ(bench.column("drive.1", Ledger::occupied), 0);  // no drive has seen it yet
    }
}

TEST(OntapUnloaded, FasterClockShortensCoreTimeOnly) {
    Overrides faster = constant;
    faster.push_back("nodes.clock=4.2GHz");
    Bench base{constant};
    Bench fast{faster};
    const Costs& costs = base.parameters.costs;
    const Duration fetched = costs.fetch_per_kib * kib4.kib();
    const Duration saved = (costs.random_read.service + costs.random_read.delay + fetched) * 0.5;
    EXPECT_EQ(base.one(Operation::read, Access::random, kib4) - fast.one(Operation::read, Access::random, kib4), saved);
}

// ---- under load

TEST(OntapLoaded, WhatAnIoMeetsSumsToItsLatency) {
    Bench bench{{}};
    bench.limit = 20'000;
    for (std::uint32_t id = 0; id < 600; ++id) {
        const auto operation = id % 2 == 0 ? Operation::read : Operation::write;
        const auto access = id % 3 == 0 ? Access::sequential : Access::random;
        bench.simulation.spawn(bench.thread(id, operation, access, id % 5 == 0 ? Bytes::from_kib(512) : kib4, 1000));
    }
    bench.simulation.run();  // thread() checks each
    EXPECT_GE(bench.done, bench.limit);
}

TEST(OntapLoaded, NodesPortsAndDrivesAreUsedEvenly) {
    Bench bench{{"costs.random_read.variability=0"}};
    bench.limit = 60'000;
    for (std::uint32_t id = 0; id < 512; ++id) {
        bench.simulation.spawn(bench.thread(id, Operation::read, Access::random, kib4, 10'000));
    }
    bench.simulation.run();
    EXPECT_NEAR(bench.column("node.1.cpu", Ledger::occupied) / bench.column("node.2.cpu", Ledger::occupied), 1, 0.02);
    std::vector<double> drives;
    for (int d = 1; d <= 24; ++d) drives.push_back(bench.column("drive." + std::to_string(d), Ledger::occupied));
    // Whole drives are dealt in turn; the last of each node is its spare.
    EXPECT_EQ(drives[22] + drives[23], 0);
    for (int d = 0; d < 22; ++d) EXPECT_NEAR(drives[static_cast<std::size_t>(d)] / drives[0], 1, 0.1);
    for (const char* port : {"port.1b", "port.1c", "port.1d", "port.2a", "port.2b", "port.2c", "port.2d"}) {
        EXPECT_NEAR(bench.column(port, Ledger::occupied) / bench.column("port.1a", Ledger::occupied), 1, 0.02) << port;
    }
}

TEST(OntapLoaded, VolumesGetEqualShares) {
    Bench bench{{"costs.random_read.variability=0"}};
    bench.limit = 64'000;
    std::map<std::uint32_t, int> of_volume;
    const auto count = [](Bench& b, std::map<std::uint32_t, int>& by_volume, std::uint32_t id) -> Task<> {
        for (;;) {
            co_await b.thread(id, Operation::read, Access::random, kib4, 1);
            ++by_volume[id % 32];
        }
    };
    for (std::uint32_t id = 0; id < 512; ++id) bench.simulation.spawn(count(bench, of_volume, id));
    bench.simulation.run();
    ASSERT_EQ(of_volume.size(), 32U);
    for (const auto& [volume, ios] : of_volume) EXPECT_NEAR(ios, 2000, 200) << volume;
}

TEST(OntapLoaded, StreamsThatStartTogetherDoNotCrowdOnFewCores) {
    // In step they would need 4 of 48 cores at a time, and queue for a service of 76 us each.
    Bench bench{{"costs.sequential_read.variability=0"}};
    for (std::uint32_t id = 0; id < 512; ++id) {
        bench.simulation.spawn(bench.thread(id, Operation::read, Access::sequential, kib64, 1));
    }
    bench.simulation.run(Duration::from_us(20'000));
    ASSERT_EQ(bench.done, 512);
    const double wait_us =
        (bench.column("node.1.cpu", Ledger::wait) + bench.column("node.2.cpu", Ledger::wait)) / 512e3;
    const OperationCost& cost = bench.parameters.costs.sequential_read;
    const double of_evenly_spread = 512.0 / 96 / 2 * (cost.service + cost.after).us();
    EXPECT_LT(wait_us, 3 * of_evenly_spread);
}

TEST(OntapLoaded, OneVolumeCannotFillANode) {
    // Its affinities are 12 of a node's 48 cores; all volumes use both nodes' 96. Enough is outstanding to keep them busy.
    const Overrides all{"costs.random_read.variability=0", "fabric.hosts.lun_queue_depth=4096"};
    Overrides one = all;
    one.push_back("volumes.count=1");
    const double of_one = closed_point(one, "4k:100r:100rand", 2000, 40'000).iops;
    const double of_all = closed_point(all, "4k:100r:100rand", 8000, 160'000).iops;
    EXPECT_NEAR(of_one / of_all, 12.0 / 96, 0.03 * 12 / 96);
}

// ---- saturation

/// 4 KiB random writes a second that all cleaners can carry: a block takes its core time, and its share of the wait
/// until a chain is in the drive's buffer. What they wait for cores comes on top, less than 3 %.
double cleaned_by_all(const Parameters& array) {
    const ConsistencyPointCost& cost = array.costs.consistency_point;
    const Bytes chain = kib4 * array.chain();
    const Duration written = chain / array.media.ssd.interface_rate + array.media.ssd.controller_time;
    const Duration block = cost.per_extent + cost.per_block + cost.reduce_per_block + written * (1.0 / array.chain());
    return array.nodes.count * std::round(cost.cleaner_share * array.nodes.cores) / block.seconds();
}

TEST(OntapSaturation, RandomWritesAreLimitedByTheCleaners) {
    const Overrides cleaners_alone{"costs.write.service=10us", "costs.write.after=10us"};
    const double most = cleaned_by_all(a800());
    EXPECT_NEAR(closed_point(cleaners_alone, "4k:0r:100rand", 1932, 400'000).iops, most, 0.03 * most);
    const Overrides half{"costs.write.service=10us", "costs.write.after=10us",
                         "costs.consistency_point.cleaner_share=0.1667"};
    EXPECT_NEAR(closed_point(half, "4k:0r:100rand", 1932, 300'000).iops, most / 2, 0.03 * most / 2);
}

TEST(OntapSaturation, ReadsAreLimitedByTheCores) {
    const Parameters array = a800({"costs.random_read.variability=0"});
    const OperationCost& cost = array.costs.random_read;
    const Duration core_time = cost.service + array.costs.fetch_per_kib * 4 + cost.after;
    const double most = array.nodes.count * array.nodes.cores / core_time.seconds();
    const Point point = closed_point({"costs.random_read.variability=0", "fabric.hosts.lun_queue_depth=4096"},
                                     "4k:100r:100rand", 8000, 160'000);
    EXPECT_NEAR(point.iops, most, 0.02 * most);
    EXPECT_NE(point.bottleneck.find(".cpu"), std::string::npos);
}

/// A small log, so that a whole one fills within a short run: 1 GiB a node unscaled, against the halves of the default.
TEST(OntapSaturation, ShrinkingTheLogDoesNotChangeThePeak) {
    const auto peak = [](const char* scale) {
        return closed_point({"nodes.journal.size=1GiB", scale}, "4k:0r:100rand", 1932, 700'000);
    };
    const Point unscaled = peak("costs.consistency_point.simulated_log=256MiB");
    const Point scaled = peak("costs.consistency_point.simulated_log=64MiB");
    EXPECT_NEAR(scaled.iops / unscaled.iops, 1, 0.02);
    EXPECT_NEAR(scaled.latency.mean / unscaled.latency.mean, 1, 0.02);
    EXPECT_NEAR(scaled.latency.p99 / unscaled.latency.p99, 1, 0.1);
}

/// The measured array with its whole log. A consistency point then carries two million writes.
TEST(SlowOntapSaturation, TheWholeLogHasThePeakOfTheShrunkenOne) {
    const Point whole = closed_point({"costs.consistency_point.simulated_log=8GiB"}, "4k:0r:100rand", 1932, 16'000'000);
    const Point shrunken = closed_point({}, "4k:0r:100rand", 1932, 1'000'000);
    EXPECT_NEAR(shrunken.iops / whole.iops, 1, 0.02);
}

}  // namespace
}  // namespace arraytwin::ontap
