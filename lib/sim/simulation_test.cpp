#include "lib/sim/simulation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "lib/sim/fork_join.hpp"
#include "lib/sim/random.hpp"

namespace arraytwin::sim {
namespace {

constexpr Duration ns(std::int64_t n) { return Duration::from_ns(n); }

struct Entry {
    int who;
    Duration when;
    bool operator==(const Entry&) const = default;
};
using Log = std::vector<Entry>;

Task<> note_at(Simulation& simulation, Log& log, int who, Duration time) {
    co_await simulation.until(time);
    log.push_back({who, simulation.now()});
}

TEST(Simulation, EqualTimesRunInTheOrderInWhichTheyWereScheduled) {
    Simulation simulation;
    Log log;
    for (int i = 0; i < 300; ++i) simulation.spawn(note_at(simulation, log, i, ns(i % 3 == 0 ? 7 : 5)));
    simulation.run();
    ASSERT_EQ(log.size(), 300U);
    for (std::size_t i = 0; i < 200; ++i) EXPECT_EQ(log[i].who, static_cast<int>(i / 2 * 3 + i % 2 + 1));
    for (std::size_t i = 200; i < 300; ++i) EXPECT_EQ(log[i].who, static_cast<int>((i - 200) * 3));
    EXPECT_EQ(simulation.now(), ns(7));
    EXPECT_EQ(simulation.events(), 600U);
    EXPECT_EQ(simulation.pending(), 0U);
}

Task<> parent(Simulation& simulation, Log& log) {
    log.push_back({0, simulation.now()});
    simulation.spawn(note_at(simulation, log, 1, ns(10)));
    simulation.spawn(note_at(simulation, log, 2, ns(5)));
    co_await simulation.delay(ns(10));
    log.push_back({3, simulation.now()});
}

TEST(Simulation, AProcessStartsProcesses) {
    Simulation simulation;
    Log log;
    simulation.spawn(parent(simulation, log));
    EXPECT_TRUE(log.empty());  // a process starts with the run, not when it is spawned
    simulation.run();
    // The parent was scheduled for 10 before its child ran and scheduled itself for the same time.
    EXPECT_EQ(log, (Log{{0, ns(0)}, {2, ns(5)}, {3, ns(10)}, {1, ns(10)}}));
}

TEST(Simulation, RunsUpToAndWithItsEnd) {
    Simulation simulation;
    Log log;
    for (int i = 1; i <= 3; ++i) simulation.spawn(note_at(simulation, log, i, ns(10 * i)));
    EXPECT_FALSE(simulation.run(ns(20)));
    EXPECT_EQ(log.size(), 2U);
    EXPECT_EQ(simulation.now(), ns(20));
    EXPECT_FALSE(simulation.run(ns(25)));
    EXPECT_EQ(simulation.now(), ns(25));
    simulation.run(ns(1));  // an end that lies in the past: nothing happens, and time does not go back
    EXPECT_EQ(simulation.now(), ns(25));
    const Process late = simulation.spawn(note_at(simulation, log, 4, ns(25)));
    EXPECT_TRUE(late.running());
    simulation.run();
    EXPECT_EQ(log, (Log{{1, ns(10)}, {2, ns(20)}, {4, ns(25)}, {3, ns(30)}}));
    simulation.run(ns(100));
    EXPECT_EQ(simulation.now(), ns(30));  // nothing was pending
}

TEST(Simulation, CancelsWhatHasNotStarted) {
    Simulation simulation;
    Log log;
    simulation.spawn(note_at(simulation, log, 1, ns(50)));
    simulation.run(ns(20));
    Process process = simulation.spawn(note_at(simulation, log, 2, ns(30)));
    simulation.run(ns(10));
    process.cancel();
    simulation.run();
    EXPECT_EQ(log, (Log{{1, ns(50)}}));
}

Task<> stopper(Simulation& simulation, Duration time) {
    co_await simulation.until(time);
    simulation.stop();
}

TEST(Simulation, StopsAfterTheCurrentEvent) {
    Simulation simulation;
    Log log;
    simulation.spawn(stopper(simulation, ns(20)));
    for (int i = 1; i <= 3; ++i) simulation.spawn(note_at(simulation, log, i, ns(10 * i)));
    EXPECT_TRUE(simulation.run());
    EXPECT_EQ(log, (Log{{1, ns(10)}}));
    EXPECT_FALSE(simulation.run());
    EXPECT_EQ(log, (Log{{1, ns(10)}, {2, ns(20)}, {3, ns(30)}}));
}

TEST(Process, AHandleMayOutliveItsProcess) {
    Simulation simulation;
    Log log;
    Process nobody;
    EXPECT_FALSE(nobody.running());
    nobody.cancel();
    Process process = simulation.spawn(note_at(simulation, log, 1, ns(5)));
    EXPECT_TRUE(process.running());
    simulation.run();
    EXPECT_FALSE(process.running());
    process.cancel();
    process.cancel();
    EXPECT_EQ(log.size(), 1U);
}

Task<> wander(Simulation& simulation, Log& log, int who, RandomStream random) {
    for (int i = 0; i < 20; ++i) {
        co_await simulation.delay(ns(static_cast<std::int64_t>(random.below(50))));
        log.push_back({who, simulation.now()});
    }
}

/// The same 30 processes, run up to each of `ends` and then to the end.
Log run_in_pieces(std::uint64_t seed, const std::vector<std::int64_t>& ends) {
    Simulation simulation;
    Log log;
    for (int i = 0; i < 30; ++i) {
        simulation.spawn(wander(simulation, log, i, RandomStream{{seed, 0}, std::to_string(i), "gaps"}));
    }
    for (const std::int64_t end : ends) simulation.run(ns(end));
    simulation.run();
    return log;
}

RC_GTEST_PROP(Simulation, AnInterruptedRunIsTheSameRun, (std::uint64_t seed)) {
    const auto ends = *rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 600));
    const Log whole = run_in_pieces(seed, {});
    RC_ASSERT(whole.size() == 600U);
    RC_ASSERT(run_in_pieces(seed, ends) == whole);
    for (std::size_t i = 1; i < whole.size(); ++i) RC_ASSERT(whole[i - 1].when <= whole[i].when);
}

