#include "models/journal/journal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace arraytwin::journal {
namespace {

using sim::Task;
using twin::Ledger;

constexpr Duration ns(std::int64_t n) { return Duration::from_ns(n); }
constexpr Duration us(std::int64_t n) { return ns(n * 1000); }

/// A half of 100 records of 4 KiB with their headers.
LogParameters any_log() {
    LogParameters log;
    log.memory = {"", {}, Bandwidth::from_bytes_per_second(10e9), us(1)};
    log.mirror = {Bandwidth::from_bytes_per_second(12.5e9), 2, us(8)};
    log.half = Bytes{100 * 4352};
    log.record_overhead = Bytes{256};
    log.lead = 0.05;
    return log;
}

struct Bench {
    explicit Bench(const LogParameters& parameters) : log{simulation, ledger, "node.1", parameters} {}

    Task<> write(std::int64_t bytes, bool starts_extent = true) {
        twin::Trail trail;
        Io io;
        io.operation = twin::Operation::write;
        io.size = Bytes{bytes};
        io.trail = &trail;
        const Duration begin = simulation.now();
        co_await log.log(io, starts_extent);
        latency = simulation.now() - begin;
        double sum = 0;
        for (const auto& visited : trail.visits()) {
            EXPECT_GE(visited.wait_ns, 0);
            EXPECT_GE(visited.service_ns, 0);
            sum += static_cast<double>(visited.wait_ns) + static_cast<double>(visited.service_ns);
        }
        EXPECT_NEAR(sum, static_cast<double>(latency.ns()), 1 + 1e-6 * sum);
        ++logged;
        bytes_logged += bytes;
    }

    void write_many(int count, std::int64_t bytes = 4096) {
        for (int i = 0; i < count; ++i) simulation.spawn(write(bytes));
        simulation.run();
    }

    /// A consistency point that takes `steps` steps of `step`, whenever one is wanted.
    Task<> flush_when_wanted(int steps, Duration step) {
        for (;;) {
            co_await log.flush_wanted().pass();
            const Dirty dirty = log.switch_halves();
            flushed += dirty.bytes.count();
            extents += dirty.extents;
            largest = std::max(largest, dirty.bytes.count());
            ++consistency_points;
            for (int i = 1; i < steps; ++i) {
                co_await simulation.delay(step);
                log.flushed(static_cast<double>(i) / steps);
            }
            co_await simulation.delay(step);
            log.flushed(1);
        }
    }

