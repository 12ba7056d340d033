#include "lib/sim/event_queue.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "lib/sim/random.hpp"

namespace arraytwin::sim {
namespace {

constexpr Duration at(std::int64_t ns) { return Duration::from_ns(ns); }

/// The queue never looks into a frame, so any address will do for a process.
Event event(Duration time, std::uintptr_t id) {
    return {time, std::coroutine_handle<>::from_address(reinterpret_cast<void*>((id + 1) * 64))};
}
std::uintptr_t id_of(const Event& event) { return reinterpret_cast<std::uintptr_t>(event.process.address()) / 64 - 1; }

/// What an event queue must do, done simply: a multimap keeps equal keys in the order in which they came.
class Reference {
public:
    void push(Duration time, std::uintptr_t id) { pending_.emplace(time, id); }
    bool empty() const { return pending_.empty(); }
    std::size_t size() const { return pending_.size(); }
    Duration next_time() const { return pending_.begin()->first; }
    std::pair<Duration, std::uintptr_t> pop() {
        const auto first = *pending_.begin();
        pending_.erase(pending_.begin());
        return first;
    }
    /// Takes out the one that is `position` places from the front.
    std::pair<Duration, std::uintptr_t> take(std::size_t position) {
        const auto found = std::next(pending_.begin(), static_cast<std::ptrdiff_t>(position));
        const auto taken = *found;
        pending_.erase(found);
        return taken;
    }

private:
    std::multimap<Duration, std::uintptr_t> pending_;
};

enum class Gaps { none, few_ns, exponential, bimodal, far_timers, every_scale, two_instants, narrowing };

/// How long after now the next event is due.
std::int64_t draw_gap(Gaps gaps, RandomStream& random, Duration now) {
    switch (gaps) {
        case Gaps::none:
            return random.below(20) == 0 ? 1 : 0;
        case Gaps::few_ns:
            return static_cast<std::int64_t>(random.below(4));
        case Gaps::exponential:
            return static_cast<std::int64_t>(random.exponential() * 1e4);
        case Gaps::bimodal:
            return static_cast<std::int64_t>(random.exponential() * (random.below(10) == 0 ? 1e5 : 1e3));
        case Gaps::far_timers:  // nine timers of minutes for each event that is due at once
            return random.below(10) == 0 ? static_cast<std::int64_t>(random.below(1000))
                                         : static_cast<std::int64_t>(1e9 * (60 + 1e3 * random.uniform()));
        case Gaps::every_scale: {
            const auto room = static_cast<double>((Duration::max() - now).ns());
            const double gap = std::exp2(64 * random.uniform()) - 1;
            return gap >= room ? (Duration::max() - now).ns() : static_cast<std::int64_t>(gap);
        }
        case Gaps::two_instants:
            return random.below(2) == 0 ? 0 : 1'000'000 - now.ns() % 1'000'000;
        case Gaps::narrowing:  // ever shorter: what the rungs were made for is never what comes
            return static_cast<std::int64_t>(random.exponential() * 1e9 / (1.0 + static_cast<double>(now.ns()) * 1e-3));
    }
    return 0;
}

struct Shares {
    std::uint64_t push, pop, remove;
};

/// `steps` random operations; throws out of the property at the first difference.
void walk(EventQueue& queue, Reference& reference, Gaps gaps, Shares shares, int steps, RandomStream& random,
          std::uintptr_t& next_id, Duration& now) {
    for (int step = 0; step < steps; ++step) {
        const std::uint64_t dice = random.below(shares.push + shares.pop + shares.remove);
        if (dice < shares.push || reference.empty()) {
            const Duration due = now + at(draw_gap(gaps, random, now));
            queue.push(event(due, next_id));
            reference.push(due, next_id++);
        } else if (dice < shares.push + shares.pop) {
            RC_ASSERT(queue.next_time() == reference.next_time());
            const auto [time, id] = reference.pop();
            const Event popped = queue.pop();
            RC_ASSERT(popped.time == time);
            RC_ASSERT(id_of(popped) == id);
            now = time;
        } else {
            const auto [time, id] = reference.take(random.below(reference.size()));
            RC_ASSERT(queue.remove(event(time, id)));
            RC_ASSERT(!queue.remove(event(time, id)));
        }
        RC_ASSERT(queue.size() == reference.size());
    }
}

void drain(EventQueue& queue, Reference& reference, Duration& now) {
    while (!reference.empty()) {
        const auto [time, id] = reference.pop();
        const Event popped = queue.pop();
        RC_ASSERT(popped.time == time);
        RC_ASSERT(id_of(popped) == id);
        now = time;
    }
    RC_ASSERT(queue.empty());
}

rc::Gen<int> any_between(int low, int high) { return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high)); }

