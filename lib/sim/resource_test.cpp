#include "lib/sim/resource.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <numeric>
#include <vector>

namespace arraytwin::sim {
namespace {

constexpr Duration ns(std::int64_t n) { return Duration::from_ns(n); }

struct Passage {
    int who;
    std::int64_t when;
    bool operator==(const Passage&) const = default;
};
using Passages = std::vector<Passage>;

Task<> visitor(Simulation& simulation, Gate& gate, Passages& passages, int who, Duration arrival) {
    co_await simulation.until(arrival);
    co_await gate.pass();
    passages.push_back({who, simulation.now().ns()});
}

/// Open for 10 ns, shut for 10 ns.
Task<> keeper(Simulation& simulation, Gate& gate, int rounds) {
    const Duration half = ns(10);
    for (int i = 0; i < rounds; ++i) {
        gate.open();
        co_await simulation.delay(half);
        gate.shut();
        co_await simulation.delay(half);
    }
    gate.open();
}

TEST(Gate, LetsThroughInOrderWhenItOpens) {
    Simulation simulation;
    Gate gate{simulation, false};
    Passages passages;
    for (int i = 0; i < 200; ++i) simulation.spawn(visitor(simulation, gate, passages, i, ns(i % 50)));
    simulation.run();
    EXPECT_TRUE(passages.empty());
    EXPECT_FALSE(gate.is_open());
    gate.open();
    simulation.run();
    ASSERT_EQ(passages.size(), 200U);
    for (std::size_t i = 0; i < 200; ++i) {  // by arrival, then by number
        EXPECT_EQ(passages[i], (Passage{static_cast<int>(i / 4 + i % 4 * 50), 49}));
    }
}

RC_GTEST_PROP(Gate, NobodyIsForgottenAndNobodyOvertakes, (std::vector<std::uint8_t> arrivals)) {
    Simulation simulation;
    Gate gate{simulation, false};
    Passages passages;
    simulation.spawn(keeper(simulation, gate, 20));
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
        simulation.spawn(visitor(simulation, gate, passages, static_cast<int>(i), ns(arrivals[i])));
    }
    simulation.run();
    RC_ASSERT(passages.size() == arrivals.size());
    const auto arrival = [&](const Passage& p) { return arrivals[static_cast<std::size_t>(p.who)]; };
    for (std::size_t i = 0; i < passages.size(); ++i) {
        const std::int64_t came = arrival(passages[i]);
        const std::int64_t round = came % 20;
        // Whoever comes at the very instant of a change may come before or after it.
        const std::int64_t opens = round <= 10 ? came : came + 20 - round;
        RC_ASSERT(passages[i].when == opens || (round == 10 && passages[i].when == came + 10));
        if (i > 0) RC_ASSERT(arrival(passages[i - 1]) <= came);
    }
}

struct Wish {
    std::int64_t arrival, amount, hold;
};

struct Store {
    Simulation simulation;
    Resource stock{simulation, 5};
    std::int64_t held = 0;
    std::vector<int> served;
    std::vector<Duration> waits;
    std::vector<std::int64_t> served_at;
};

Task<> take(Store& store, Wish wish, int who) {
    const Duration arrival = ns(wish.arrival);
    const Duration hold = ns(wish.hold);
    co_await store.simulation.until(arrival);
    const Duration wait = co_await store.stock.acquire(wish.amount);
    store.served.push_back(who);
    store.served_at.push_back(store.simulation.now().ns());
    store.waits.push_back(wait);
    store.held += wish.amount;
    co_await store.simulation.delay(hold);
    store.held -= wish.amount;
    store.stock.release(wish.amount);
}

rc::Gen<std::vector<Wish>> any_wishes() {
    const auto wish =
        rc::gen::map(rc::gen::tuple(rc::gen::inRange<std::int64_t>(1, 8), rc::gen::inRange<std::int64_t>(0, 6),
                                    rc::gen::inRange<std::int64_t>(1, 30)),
                     [](const auto& t) {
                         return Wish{std::get<0>(t), std::get<1>(t), std::get<2>(t)};
                     });
    return rc::gen::map(rc::gen::container<std::vector<Wish>>(wish), [](std::vector<Wish> wishes) {
        std::int64_t now = 0;
        for (Wish& each : wishes) each.arrival = now += each.arrival;
        return wishes;
    });
}

/// When each is served if nobody overtakes: at its arrival, when the one before it is served, or as soon as enough of
/// the earlier ones have given back, whichever is last.
std::vector<std::int64_t> served_in_turn(const std::vector<Wish>& wishes, std::int64_t total) {
    std::vector<std::int64_t> served(wishes.size());
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        std::int64_t now = std::max(wishes[i].arrival, i > 0 ? served[i - 1] : 0);
        for (;; ++now) {
            std::int64_t held = 0;
            for (std::size_t k = 0; k < i; ++k) held += served[k] + wishes[k].hold > now ? wishes[k].amount : 0;
            if (held + wishes[i].amount <= total) break;
        }
        served[i] = now;
    }
    return served;
}

RC_GTEST_PROP(Resource, ServesInTurn, ()) {
    const auto wishes = *any_wishes();
    Store store;
    for (std::size_t i = 0; i < wishes.size(); ++i) store.simulation.spawn(take(store, wishes[i], static_cast<int>(i)));
    while (store.simulation.pending() > 0) {
        store.simulation.run(store.simulation.now() + ns(1));
        RC_ASSERT(store.stock.available() >= 0);
        RC_ASSERT(store.stock.available() + store.held == 5);
    }
    RC_ASSERT(!store.stock.has_waiters());
    const auto expected = served_in_turn(wishes, 5);
    RC_ASSERT(store.served.size() == wishes.size());
    for (std::size_t i = 0; i < wishes.size(); ++i) {
        const auto who = static_cast<std::size_t>(store.served[i]);
        RC_ASSERT(store.served_at[i] == expected[who]);
        RC_ASSERT(store.waits[i].ns() == expected[who] - wishes[who].arrival);
    }
}

TEST(Resource, WhoAsksForLessDoesNotOvertake) {
    Store store;
    store.simulation.spawn(take(store, {0, 4, 100}, 0));
    store.simulation.spawn(take(store, {10, 3, 10}, 1));  // waits for the first
    store.simulation.spawn(take(store, {20, 1, 10}, 2));  // could be served at once
    store.simulation.run();
    EXPECT_EQ(store.served, (std::vector{0, 1, 2}));
    EXPECT_EQ(store.served_at, (std::vector<std::int64_t>{0, 100, 100}));
    EXPECT_EQ(store.stock.available(), 5);
}

TEST(Resource, TheStockMayGrow) {
    Store store;
    store.simulation.spawn(take(store, {0, 8, 10}, 0));
    store.simulation.run();
    EXPECT_TRUE(store.stock.has_waiters());
    store.stock.release(2);
    EXPECT_TRUE(store.stock.has_waiters());
    store.stock.release(1);
    store.simulation.run();
    EXPECT_EQ(store.served.size(), 1U);
    EXPECT_EQ(store.stock.available(), 8);
}

TEST(Resource, WhoGivesUpLetsThoseBehindThrough) {
    Store store;
    Process large = store.simulation.spawn(take(store, {0, 6, 10}, 0));
    store.simulation.spawn(take(store, {1, 5, 10}, 1));
    store.simulation.run();
    EXPECT_TRUE(store.served.empty());
    large.cancel();
    store.simulation.run();
    EXPECT_EQ(store.served, (std::vector{1}));
}

}  // namespace
}  // namespace arraytwin::sim