    using Io = twin::Io;
    sim::Simulation simulation;
    Ledger ledger;
    Journal log;
    int logged = 0;
    std::int64_t bytes_logged = 0;
    Duration latency;
    std::int64_t flushed = 0;
    double extents = 0;
    std::int64_t largest = 0;
    int consistency_points = 0;
};

TEST(Journal, RecordIsSafeWhenBothNodesHaveIt) {
    Bench bench{any_log()};
    bench.write_many(1);
    // Over the mirror's 25 GB/s (175), a remote write and its acknowledgement (8,000), made persistent there (1,000).
    EXPECT_EQ(bench.latency, ns(175 + 8'000 + 1'000));
}

TEST(Journal, OwnCopyDecidesWithoutAPartner) {
    LogParameters alone = any_log();
    alone.mirrored = false;
    Bench bench{alone};
    bench.write_many(1);
    EXPECT_EQ(bench.latency, ns(436 + 1'000));
    EXPECT_EQ(bench.ledger.cumulative()[1 * Ledger::columns + Ledger::occupied], 0);  // the link to nobody
}

TEST(Journal, MemoryTakesThePartnersRecordsToo) {
    Bench bench{any_log()};
    bench.write_many(100);
    EXPECT_EQ(bench.ledger.cumulative()[Ledger::occupied], 100 * 871);  // 2 x 4,352 bytes at 10 GB/s
}

TEST(Journal, MirrorBinds) {
    LogParameters slow = any_log();
    slow.mirror.speed = Bandwidth::from_bytes_per_second(0.5e9);
    slow.half = Bytes{1'000'000'000};
    Bench bench{slow};
    bench.write_many(10'000);
    EXPECT_NEAR(10'000 * 4352 / bench.simulation.now().seconds(), 1e9, 1e6);
}

TEST(Journal, WriterThatDoesNotFitWantsAFlush) {
    Bench bench{any_log()};
    bench.write_many(100);
    EXPECT_EQ(bench.logged, 100);
    EXPECT_FALSE(bench.log.flush_wanted().is_open());
    bench.write_many(1);
    EXPECT_TRUE(bench.log.flush_wanted().is_open());
    EXPECT_EQ(bench.logged, 100);  // it waits

    const Dirty dirty = bench.log.switch_halves();
    EXPECT_EQ(dirty.bytes.count(), 100 * 4096);
    EXPECT_EQ(dirty.extents, 100);
    EXPECT_FALSE(bench.log.flush_wanted().is_open());
    bench.simulation.run();
    EXPECT_EQ(bench.logged, 101);  // into the other half
}

TEST(Journal, ContinuationsStartNoExtent) {
    Bench bench{any_log()};
    bench.simulation.spawn(bench.write(4096, true));
    bench.simulation.spawn(bench.write(4096, false));
    bench.simulation.run();
    const Dirty dirty = bench.log.switch_halves();
    EXPECT_EQ(dirty.extents, 1);
    EXPECT_EQ(dirty.bytes.count(), 2 * 4096);
    EXPECT_TRUE(bench.log.empty());
}

TEST(Journal, FillingIsAheadOfTheFlushByTheLeadAndFullWhenItEnds) {
    Bench bench{any_log()};
    bench.write_many(300);
    ASSERT_EQ(bench.logged, 100);
    bench.log.switch_halves();
    for (int percent = 0; percent < 100; percent += 5) {
        if (percent > 0) bench.log.flushed(percent / 100.0);
        bench.simulation.run();
        EXPECT_EQ(bench.logged - 100, percent + 5 * (100 - percent) / 100) << percent;
    }
    EXPECT_FALSE(bench.log.flush_wanted().is_open());  // full, but the other half is still in use
    bench.log.flushed(1);
    EXPECT_TRUE(bench.log.flush_wanted().is_open());  // back to back
    bench.log.switch_halves();
    bench.simulation.run();
    EXPECT_EQ(bench.logged, 205);
}

TEST(Journal, FlushThatIsOverLetsTheHalfFillUp) {
    Bench bench{any_log()};
    bench.write_many(10);
    bench.log.flush_now();
    bench.log.switch_halves();
    bench.log.flushed(1);
    bench.write_many(100);
    EXPECT_EQ(bench.logged, 110);
    EXPECT_FALSE(bench.log.flush_wanted().is_open());
}

TEST(Journal, BackToBackWritersArePacedToTheFlush) {
    Bench bench{any_log()};
    bench.simulation.spawn(bench.flush_when_wanted(50, us(100)));  // 100 records in 5 ms
    for (int i = 0; i < 5000; ++i) bench.simulation.spawn(bench.write(4096));
    bench.simulation.run();
    EXPECT_EQ(bench.logged, 5000);
    const double rate = 5000 / bench.simulation.now().seconds();
    EXPECT_NEAR(rate, 100 / 5e-3, 0.03 * 100 / 5e-3);
}

RC_GTEST_PROP(Journal, WhatGoesInComesOutAndNobodyWaitsForEver, ()) {
    LogParameters parameters = any_log();
    parameters.half = Bytes{*rc::gen::inRange(2000, 200'000)};
    parameters.lead = 0.01 * *rc::gen::inRange(1, 101);
    parameters.mirrored = *rc::gen::arbitrary<bool>();
    Bench bench{parameters};
    bench.simulation.spawn(bench.flush_when_wanted(*rc::gen::inRange(1, 20), us(*rc::gen::inRange(1, 500))));
    // Some are larger than a whole half.
    const auto sizes = *rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(512, 300'000));
    std::int64_t all = 0;
    const auto arrivals = [](Bench& each, std::vector<std::int64_t> bytes, Duration gap) -> Task<> {
        for (const std::int64_t size : bytes) {
            each.simulation.spawn(each.write(size));
            co_await each.simulation.delay(gap);
        }
    };
    for (const std::int64_t size : sizes) all += size;
    bench.simulation.spawn(arrivals(bench, sizes, us(*rc::gen::inRange(0, 300))));
    bench.simulation.run();
    RC_ASSERT(bench.logged == static_cast<int>(sizes.size()));
    bench.log.flush_now();
    bench.simulation.run();
    RC_ASSERT(bench.flushed == all);
    RC_ASSERT(bench.extents == static_cast<double>(sizes.size()));
    RC_ASSERT(bench.log.empty());
}

/// However it is loaded, a consistency point never gets more than one half of the log.
RC_GTEST_PROP(Journal, ConsistencyPointCarriesAtMostOneHalf, ()) {
    LogParameters parameters = any_log();
    parameters.lead = 0.01 * *rc::gen::inRange(1, 101);
    Bench bench{parameters};
    bench.simulation.spawn(bench.flush_when_wanted(*rc::gen::inRange(1, 40), us(*rc::gen::inRange(1, 500))));
    for (int i = 0; i < 2000; ++i) bench.simulation.spawn(bench.write(4096));
    bench.simulation.run();
    RC_ASSERT(bench.logged == 2000);
    RC_ASSERT(bench.largest <= 100 * 4096);
}

}  // namespace
}  // namespace arraytwin::journal
