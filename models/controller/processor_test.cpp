#include "models/controller/processor.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "lib/sim/random.hpp"

namespace arraytwin::controller {
namespace {

using sim::Task;
using twin::Ledger;

constexpr Duration us(std::int64_t n) { return Duration::from_ns(n * 1000); }

struct Bench {
    explicit Bench(int cores) : processor{simulation, ledger, "node.1", cores} {}

    Task<> bound(std::size_t core, Duration service, Duration after, Duration& end, Duration delay = {}) {
        twin::Trail trail;
        const Processor::Operation operation{service, after, 1, 0};
        co_await processor.run_bound(trail, core, operation, delay);
        end = simulation.now();
        ledger.settle(trail);
    }
    Task<> anywhere(Duration service, Duration& end) {
        twin::Trail trail;
        co_await processor.run_anywhere(trail, service);
        end = simulation.now();
        ledger.settle(trail);
    }
    Task<> background(Duration service, Duration& end) {
        co_await processor.run_in_background(service);
        end = simulation.now();
    }

    /// Of both kinds of work.
    double column(Ledger::Column column) const {
        double sum = 0;
        for (std::size_t p = 0; p < ledger.places().size(); ++p)
            sum += ledger.cumulative()[p * Ledger::columns + column];
        return sum;
    }

    sim::Simulation simulation;
    Ledger ledger;
    Processor processor;
};

TEST(Processor, BoundWorkWaitsForItsCoreThoughAnotherIdles) {
    Bench bench{2};
    Duration first;
    Duration second;
    bench.simulation.spawn(bench.bound(0, us(10), {}, first));
    bench.simulation.spawn(bench.bound(0, us(10), {}, second));
    bench.simulation.run();
    EXPECT_EQ(first, us(10));
    EXPECT_EQ(second, us(20));
    EXPECT_EQ(bench.column(Ledger::wait), 10'000);
}

TEST(Processor, UnboundWorkTakesTheCoreThatIsFreeFirst) {
    Bench bench{2};
    Duration bound;
    Duration one;
    Duration two;
    bench.simulation.spawn(bench.bound(0, us(10), {}, bound));
    bench.simulation.spawn(bench.anywhere(us(10), one));
    bench.simulation.spawn(bench.anywhere(us(10), two));
    bench.simulation.run();
    EXPECT_EQ(one, us(10));
    EXPECT_EQ(two, us(20));
}

TEST(Processor, BothKindsUseUpTheSameCores) {
    Bench bench{1};
    Duration background;
    Duration bound;
    bench.simulation.spawn(bench.background(us(30), background));
    bench.simulation.spawn(bench.bound(0, us(10), {}, bound));
    bench.simulation.run();
    EXPECT_EQ(background, us(30));
    EXPECT_EQ(bound, us(40));
    bench.processor.run_unattended(us(5));
    Duration last;
    bench.simulation.spawn(bench.bound(0, us(10), {}, last));
    bench.simulation.run();
    EXPECT_EQ(last, us(55));
}

TEST(Processor, WorkAfterTheAnswerHoldsTheCoreButNotTheHost) {
    Bench bench{1};
    Duration first;
    Duration second;
    bench.simulation.spawn(bench.bound(0, us(10), us(50), first));
    bench.simulation.spawn(bench.bound(0, us(10), us(50), second));
    bench.simulation.run();
    EXPECT_EQ(first, us(10));
    EXPECT_EQ(second, us(70));
    EXPECT_EQ(bench.column(Ledger::occupied), 120'000);
    EXPECT_EQ(bench.column(Ledger::service), 20'000);
}

TEST(Processor, HandOversHoldNoCore) {
    Bench bench{1};
    Duration first;
    Duration second;
    bench.simulation.spawn(bench.bound(0, us(10), {}, first, us(100)));
    bench.simulation.spawn(bench.bound(0, us(10), {}, second, us(100)));
    bench.simulation.run();
    EXPECT_EQ(first, us(110));
    EXPECT_EQ(second, us(120));
}

TEST(Processor, FactorScalesBothParts) {
    Bench bench{1};
    twin::Trail trail;
    const Processor::Operation twice{us(10), us(50), 2, 1.7};
    bench.ledger.record_moments();
    bench.processor.run_bound(trail, 0, twice, {});
    EXPECT_EQ(bench.column(Ledger::occupied), 120'000);
    EXPECT_EQ(bench.column(Ledger::expected), 60'000);  // the mean, whatever was drawn
    EXPECT_EQ(bench.column(Ledger::expected_square), 60'000.0 * 60'000 * 2.7);
}

/// Whatever the mix: what was asked for is what was occupied, and it cannot have been done faster than all cores could.
RC_GTEST_PROP(Processor, WorkIsConserved, ()) {
    const int cores = *rc::gen::inRange(1, 9);
    Bench bench{cores};
    const int jobs = *rc::gen::inRange(1, 60);
    std::vector<Duration> ends(static_cast<std::size_t>(jobs));
    Duration work;
    Duration longest;
    for (Duration& end : ends) {
        const Duration service = us(*rc::gen::inRange(1, 50));
        const Duration after = us(*rc::gen::inRange(0, 50));
        const auto core = static_cast<std::size_t>(*rc::gen::inRange(0, cores));
        switch (*rc::gen::inRange(0, 3)) {
            case 0:
                bench.simulation.spawn(bench.bound(core, service, after, end));
                work += after;
                break;
            case 1:
                bench.simulation.spawn(bench.anywhere(service, end));
                break;
            default:
                bench.simulation.spawn(bench.background(service, end));
        }
        work += service;
        longest = std::max(longest, service + after);
    }
    bench.simulation.run();
    RC_ASSERT(bench.column(Ledger::occupied) == static_cast<double>(work.ns()));
    for (const Duration end : ends) RC_ASSERT(end > Duration{});
    RC_ASSERT((bench.simulation.now() + longest) * cores >= work);
}

}  // namespace
}  // namespace arraytwin::controller
