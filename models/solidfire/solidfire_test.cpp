// One SolidFire cluster: latencies that can be summed by hand, conservation, and what limits it.
#include "models/solidfire/solidfire.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

#include "models/solidfire/array_for_test.hpp"

namespace arraytwin::solidfire {
namespace {

using twin::Operation;

/// Without chance: constant core times, one kind of flash page, no cache, no lookup on a drive.
const Overrides constant{"costs.read.variability=0",  "costs.write.variability=0", "media.read_time_low=80us",
                         "media.read_time_high=80us", "software.cache_share=0",    "software.lookup_misses=0"};

// ---- unloaded latency, by hand; all sizes here fit into one frame, and all links are of one kind

struct Times {
    explicit Times(const Parameters& p)
        : array{p}, fabric{p.fabric}, rate{p.fabric.ports.link.data_rate()}, tcp{p.fabric.frames.target_work} {}

    Duration through(Bytes bytes) const {
        return bytes / rate + fabric.cable_delay + fabric.switch_latency + bytes / rate + fabric.cable_delay;
    }
    Duration adapters() const { return fabric.hosts.ports.link.command_time + fabric.ports.link.command_time; }
    Duration command_of_read() const {
        return fabric.hosts.submit + fabric.frames.host_command + through(fabric.frames.command) + adapters();
    }
    Duration command_of_write(Bytes data) const {
        return fabric.hosts.submit + fabric.frames.host_command + fabric.frames.host_per_kib * data.kib() + adapters() +
               through(data) + data / fabric.ports.slot_rate;
    }
    Duration reply(Bytes data) const {
        const Bytes bytes = data + fabric.frames.response;
        return bytes / fabric.ports.slot_rate + through(bytes) + fabric.hosts.complete +
               fabric.frames.host_per_kib * data.kib();
    }
    Duration drive(Bytes stored) const {
        const media::SsdParameters& ssd = array.media.ssd;
        return ssd.read_time_low + ssd.controller_time + stored / ssd.channel_rate + stored / ssd.interface_rate;
    }