RC_GTEST_PROP(EventQueue, AgreesWithASortedReference, ()) {
    const auto gaps = *rc::gen::element(Gaps::none, Gaps::few_ns, Gaps::exponential, Gaps::bimodal, Gaps::far_timers,
                                        Gaps::every_scale, Gaps::two_instants, Gaps::narrowing);
    RandomStream random{{static_cast<std::uint64_t>(*any_between(0, 1 << 30)), 0}, "event_queue", "walk"};
    EventQueue queue;
    Reference reference;
    Duration now;
    std::uintptr_t next_id = 0;
    walk(queue, reference, gaps, {6, 2, 1}, *any_between(1, 3000), random, next_id, now);
    walk(queue, reference, gaps, {10, 10, 1}, *any_between(1, 3000), random, next_id, now);
    walk(queue, reference, gaps, {1, 3, 1}, *any_between(1, 1000), random, next_id, now);
    if (*rc::gen::inRange(0, 2) == 0) {
        drain(queue, reference, now);
    } else {
        queue.clear();
        reference = {};
        RC_ASSERT(queue.empty());
        now = at(*any_between(0, 1000));  // a cleared queue may begin again at an earlier time
    }
    walk(queue, reference, gaps, {3, 2, 1}, *any_between(1, 500), random, next_id, now);
    drain(queue, reference, now);
}

/// Half a million pending in the tiers of a skewed load: the sizes that the property does not reach.
TEST(EventQueue, KeepsItsOrderWhenItIsLarge) {
    RandomStream random{{}, "event_queue", "large"};
    EventQueue queue;
    std::uintptr_t id = 0;
    Duration now;
    for (int i = 0; i < 500'000; ++i) queue.push(event(at(draw_gap(Gaps::bimodal, random, now)), id++));
    Event last{};
    for (int i = 0; i < 1'000'000; ++i) {
        const Event next = queue.pop();
        ASSERT_GE(next.time, last.time);
        ASSERT_TRUE(next.time > last.time || i == 0 || id_of(next) > id_of(last));
        last = next;
        queue.push(event(next.time + at(draw_gap(Gaps::bimodal, random, now)), id++));
    }
    EXPECT_EQ(queue.size(), 500'000U);
}

TEST(EventQueue, EqualTimesLeaveInTheOrderInWhichTheyCame) {
    EventQueue queue;
    for (std::uintptr_t i = 0; i < 1000; ++i) queue.push(event(at(static_cast<std::int64_t>(i % 2) * 10), i));
    for (std::uintptr_t i = 0; i < 500; ++i) EXPECT_EQ(id_of(queue.pop()), 2 * i);
    queue.push(event(at(10), 1000));
    for (std::uintptr_t i = 0; i < 500; ++i) EXPECT_EQ(id_of(queue.pop()), 2 * i + 1);
    EXPECT_EQ(id_of(queue.pop()), 1000U);
}

/// A consistency point ends, a link comes back: everything that waited is due now. If each of these moved those before
/// it, this would take minutes.
TEST(EventQueue, AHundredThousandDueAtOnceCostNoMoreThanOthers) {
    constexpr std::uintptr_t burst = 100'000;
    EventQueue queue;
    for (std::uintptr_t i = 0; i < 2 * burst; ++i) queue.push(event(at(static_cast<std::int64_t>(i) * 1000), i));
    for (std::uintptr_t i = 0; i < 10; ++i) queue.pop();
    const Duration now = queue.pop().time;
    std::uintptr_t id = 3 * burst;
    for (std::uintptr_t i = 0; i < burst; ++i) queue.push(event(now, id++));
    for (std::uintptr_t i = 0; i < 4 * burst; ++i) {  // and each of them comes again at once
        const Event next = queue.pop();
        ASSERT_EQ(next.time, now);
        ASSERT_EQ(id_of(next), 3 * burst + i);
        queue.push(event(now, id++));
    }
}

TEST(EventQueue, TakesTheEndOfTime) {
    EventQueue queue;
    queue.push(event(Duration::max(), 1));
    queue.push(event(at(5), 2));
    queue.push(event(Duration::max() - at(1), 3));
    queue.push(event(Duration::max(), 4));
    EXPECT_EQ(id_of(queue.pop()), 2U);
    EXPECT_EQ(id_of(queue.pop()), 3U);
    EXPECT_EQ(id_of(queue.pop()), 1U);
    queue.push(event(Duration::max(), 5));
    EXPECT_TRUE(queue.remove(event(Duration::max(), 4)));
    EXPECT_EQ(id_of(queue.pop()), 5U);
    EXPECT_TRUE(queue.empty());
}

TEST(EventQueue, RemovesOnlyWhatIsThere) {
    EventQueue queue;
    EXPECT_FALSE(queue.remove(event(at(1), 1)));
    queue.push(event(at(1), 1));
    EXPECT_FALSE(queue.remove(event(at(1), 2)));
    EXPECT_FALSE(queue.remove(event(at(2), 1)));
    EXPECT_TRUE(queue.remove(event(at(1), 1)));
    EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace arraytwin::sim
