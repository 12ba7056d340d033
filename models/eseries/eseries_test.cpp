// One E-Series array: latencies that can be summed by hand, conservation, and what limits it.
#include "models/eseries/eseries.hpp"

#include "lib/twin/fast_twin.hpp"
#include "models/eseries/array_for_test.hpp"

namespace arraytwin::eseries {
namespace {

using twin::Access;
using twin::Operation;

/// Without chance: constant core times, one kind of flash page, hardly any cache, nothing on the drives to clean.
const Overrides constant{"costs.random_read.variability=0", "costs.sequential_read.variability=0",
                         "costs.write.variability=0",       "media.read_time_low=65us",
                         "media.read_time_high=65us",       "nodes.memory=1GB"};

Overrides with(Overrides overrides, const Overrides& more) {
    overrides.insert(overrides.end(), more.begin(), more.end());
    return overrides;
}

// ---- unloaded latency, by hand

/// Everything but controllers and drives: down the host and over, and back.
struct OutsideTimes {
    explicit OutsideTimes(const Parameters& p)
        : fabric{p.fabric},
          chip{p.nodes.host_interface.command_time},
          host{fabric.hosts.ports.link.data_rate()},
          port{fabric.ports.link.data_rate()} {}

    Duration control(Bytes frame) const {
        return frame / host + frame / port + fabric.switch_latency + fabric.cable_delay * 2;
    }
    /// Adapter, port and chip work on a command.
    Duration command() const {
        return fabric.hosts.submit + fabric.hosts.ports.link.command_time + control(fabric.frames.command) +
               fabric.ports.link.command_time + chip;
    }
    Duration read_reply(Bytes data) const {
        return fabric.ports.link.frame_payload / port + fabric.cable_delay + fabric.switch_latency +
               (data + fabric.frames.response) / host + fabric.cable_delay + fabric.hosts.complete;
    }
    Duration write_data(Bytes data) const {
        return control(fabric.frames.transfer_ready) + data / host + fabric.cable_delay + fabric.switch_latency +
               fabric.ports.link.frame_payload / port + fabric.cable_delay +
               fabric.ports.link.frame_payload / fabric.ports.slot_rate;
    }
    Duration write_reply() const {
        const Bytes response = fabric.frames.response;
        return response / fabric.ports.slot_rate + response / port + response / host + fabric.switch_latency +
               fabric.cable_delay * 2 + fabric.hosts.complete;
    }