TEST(Simulation, TracesWhatItRuns) {
    Simulation simulation;
    Log log;
    simulation.spawn(note_at(simulation, log, 1, ns(5)));
    simulation.spawn(note_at(simulation, log, 2, ns(9)));
    std::vector<Duration> times;
    simulation.run_traced(Duration::max(), [&](Duration time, const void*) { times.push_back(time); });
    EXPECT_EQ(times, (std::vector{ns(0), ns(0), ns(5), ns(9)}));
}

Task<> nothing() { co_return; }

Task<> join_all(Simulation& simulation, Log& log) {
    std::vector<Task<>> none;
    Task<> empty = all(simulation, std::move(none));
    co_await empty;
    log.push_back({0, simulation.now()});
    Task<> immediate = all(simulation, nothing(), nothing());
    co_await immediate;
    log.push_back({1, simulation.now()});
    Task<> inner = all(simulation, note_at(simulation, log, 10, ns(30)), nothing());
    Task<> outer = all(simulation, note_at(simulation, log, 11, ns(20)), std::move(inner), nothing(),
                       note_at(simulation, log, 12, ns(20)));
    co_await outer;
    log.push_back({2, simulation.now()});
}

TEST(ForkJoin, EndsWithItsLast) {
    Simulation simulation;
    Log log;
    simulation.spawn(join_all(simulation, log));
    simulation.run();
    EXPECT_EQ(log, (Log{{0, ns(0)}, {1, ns(0)}, {11, ns(20)}, {12, ns(20)}, {10, ns(30)}, {2, ns(30)}}));
}

}  // namespace
}  // namespace arraytwin::sim
