// A process may be destroyed wherever it waits: nothing leaks, nobody else waits for ever, and who shares nothing with it
// does not notice. The asan preset makes this a test for use after free.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "lib/sim/fork_join.hpp"
#include "lib/sim/link.hpp"
#include "lib/sim/priority_server.hpp"
#include "lib/sim/random.hpp"
#include "lib/sim/resource.hpp"
#include "lib/sim/server.hpp"
#include "lib/sim/simulation.hpp"

namespace arraytwin::sim {
namespace {

constexpr Duration ns(std::int64_t n) { return Duration::from_ns(n); }

/// Every kind of thing to wait for.
struct World {
    explicit World(int& counter) : live{counter} {}

    int& live;  // frames that hold a Counted
    Simulation simulation;
    Server shared{simulation, 2};
    PriorityServer patient{simulation, 1, 3, Preemption::none};
    PriorityServer urgent{simulation, 2, 3, Preemption::resume};
    Gate gate{simulation};
    Resource slots{simulation, 4};
    std::vector<std::vector<Duration>> finished;  // by process: when each of its private steps ended
    std::vector<bool> ended;
};

class Counted {
public:
    explicit Counted(int& live) : live_{&live} { ++*live_; }
    Counted(const Counted&) = delete;
    Counted& operator=(const Counted&) = delete;
    ~Counted() { --*live_; }

private:
    int* live_;
    std::string heap_ = std::string(50, 'x');
};

/// What a process took from a stock goes back when the process ends, however it ends.
class Held {
public:
    Held(Resource& stock, std::int64_t amount) : stock_{&stock}, amount_{amount} {}
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { stock_->release(amount_); }

private:
    Resource* stock_;
    std::int64_t amount_;
};

Task<> hold(World& world, RandomStream& random) {
    const Counted counted{world.live};
    const auto amount = static_cast<std::int64_t>(1 + random.below(3));
    const Duration pause = ns(static_cast<std::int64_t>(random.below(30)));
    co_await world.slots.acquire(amount);
    const Held held{world.slots, amount};
    co_await world.simulation.delay(pause);
}

Task<> serve(World& world, RandomStream& random, bool urgent) {
    const Counted counted{world.live};
    const auto service = ns(static_cast<std::int64_t>(random.below(20)));
    const auto priority = static_cast<int>(random.below(3));
    PriorityServer& server = urgent ? world.urgent : world.patient;
    co_await server.use(priority, service);
}

Task<> swing(World& world, RandomStream& random) {
    const Counted counted{world.live};
    const Duration pause = ns(static_cast<std::int64_t>(random.below(20)));
    world.gate.shut();
    co_await world.simulation.delay(pause);
    world.gate.open();
}

Task<> step(World& world, RandomStream& random, int depth) {
    const Counted counted{world.live};
    const Duration pause = ns(static_cast<std::int64_t>(random.below(20)));
    switch (random.below(depth > 0 ? 8U : 6U)) {
        case 0:
            co_await world.simulation.delay(pause);
            break;
        case 1:
            co_await world.shared.use(pause, pause);
            break;
        case 2:
            co_await serve(world, random, false);
            break;
        case 3:
            co_await serve(world, random, true);
            break;
        case 4:
            co_await world.gate.pass();
            break;
        case 5:
            co_await hold(world, random);
            break;
        case 6:
            co_await step(world, random, depth - 1);
            break;
        default: {
            Task<> both = all(world.simulation, step(world, random, depth - 1), step(world, random, depth - 1));
            co_await both;
        }
    }
}

Task<> walker(World& world, RandomStream random, std::size_t who) {
    const Counted counted{world.live};
    for (int i = 0; i < 10; ++i) co_await step(world, random, 3);
    world.ended[who] = true;
}

/// Shares nothing with the others but the clock.
Task<> hermit(World& world, RandomStream random, std::size_t who) {
    const Counted counted{world.live};
    Server own{world.simulation, 1};
    for (int i = 0; i < 20; ++i) {
        const Duration service = ns(static_cast<std::int64_t>(random.below(20)));
        const Duration pause = ns(static_cast<std::int64_t>(random.below(20)));
        co_await own.use(service);
        co_await world.simulation.delay(pause);
        world.finished[who].push_back(world.simulation.now());
    }
    world.ended[who] = true;
}

/// Opens the gate for ever once in a while: a cancelled swing leaves it shut.
Task<> porter(World& world) {
    for (int i = 0; i < 200; ++i) {
        const Duration round = ns(25);
        co_await world.simulation.delay(round);
        world.gate.open();
    }
}

Task<> reaper(World& world, RandomStream random, std::vector<Process>& victims, std::vector<bool>& cancelled,
              int count) {
    for (int i = 0; i < count; ++i) {
        const Duration pause = ns(static_cast<std::int64_t>(random.below(20)));
        co_await world.simulation.delay(pause);
        const std::size_t victim = random.below(victims.size());
        cancelled[victim] = cancelled[victim] || victims[victim].running();
        victims[victim].cancel();
    }
}

Task<> swinger(World& world, RandomStream random) {
    for (int i = 0; i < 30; ++i) co_await swing(world, random);
}

constexpr std::size_t walkers = 12;
constexpr std::size_t hermits = 6;

struct Outcome {
    std::vector<bool> cancelled;
    std::vector<bool> ended;
    std::vector<std::vector<Duration>> finished;
    std::int64_t slots = 0;
    int live = 0;
    std::size_t pending = 0;
};

Outcome run_world(std::uint64_t seed, int cancellations, Duration end) {
    int live = 0;
    World world{live};
    world.finished.resize(walkers + hermits);
    world.ended.resize(walkers + hermits);
    std::vector<bool> cancelled(walkers + hermits);
    std::vector<Process> victims;
    for (std::size_t i = 0; i < walkers + hermits; ++i) {
        const RandomStream random{{seed, 0}, std::to_string(i), "steps"};
        victims.push_back(world.simulation.spawn(i < walkers ? walker(world, random, i) : hermit(world, random, i)));
    }
    world.simulation.spawn(porter(world));
    world.simulation.spawn(swinger(world, RandomStream{{seed, 0}, "gate", "times"}));
    const RandomStream random{{seed, 0}, "reaper", "victims"};
    world.simulation.spawn(reaper(world, random, victims, cancelled, cancellations));
    world.simulation.run(end);
    return {cancelled, world.ended, world.finished, world.slots.available(), live, world.simulation.pending()};
}

RC_GTEST_PROP(Cancel, AnyProcessAtAnyTime, (std::uint64_t seed)) {
    const int cancellations = *rc::gen::inRange(1, 20);
    const Outcome calm = run_world(seed, 0, Duration::max());
    const Outcome reaped = run_world(seed, cancellations, Duration::max());
    RC_ASSERT(reaped.pending == 0U);
    RC_ASSERT(reaped.live == 0);
    RC_ASSERT(reaped.slots == 4);
    for (std::size_t i = 0; i < walkers + hermits; ++i) {
        RC_ASSERT(calm.ended[i]);
        RC_ASSERT(reaped.ended[i] != reaped.cancelled[i]);
        if (i >= walkers && !reaped.cancelled[i]) RC_ASSERT(reaped.finished[i] == calm.finished[i]);
    }
}

/// A chain whose every frame holds something that counts, waiting in `Wait`; no destructor may touch the world.
Task<> hold_on(World& world, int which) {
    const Counted counted{world.live};
    const Duration long_time = ns(1'000'000);
    switch (which) {
        case 0:
            co_await world.simulation.delay(long_time);
            break;
        case 1:
            co_await world.shared.use(long_time);
            break;
        case 2:
            co_await world.patient.use(1, long_time);
            break;
        case 3:
            co_await world.urgent.use(2, long_time);
            break;
        case 4:
            co_await world.gate.pass();
            break;
        case 5:
            co_await world.slots.acquire(3);
            break;
        default: {
            Task<> both = all(world.simulation, hold_on(world, which - 6), hold_on(world, which - 6));
            co_await both;
        }
    }
}

TEST(Cancel, ASimulationEndsWhileItsProcessesWait) {
    int live = 0;
    {
        World world{live};
        world.gate.shut();
        for (int i = 0; i < 36; ++i) world.simulation.spawn(hold_on(world, i % 12));
        world.simulation.run(ns(10));
        EXPECT_EQ(live, 18 + 18 * 3 - 1);  // the first that asked for slots got them
    }
    EXPECT_EQ(live, 0);
}

TEST(Cancel, EachWaitGivesBackItsEvent) {
    for (int which = 0; which < 12; ++which) {
        int live = 0;
        World world{live};
        world.gate.shut();
        std::vector<Process> processes;
        for (int i = 0; i < 5; ++i) processes.push_back(world.simulation.spawn(hold_on(world, which)));
        world.simulation.run(ns(10));
        for (Process& each : processes) each.cancel();
        EXPECT_EQ(live, 0) << which;
        EXPECT_EQ(world.simulation.pending(), 0U) << which;
        EXPECT_FALSE(world.slots.has_waiters()) << which;
    }
}

}  // namespace
}  // namespace arraytwin::sim
