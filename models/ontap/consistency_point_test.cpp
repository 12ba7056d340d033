// A node's log, cores and drives with its consistency points, without the rest of the array.
#include "models/ontap/consistency_point.hpp"

#include <gtest/gtest.h>

#include "models/ontap/array_for_test.hpp"

namespace arraytwin::ontap {
namespace {

using sim::Task;
using twin::Ledger;

constexpr Duration us(std::int64_t n) { return Duration::from_ns(n * 1000); }

constexpr ConsistencyPointParameters any_costs() {
    return {.per_extent = us(50),
            .per_block = us(20),
            .stored = 1,
            .cleaners = 4,
            .message = 4,
            .chain = 64,
            .interval = us(10'000'000)};
}

struct Bench {
    explicit Bench(const ConsistencyPointParameters& costs)
        : journal{simulation, ledger, "node.1", log()},
          processor{simulation, ledger, "node.1", 8},
          aggregate{simulation, add_drives(), 2, Bytes{256 * 1024}, {{}, "node.1", "place of blocks"}},
          consistency_point{simulation, ledger, "node.1", costs, journal, processor, {&aggregate}} {}

    static journal::LogParameters log() {
        journal::LogParameters log;
        log.memory = {"", {}, Bandwidth::from_bytes_per_second(10e9), us(1)};
        log.half = Bytes{1000 * 4096};
        log.mirrored = false;
        return log;
    }

    AggregateDrives add_drives() {
        const media::SsdParameters parameters = a800().media.ssd;
        std::vector<media::Ssd*> all;
        for (int d = 1; d <= 10; ++d) {
            drives.push_back(std::make_unique<media::Ssd>(simulation, ledger, "drive", parameters, 0));
            all.push_back(drives.back().get());
        }
        return {all, all, {}};
    }

    Task<> write(int count, bool starts_extent) {
        for (int i = 0; i < count; ++i) {
            twin::Trail trail;
            twin::Io io;
            io.size = Bytes{4096};
            io.trail = &trail;
            co_await journal.log(io, starts_extent);
            ++logged;
        }
    }

    double occupied(const std::string& name) const {
        double sum = 0;
        for (std::size_t p = 0; p < ledger.places().size(); ++p) {
            if (ledger.places()[p].name == name) sum += ledger.cumulative()[p * Ledger::columns + Ledger::occupied];
        }
        return sum;
    }
    double core_us() const { return occupied("node.1.cpu") * 1e-3; }

    sim::Simulation simulation;
    Ledger ledger;
    std::vector<std::unique_ptr<media::Ssd>> drives;
    journal::Journal journal;
    controller::Processor processor;
    Aggregate aggregate;
    ConsistencyPoint consistency_point;
    int logged = 0;
};

TEST(ConsistencyPoint, TimerFlushesAnIdleLog) {
    Bench bench{any_costs()};
    bench.simulation.spawn(bench.write(1, true));
    bench.simulation.run(us(9'999'000));
    EXPECT_FALSE(bench.journal.empty());
    EXPECT_EQ(bench.core_us(), 0);
    bench.simulation.run(us(10'001'000));
    EXPECT_TRUE(bench.journal.empty());
    EXPECT_EQ(bench.core_us(), 70);  // one block, one extent
}

TEST(ConsistencyPoint, TimerWaitsAtMostTwoIntervals) {
    Bench bench{any_costs()};
    bench.simulation.run(us(10'500'000));  // nothing was there when it first ran out
    bench.simulation.spawn(bench.write(1, true));
    bench.simulation.run(us(20'001'000));
    EXPECT_TRUE(bench.journal.empty());
}

TEST(ConsistencyPoint, FullHalfBeginsOneBeforeTheTimer) {
    Bench bench{any_costs()};
    bench.simulation.spawn(bench.write(1001, true));
    bench.simulation.run(us(1'000'000));
    EXPECT_EQ(bench.logged, 1001);
    EXPECT_EQ(bench.core_us(), 1000 * 70);
    EXPECT_FALSE(bench.journal.empty());  // the last one is in the other half
}

TEST(ConsistencyPoint, ContinuationsCostBlocksOnly) {
    Bench bench{any_costs()};
    bench.simulation.spawn(bench.write(500, false));
    bench.simulation.run(us(11'000'000));
    EXPECT_EQ(bench.core_us(), 500 * 20);
}

TEST(ConsistencyPoint, BackToBackGoesAtTheSpeedOfTheCleaners) {
    Bench bench{any_costs()};
    for (int i = 0; i < 200; ++i) bench.simulation.spawn(bench.write(1000, true));
    bench.simulation.run(us(2'000'000));
    const double most = 4 / 70e-6;
    EXPECT_NEAR(bench.logged / 2.0, most, 0.03 * most);
    EXPECT_NEAR(bench.occupied("node.1.consistency_point") / 2e9 / 4, 1, 0.01);
}

TEST(ConsistencyPoint, WritesWholeStripes) {
    Bench bench{any_costs()};
    for (int i = 0; i < 50; ++i) bench.simulation.spawn(bench.write(1000, false));
    bench.simulation.run(us(30'000'000));
    ASSERT_EQ(bench.logged, 50'000);
    // Two of ten drives' worth is parity; the rest of less than a chain may be on its way.
    const double bytes = 50'000 * 4096.0 * 10 / 8;
    const double port_ns = bench.occupied("drive.port");
    EXPECT_NEAR(port_ns * 1e-9 * 3.2e9, bytes, 2 * 262'144);
}

TEST(ConsistencyPoint, DataReductionWritesLess) {
    ConsistencyPointParameters reduced = any_costs();
    reduced.stored = 0.5;
    Bench bench{reduced};
    for (int i = 0; i < 50; ++i) bench.simulation.spawn(bench.write(1000, false));
    bench.simulation.run(us(30'000'000));
    EXPECT_NEAR(bench.occupied("drive.port") * 1e-9 * 3.2e9, 0.5 * 50'000 * 4096 * 10 / 8, 2 * 262'144);
}

TEST(ConsistencyPoint, FlushCarriesOutWhatIsLogged) {
    Bench bench{any_costs()};
    bool over = false;
    const auto write_and_flush = [](Bench& b, bool& done) -> Task<> {
        co_await b.write(300, true);
        co_await b.consistency_point.flush();
        done = true;
    };
    bench.simulation.spawn(write_and_flush(bench, over));
    bench.simulation.run(us(1'000'000));
    EXPECT_TRUE(over);
    EXPECT_TRUE(bench.journal.empty());
    EXPECT_EQ(bench.core_us(), 300 * 70);
}

}  // namespace
}  // namespace arraytwin::ontap
