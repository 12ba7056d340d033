// The forms in which our coroutines are written. Each counts its objects, because g++ 12.2 destroys some temporaries of
// a co_await expression twice: these forms are the safe ones. The asan preset runs them on frames from the heap.
#include "lib/sim/task.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lib/sim/fork_join.hpp"
#include "lib/sim/priority_server.hpp"
#include "lib/sim/resource.hpp"
#include "lib/sim/server.hpp"
#include "lib/sim/simulation.hpp"

namespace arraytwin::sim {
namespace {

constexpr Duration us(std::int64_t n) { return Duration::from_ns(n * 1000); }

static_assert(std::is_trivially_destructible_v<Simulation::Timer>);
static_assert(std::is_trivially_destructible_v<Server::Use>);
static_assert(std::is_trivially_destructible_v<PriorityServer::Use>);
static_assert(std::is_trivially_destructible_v<decltype(std::declval<Gate&>().pass())>);
static_assert(std::is_trivially_destructible_v<decltype(std::declval<Resource&>().acquire())>);
static_assert(!std::is_copy_constructible_v<Task<>> && std::is_nothrow_move_constructible_v<Task<>>);

/// Knows how many of its kind live. The string owns memory, so that ASan sees a second destruction too.
class Tracked {
public:
    explicit Tracked(int& live, int initial = 0) : value{initial}, live_{&live} { ++*live_; }
    Tracked(const Tracked& other) : value{other.value}, live_{other.live_} { ++*live_; }
    Tracked(Tracked&& other) noexcept : value{other.value}, live_{other.live_} { ++*live_; }
    Tracked& operator=(const Tracked&) = default;
    ~Tracked() { --*live_; }