    const Parameters& array;
    const fabric::FabricParameters& fabric;
    Bandwidth rate;
    double tcp;
};

TEST(SolidFireUnloaded, ReadTakesTheSumOfItsParts) {
    Bench bench{constant};
    const Times t{bench.parameters};
    const Costs& costs = bench.parameters.costs;
    const Bytes stored{3277};  // 4096 / 1.25, rounded up
    const Duration local = t.command_of_read() + costs.read.service * t.tcp + costs.read.delay * t.tcp +
                           costs.block_read + t.drive(stored) +
                           (costs.read_per_kib + t.fabric.frames.target_per_kib) * 4 + t.reply(kib4);
    const Duration remote = local + t.through(t.fabric.frames.command) + t.through(stored);
    std::set<Duration> seen;
    for (int i = 0; i < 50; ++i) seen.insert(bench.one(Operation::read, kib4));
    EXPECT_EQ(seen, (std::set<Duration>{local, remote}));
}

TEST(SolidFireUnloaded, WriteIsAcknowledgedOnceLoggedOnBothNodes) {
    for (const Bytes size : {kib4, Bytes::from_kib(8)}) {
        Bench bench{constant};
        const Times t{bench.parameters};
        const Costs& costs = bench.parameters.costs;
        const journal::JournalParameters& memory = bench.parameters.nodes.journal;
        EXPECT_EQ(bench.one(Operation::write, size),
                  t.command_of_write(size) + costs.write.service * t.tcp + costs.write.delay * t.tcp +
                      (costs.write_per_kib + t.fabric.frames.target_per_kib) * size.kib() + t.through(size) +
                      costs.mirror + size / memory.write_rate + memory.persist_time +
                      t.through(t.fabric.frames.response) + t.reply(Bytes{}));
    }
}

TEST(SolidFireUnloaded, LargeReadWaitsForTheSlowestOfItsBlocksOnly) {
    Bench bench{constant};
    const Times t{bench.parameters};
    const Bytes size = Bytes::from_kib(128);
    const Duration latency = bench.one(Operation::read, size);
    const Costs& costs = bench.parameters.costs;
    const Duration fixed = t.command_of_read() + (costs.read.service + costs.read.delay) * t.tcp + costs.block_read +
                           t.drive(Bytes{3277}) + (costs.read_per_kib + t.fabric.frames.target_per_kib) * 128 +
                           size / t.rate + t.fabric.hosts.complete + t.fabric.frames.host_per_kib * 128;
    EXPECT_GT(latency, fixed);
    EXPECT_LT(latency,
              fixed + Duration::from_us(400));  // collisions of 32 blocks on dies and ports, not 32 times a block
}

// ---- conservation

TEST(SolidFireLoaded, WhatAnIoMeetsSumsToItsLatency) {
    Bench bench{{"volumes.qos.max_iops=4000", "software.lookup_misses=0.1", "software.deduplication=1.5"}};
    bench.limit = 15'000;
    const Bytes sizes[]{kib4, Bytes::from_kib(8), Bytes::from_kib(128), Bytes::from_kib(1)};
    for (std::uint32_t id = 0; id < 600; ++id) {
        const auto operation = id % 2 == 0 ? Operation::read : Operation::write;
        bench.simulation.spawn(bench.thread(id, operation, sizes[id / 2 % 4], 1000));
    }
    bench.simulation.run();  // thread() checks each
    EXPECT_GE(bench.done, bench.limit);
}

TEST(SolidFireBlocks, EachIsStoredTwiceOnTwoNodes) {
    Bench bench{{}};
    const auto drives_of_node = static_cast<std::size_t>(bench.parameters.block_drives_of_node());
    std::vector<std::int64_t> before = bench.array.copies_by_drive();
    for (int i = 0; i < 100; ++i) {
        bench.one(Operation::write, kib4);
        const std::vector<std::int64_t> after = bench.array.copies_by_drive();
        std::set<std::size_t> nodes;
        std::int64_t copies = 0;
        for (std::size_t d = 0; d < after.size(); ++d) {
            copies += after[d] - before[d];
            if (after[d] > before[d]) nodes.insert(d / drives_of_node);
        }
        EXPECT_EQ(copies, 2);
        EXPECT_EQ(nodes.size(), 2U);
        before = after;
    }
    bench.one(Operation::write, Bytes::from_kib(128));
    const auto total = [](const std::vector<std::int64_t>& of) { return std::accumulate(of.begin(), of.end(), 0L); };
    EXPECT_EQ(total(bench.array.copies_by_drive()) - total(before), 2 * 32);
}

TEST(SolidFireBlocks, LieEvenlyOnTheDrives) {
    Bench bench{{}};
    for (std::uint32_t id = 0; id < 200; ++id) bench.simulation.spawn(bench.thread(id, Operation::write, kib4, 100));
    bench.simulation.run();
    const std::vector<std::int64_t> copies = bench.array.copies_by_drive();
    ASSERT_EQ(copies.size(), 72U);
    const double expected = 2.0 * 200 * 100 / 72;
    double chi_square = 0;
    for (std::int64_t of_drive : copies) {
        const double off = static_cast<double>(of_drive) - expected;
        chi_square += off * off / expected;
    }
    EXPECT_LT(chi_square, 112);  // 71 degrees of freedom: 99.9 % lie below
    EXPECT_GT(chi_square, 39);   // and 0.1 % below this: more even than chance would be
}

TEST(SolidFireBlocks, AllAreOnDrivesAfterAFlush) {
    Bench bench{{}};
    bench.limit = 500;
    for (std::uint32_t id = 0; id < 100; ++id) bench.simulation.spawn(bench.thread(id, Operation::write, kib4, 5));
    bench.simulation.run();
    bench.simulation.spawn(bench.array.flush());
    bench.simulation.run();
    const auto copies = bench.array.copies_by_drive();
    EXPECT_EQ(std::accumulate(copies.begin(), copies.end(), 0L), 2 * 500);
    EXPECT_EQ(bench.simulation.pending(), 0U);
}

// ---- limits

TEST(SolidFireLimits, HostLinksCarryTheirLineRateOfLargeReads) {
    const Parameters array = cluster();
    const Bytes carried = Bytes::from_kib(128) + array.fabric.frames.response;
    const double rate = array.fabric.hosts.ports.link.data_rate().bytes_per_second();
    for (const int hosts : {1, 2}) {
        const double most = hosts * array.fabric.hosts.ports.per_host * rate / static_cast<double>(carried.count());
        const Point point =
            closed_point({"fabric.hosts.count=" + std::to_string(hosts)}, "128k:100r:0rand", 448, 8'000);
        EXPECT_NEAR(point.iops, most, 0.01 * most) << hosts;
        EXPECT_EQ(point.bottleneck.substr(0, 4), "host") << point.bottleneck;
    }
}

TEST(SolidFireLimits, MoreNodesNeverLowerThePeak) {
    for (const char* workload : {"4k:100r:100rand", "8k:0r:100rand"}) {
        double before = 0;
        for (const int nodes : {4, 5, 8, 10, 14}) {
            const Overrides overrides{"nodes.count=" + std::to_string(nodes),
                                      "media.count=" + std::to_string(10 * nodes), "volumes.size=400GB"};
            const Point peak = closed_point(overrides, workload, 1120, 15'000);
            EXPECT_GT(peak.iops, 0.97 * before) << workload << ", " << nodes;  // the noise of a short run
            before = peak.iops;
        }
    }
}

TEST(SolidFireLimits, FullDrivesHoldWritersBack) {
    // Drives of one slow die: the NVRAM fills, and hosts get what the drives carry.
    const Overrides slow{"media.program_time=20ms", "media.dies=1", "media.write_buffer=96KiB",
                         "software.journal_scale=0.00390625", "media.over_provisioning=1"};
    const Parameters array = cluster(slow);
    const media::SsdParameters& ssd = array.media.ssd;
    const double cleaned = media::write_amplification(ssd.over_provisioning, array.fill());
    const Duration sensed = (ssd.read_time_low + ssd.read_time_high) * 0.5 * 3;
    const Duration unit = ssd.program_time * cleaned + sensed * (cleaned - 1) +
                          ssd.erase_time * (cleaned * (ssd.program_unit / ssd.erase_unit));
    const double most = 72 / (unit.seconds() * (Bytes{3277} / ssd.program_unit)) / 2;  // both copies
    const Point point = closed_point(slow, "4k:0r:100rand", 2000, 120'000);
    EXPECT_NEAR(point.iops, most, 0.1 * most);  // chance fills some drives before others
}

TEST(SolidFireLimits, QualityOfServiceHoldsEachVolumeAtItsMaximum) {
    const Overrides limited{"volumes.qos.max_iops=500"};
    const double most = 56 * 500.0;
    for (const auto& [workload, weight] : {std::pair{"4k:100r:100rand", 1.0}, std::pair{"16k:0r:100rand", 2.7}}) {
        const Point point = closed_point(limited, workload, 448, 20'000);
        EXPECT_LT(point.iops, most / weight * 1.001) << workload;
        EXPECT_GT(point.iops, most / weight * 0.98) << workload;
    }
}

// ---- the two solvers

TEST(SolidFireSolvers, AgreeUpToFourFifthsOfThePeak) {
    struct Case {
        const char* workload;
        int outstanding;
        std::int64_t ios;
    };
    for (const Case& each : {Case{"4k:100r:100rand", 1024, 50'000}, Case{"4k:0r:100rand", 2048, 50'000},
                             Case{"128k:100r:0rand", 144, 12'000}, Case{"128k:0r:0rand", 256, 12'000}}) {
        const double peak =
            points({}, each.workload, {{each.outstanding, std::nullopt}}, Solver::simulate, each.ios).front().iops;
        std::vector<OfferedLoad> loads;
        for (const double share : {0.2, 0.5, 0.8}) loads.push_back({each.outstanding, share * peak});
        const auto simulated = points({}, each.workload, loads, Solver::simulate, each.ios);
        const auto fast = points({}, each.workload, loads, Solver::fast);
        for (std::size_t i = 0; i < loads.size(); ++i) {
            EXPECT_NEAR(fast[i].iops / simulated[i].iops, 1, 0.03) << each.workload << " at " << *loads[i].target_iops;
            EXPECT_NEAR(fast[i].latency.mean / simulated[i].latency.mean, 1, 0.1)
                << each.workload << " at " << *loads[i].target_iops;
        }
    }
}

}  // namespace
}  // namespace arraytwin::solidfire