    const fabric::FabricParameters& fabric;
    Duration chip;
    Bandwidth host;
    Bandwidth port;
};

Bandwidth links_rate(const Parameters& p) {
    return p.nodes.drive_links.lane * (p.nodes.drive_links.lanes * p.nodes.drive_links.efficiency);
}

/// Sensing, channel, port, one more frame on the links, and the command's way.
Duration drive_read(const Parameters& p, Bytes bytes) {
    const media::SsdParameters& ssd = p.media.ssd;
    return ssd.read_time_low + ssd.controller_time + bytes / ssd.channel_rate + bytes / ssd.interface_rate +
           Bytes{1024} / links_rate(p) + p.nodes.drive_links.round_trip;
}

TEST(EseriesUnloaded, RandomReadTakesTheSumOfItsParts) {
    Bench bench{constant};
    const Parameters& p = bench.parameters;
    const OutsideTimes outside{p};
    const auto& cost = p.costs.random_read;
    Duration latency;
    while (bench.occupied_ns("drive.", ".port") == 0) latency = bench.one(Operation::read, Access::random, kib4);
    EXPECT_EQ(latency, outside.command() + cost.service + p.costs.fetch_per_kib * 4 + cost.delay + drive_read(p, kib4) +
                           outside.read_reply(kib4));
}

TEST(EseriesUnloaded, SequentialReadFindsItsBlockInMemory) {
    Bench bench{constant};
    const OutsideTimes outside{bench.parameters};
    const auto& cost = bench.parameters.costs.sequential_read;
    EXPECT_EQ(bench.one(Operation::read, Access::sequential, kib64),
              outside.command() + cost.service + cost.delay + outside.read_reply(kib64));
    EXPECT_NEAR(bench.drive_bytes(), 65536, 8);
}

TEST(EseriesUnloaded, WriteIsAcknowledgedOnceInBothCaches) {
    for (const Bytes size : {kib4, kib64}) {
        Bench bench{constant};
        const Parameters& p = bench.parameters;
        const OutsideTimes outside{p};
        const auto& link = p.nodes.partner_link;
        EXPECT_EQ(bench.one(Operation::write, Access::random, size),
                  outside.command() + outside.write_data(size) + p.costs.write.service + p.costs.write.delay +
                      p.costs.write_per_kib * size.kib() + size / (link.speed * link.count) + link.round_trip +
                      outside.write_reply());
        EXPECT_EQ(bench.drive_bytes(), 0);  // no drive has seen it yet
    }
}

TEST(EseriesUnloaded, WithoutMirroringTheLinkIsSaved) {
    Bench mirrored{constant};
    Bench alone{with(constant, {"software.cache_mirroring=false"})};
    const auto& link = mirrored.parameters.nodes.partner_link;
    EXPECT_EQ(mirrored.one(Operation::write, Access::random, kib4) - alone.one(Operation::write, Access::random, kib4),
              kib4 / (link.speed * link.count) + link.round_trip);
}

/// The partner is gone: the answer waits for flush work and the drives, which take a scattered write in their own time.
TEST(EseriesUnloaded, WriteThroughTakesTheDrivesTime) {
    Bench bench{with(constant, {"nodes.count=1"})};
    const Parameters& p = bench.parameters;
    const OutsideTimes outside{p};
    EXPECT_EQ(bench.one(Operation::write, Access::random, kib4),
              outside.command() + outside.write_data(kib4) + p.costs.write.service + p.costs.write.delay +
                  p.costs.write_per_kib * 4 + p.costs.flush.per_update + p.costs.flush.per_kib * 4 +
                  p.media.scattered_write_time + p.nodes.drive_links.round_trip + outside.write_reply());
    EXPECT_NEAR(bench.scattered_writes(), 2, 1e-9);
}

TEST(EseriesUnloaded, WriteThroughOfParityReadsFirst) {
    const Overrides alone = with(constant, {"nodes.count=1", "layout.raid=raid-5"});
    Bench bench{alone};
    const Parameters& p = bench.parameters;
    const OutsideTimes outside{p};
    // Two drives are read at once and their 8 KiB come over the links behind the later one.
    const Duration read = drive_read(p, kib4);
    const Duration parity = p.costs.flush.parity_per_kib * 12;  // three of four transfers are for parity's sake
    EXPECT_EQ(bench.one(Operation::write, Access::random, kib4),
              outside.command() + outside.write_data(kib4) + p.costs.write.service + p.costs.write.delay +
                  p.costs.write_per_kib * 4 + p.costs.flush.per_update + p.costs.flush.per_kib * 4 + parity + read +
                  p.media.scattered_write_time + p.nodes.drive_links.round_trip + outside.write_reply());
}

// ---- under load

TEST(EseriesLoaded, WhatAnIoMeetsSumsToItsLatency) {
    for (const char* nodes : {"nodes.count=2", "nodes.count=1"}) {
        for (const char* raid : {"layout.raid=raid-10", "layout.raid=raid-6", "layout.raid=ddp"}) {
            Bench bench{{nodes, raid, "costs.simulated_cache=13MB", "nodes.host_interface.exchanges=16"}};
            bench.limit = 6000;
            for (std::uint32_t id = 0; id < 600; ++id) {
                const auto operation = id % 2 == 0 ? Operation::read : Operation::write;
                const auto access = id % 3 == 0 ? Access::sequential : Access::random;
                bench.simulation.spawn(
                    bench.thread(id, operation, access, id % 5 == 0 ? Bytes::from_kib(2048) : kib4, 1000));
            }
            bench.simulation.run();  // thread() checks each
            EXPECT_GE(bench.done, bench.limit);
        }
    }
}

TEST(EseriesLoaded, ControllersChipsAndDrivesAreUsedEvenly) {
    Bench bench{{}};
    bench.limit = 60'000;
    for (std::uint32_t id = 0; id < 256; ++id) {
        bench.simulation.spawn(bench.thread(id, Operation::read, Access::random, kib4, 10'000));
    }
    bench.simulation.run();
    EXPECT_NEAR(bench.occupied_ns("node.1.cpu") / bench.occupied_ns("node.2.cpu"), 1, 0.03);
    EXPECT_NEAR(bench.occupied_ns("node.1.chip.1") / bench.occupied_ns("node.2.chip.2"), 1, 0.02);
    const double of_all = bench.occupied_ns("drive.", ".port");
    for (int d = 1; d <= 24; ++d) {
        EXPECT_NEAR(bench.occupied_ns("drive." + std::to_string(d) + ".port") / of_all, 1.0 / 24, 0.1 / 24) << d;
    }
}

// ---- saturation

TEST(EseriesSaturation, RandomWritesAreLimitedByTheDrives) {
    const Parameters p = ef570();
    const double of_drives = p.media.count / p.media.scattered_write_time.seconds();
    // RAID 10 writes twice; RAID 6 three times, and so do pools.
    for (const auto& [raid, writes] : {std::pair{"raid-10", 2}, {"raid-6", 3}, {"ddp", 3}}) {
        const Point peak = closed_point({std::string{"layout.raid="} + raid}, "4k:0r:100rand", 1024, 200'000);
        EXPECT_NEAR(peak.iops, of_drives / writes, 0.05 * of_drives / writes) << raid;
        EXPECT_EQ(peak.bottleneck, "drives.writes") << raid;
    }
}

TEST(EseriesSaturation, ReadsAreLimitedByTheCores) {
    const Parameters p = ef570();
    const auto& cost = p.costs.random_read;
    const double most =
        p.nodes.count * p.nodes.cores / (cost.service + cost.after + p.costs.fetch_per_kib * 4).seconds();
    const Point peak = closed_point({"costs.random_read.variability=0"}, "4k:100r:100rand", 2048, 200'000);
    EXPECT_NEAR(peak.iops, most, 0.02 * most);
    EXPECT_NE(peak.bottleneck.find(".cpu"), std::string::npos);
}

/// Each segment of 128 KiB that a stream has filled takes one of the flush tasks for its core time.
TEST(EseriesSaturation, StreamsAreLimitedByTheFlushTasks) {
    const Parameters p = ef570();
    const Duration segment = p.costs.flush.per_update + p.costs.flush.per_kib * 128;
    const double most = 2.0 * p.nodes.count * p.costs.flush.tasks / segment.seconds();
    const Point peak = closed_point({}, "64k:0r:0rand", 256, 60'000);
    EXPECT_NEAR(peak.iops, most, 0.03 * most);
    EXPECT_NE(peak.bottleneck.find(".flush"), std::string::npos);
}

TEST(EseriesSaturation, ReadsOfOneLaneAreLimitedByIt) {
    const Overrides thin{"nodes.drive_links.lanes=1"};
    const double most = 2 * links_rate(ef570(thin)).bytes_per_second() / 65536;
    const Point peak = closed_point(thin, "64k:100r:0rand", 512, 40'000);
    EXPECT_NEAR(peak.iops, most, 0.02 * most);
    EXPECT_NE(peak.bottleneck.find(".drive_links"), std::string::npos);
}

TEST(EseriesSaturation, ExchangesOfTheChipsLimitWhatIsInside) {
    // One command at a time in each of four chips: four times the inverse of what an I/O spends inside.
    const Point narrow = closed_point({"nodes.host_interface.exchanges=1"}, "4k:100r:100rand", 64, 20'000);
    const Point four = closed_point({}, "4k:100r:100rand", 4, 20'000);
    EXPECT_GT(narrow.iops, four.iops);  // hosts' own time is outside
    EXPECT_LT(narrow.iops, 2 * four.iops);
}

/// Four times the cache and its timer, the same rates.
TEST(EseriesSaturation, ShrinkingTheCacheDoesNotChangeThePeak) {
    const auto peak = [](const char* scale, const char* workload, std::int64_t ios) {
        return closed_point({scale}, workload, 512, ios);
    };
    for (const auto& [workload, ios] : {std::pair{"4k:0r:100rand", 500'000}, {"64k:0r:0rand", 50'000}}) {
        const Point small = peak("costs.simulated_cache=100MB", workload, ios);
        const Point large = peak("costs.simulated_cache=400MB", workload, ios);
        EXPECT_NEAR(small.iops / large.iops, 1, 0.02) << workload;
        EXPECT_NEAR(small.latency.mean / large.latency.mean, 1, 0.03) << workload;
    }
}

// ---- the fast solver

TEST(EseriesSolvers, AgreeUpToFourFifthsOfThePeak) {
    const auto built = build_array(resolve_ef570());
    ASSERT_TRUE(built);
    struct Corner {
        const char* workload;
        int threads;
    };
    for (const auto& [text, threads] : {Corner{"4k:100r:100rand", 4096}, Corner{"4k:0r:100rand", 2048},
                                        Corner{"64k:100r:0rand", 512}, Corner{"64k:0r:0rand", 256}}) {
        const Workload workload = inline_workload(text);
        const twin::FastTwin fast{*built->twin, workload, {1, 0}};
        const double peak = fast.point({threads, std::nullopt}).iops;
        EXPECT_NEAR(closed_point({}, text, threads, 150'000).iops / peak, 1, 0.03) << text;
        for (double share : {0.2, 0.5, 0.8}) {
            const OfferedLoad load{threads, share * peak};
            const Point quick = fast.point(load);
            const Point slow = point({}, text, load, 100'000);
            EXPECT_NEAR(quick.iops / slow.iops, 1, 0.03) << text << share;
            EXPECT_NEAR(quick.latency.mean / slow.latency.mean, 1, 0.10) << text << share;
        }
    }
}

}  // namespace
}  // namespace arraytwin::eseries