    int value;

private:
    int* live_;
    std::string heap_ = std::string(100, 'x');
};

struct Io {
    std::int64_t block = 0;
    std::int64_t bytes = 4096;
};

Task<int> at_once(int value) { co_return value; }

Task<int> later(Simulation& simulation, int value) {
    co_await simulation.delay(us(1));
    co_return value;
}

Task<int> owns(Simulation& simulation, Tracked tracked) {
    co_await simulation.delay(us(1));
    co_return tracked.value;
}

Task<std::int64_t> after(Simulation& simulation, Io io) {
    co_await simulation.delay(us(1));
    co_return io.block + io.bytes;
}

Task<std::string> name(Simulation& simulation, std::string stem) {
    const Duration pause = us(1);
    co_await simulation.delay(pause);
    co_return stem + std::string(50, '!');
}

/// Runs a task as a process until nothing is pending.
void run(Simulation& simulation, Task<> task) {
    simulation.spawn(std::move(task));
    simulation.run();
}

Task<> every_operand(Simulation& simulation, int& live, int& sum) {
    Tracked tracked{live, 1};
    sum += co_await owns(simulation, tracked);             // a name, copied
    sum += co_await owns(simulation, std::move(tracked));  // a name, moved
    Task<int> named = owns(simulation, Tracked{live, 10});
    sum += co_await named;  // a named task; its argument was a temporary outside of the co_await
    Task<int> moved = std::move(named);
    moved = at_once(100);
    sum += co_await moved;
    sum += co_await at_once(1000) + co_await later(simulation, 1000);  // two in an expression
    if (co_await later(simulation, 1) == 1) sum += 10'000;             // in a condition
    for (int i = 0; i < 3; ++i) sum += co_await later(simulation, i);  // in a loop, with a name as its argument
    Io io{1, 4096};
    sum += static_cast<int>(co_await after(simulation, io));
    const std::string text = co_await name(simulation, "a stem that is longer than the small string optimisation");
    sum += static_cast<int>(text.size());
}

TEST(Task, EveryOperandIsDestroyedOnce) {
    Simulation simulation;
    int live = 0;
    int sum = 0;
    run(simulation, every_operand(simulation, live, sum));
    EXPECT_EQ(sum, 1 + 1 + 10 + 100 + 2000 + 10'000 + 3 + 4097 + 106);
    EXPECT_EQ(live, 0);
}

class Device {
public:
    Device(Simulation& simulation, int& live) : simulation_{simulation}, held_{live, 7} {}
    Task<Tracked*> read(Tracked request) {
        co_await simulation_.delay(us(1));
        held_.value += request.value;
        co_return &held_;
    }
    Task<std::unique_ptr<int>> make(int n) {
        co_await simulation_.delay(us(1));
        co_return std::make_unique<int>(n);
    }

private:
    Simulation& simulation_;
    Tracked held_;
};

Task<int> forwards(Device& device, Tracked request) {
    const Tracked* answer = co_await device.read(request);
    const std::unique_ptr<int> made = co_await device.make(5);
    co_return answer->value + *made;
}

Task<> through_members(Device& device, int& live, int& result) {
    const Tracked request{live, 3};
    result = co_await forwards(device, request);
}

TEST(Task, MembersAndMoveOnlyResults) {
    int live = 0;
    {
        Simulation simulation;
        Device device{simulation, live};
        int result = 0;
        run(simulation, through_members(device, live, result));
        EXPECT_EQ(result, 15);
        EXPECT_EQ(live, 1);
    }
    EXPECT_EQ(live, 0);
}

Task<int> depth(Simulation& simulation, int& live, int n) {
    const Tracked here{live, n};
    if (n == 0) {
        co_await simulation.delay(us(1));
        co_return 0;
    }
    co_return 1 + co_await depth(simulation, live, n - 1);
}

Task<> dive(Simulation& simulation, int& live, int n, int& result) { result = co_await depth(simulation, live, n); }

TEST(Task, NestsDeeply) {
    Simulation simulation;
    int live = 0;
    int result = 0;
    simulation.spawn(dive(simulation, live, 5000, result));
    simulation.run(us(0));
    EXPECT_EQ(live, 5001);
    simulation.run();
    EXPECT_EQ(result, 5000);
    EXPECT_EQ(live, 0);
    EXPECT_EQ(simulation.events(), 2U);
}

TEST(Task, ASuspendedChainIsDestroyedOnce) {
    int live = 0;
    int result = -1;
    {
        Simulation simulation;
        simulation.spawn(dive(simulation, live, 500, result));
        const Process second = simulation.spawn(dive(simulation, live, 300, result));
        Process never_started = simulation.spawn(dive(simulation, live, 100, result));
        never_started.cancel();
        simulation.run(us(0));
        EXPECT_EQ(live, 802);
        Process cancelled = second;
        cancelled.cancel();
        EXPECT_EQ(live, 501);
        EXPECT_EQ(simulation.pending(), 1U);
    }
    EXPECT_EQ(live, 0);
    EXPECT_EQ(result, -1);
}

TEST(Task, NeverAwaitedIsDestroyedWithItsArguments) {
    Simulation simulation;
    int live = 0;
    {
        const Task<int> idle = owns(simulation, Tracked{live});
        EXPECT_EQ(live, 1);
        Task<int> replaced = owns(simulation, Tracked{live});
        EXPECT_EQ(live, 2);
        replaced = Task<int>{};
        EXPECT_EQ(live, 1);
    }
    EXPECT_EQ(live, 0);
}

Task<> many_at_once(int n, std::int64_t& sum) {
    for (int i = 0; i < n; ++i) sum += co_await at_once(i);
}

// Where the compiler makes no tail calls (at -O0, or in sanitized code) control still comes back, on a growing stack.
TEST(Task, TasksThatNeverWaitUseNoStack) {
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
    constexpr int n = 1'000'000;
#else
    constexpr int n = 1000;
#endif
    Simulation simulation;
    std::int64_t sum = 0;
    run(simulation, many_at_once(n, sum));
    EXPECT_EQ(sum, static_cast<std::int64_t>(n) * (n - 1) / 2);
    EXPECT_EQ(simulation.events(), 1U);
}

}  // namespace
}  // namespace arraytwin::sim
