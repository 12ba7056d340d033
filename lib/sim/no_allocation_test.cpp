// In steady state nothing is allocated between two events. This file replaces the global operator new of its test program
// by one that counts.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "lib/sim/fork_join.hpp"
#include "lib/sim/link.hpp"
#include "lib/sim/priority_server.hpp"
#include "lib/sim/random.hpp"
#include "lib/sim/resource.hpp"
#include "lib/sim/server.hpp"
#include "lib/sim/simulation.hpp"

namespace {

std::atomic<std::int64_t> allocated{0};
std::atomic<std::int64_t> freed{0};

void* allocate(std::size_t size, std::size_t alignment) {
    ++allocated;
    void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (memory == nullptr) throw std::bad_alloc{};
    return memory;
}

void release(void* memory) noexcept {
    if (memory != nullptr) ++freed;
    std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return allocate(size, std::size_t(alignment)); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace arraytwin::sim {
namespace {

constexpr Duration ns(std::int64_t n) { return Duration::from_ns(n); }

struct Array {
    Simulation simulation;
    RandomStream random{{}, "array", "everything"};
    Server cpu{simulation, 8};
    Server drives{simulation, 24};
    PriorityServer bus{simulation, 2, 2, Preemption::resume};
    Resource slots{simulation, 100};
    Gate gate{simulation};
    Link link{simulation, Bandwidth::from_bytes_per_second(3.2e9), ns(200), ns(500), Bytes{2048}};

    Duration draw(double mean_ns) { return ns(static_cast<std::int64_t>(random.exponential() * mean_ns)); }
};

Task<bool> look_up(Array& array) {
    const Duration service = array.draw(1000);
    co_await array.cpu.use(service);
    co_return array.random.below(2) == 0;
}

Task<Duration> read_drive(Array& array) {
    const Duration service = array.draw(80'000);
    const auto drive = static_cast<std::size_t>(array.random.below(24));
    const Visit visit = co_await array.drives.use_one(drive, service);
    co_return visit.wait + visit.service;
}

Task<> one_io(Array& array) {
    const Bytes bytes{4096};
    co_await array.slots.acquire();
    co_await array.gate.pass();
    if (!co_await look_up(array)) co_await read_drive(array);
    const int priority = static_cast<int>(array.random.below(2));
    const Duration service = array.draw(1000);
    co_await array.bus.use(priority, service);
    const Transfer transfer = array.link.send(bytes);
    co_await array.simulation.until(transfer.tail);
    array.slots.release();
}

Task<> client(Array& array) {
    for (;;) {
        co_await one_io(array);
        const Duration think = array.draw(10'000);
        co_await array.simulation.delay(think);
    }
}

Task<> interrupts(Array& array) {
    for (;;) {
        const Duration open = array.draw(1'000'000);
        const Duration shut = array.draw(100'000);
        co_await array.simulation.delay(open);
        array.gate.shut();
        co_await array.simulation.delay(shut);
        array.gate.open();
    }
}

TEST(NoAllocation, AMillionEventsInSteadyState) {
#ifdef ARRAYTWIN_NO_FRAME_POOL
    GTEST_SKIP() << "every frame comes from the heap";
#endif
    Array array;
    for (int i = 0; i < 256; ++i) array.simulation.spawn(client(array));
    array.simulation.spawn(interrupts(array));
    array.simulation.run(ns(200'000'000));
    const std::uint64_t events = array.simulation.events();
    const std::int64_t before = allocated;
    Duration end = array.simulation.now();
    while (array.simulation.events() < events + 1'000'000) array.simulation.run(end += ns(1'000'000));
    EXPECT_EQ(allocated - before, 0);
}

TEST(NoAllocation, ASpawnedProcessReusesFrames) {
#ifdef ARRAYTWIN_NO_FRAME_POOL
    GTEST_SKIP() << "every frame comes from the heap";
#endif
    Array array;
    const auto round = [&] {
        for (int i = 0; i < 50; ++i) array.simulation.spawn(one_io(array));
        array.simulation.run();
    };
    for (int i = 0; i < 100; ++i) round();
    const std::int64_t before = allocated;
    for (int i = 0; i < 100; ++i) round();
    EXPECT_EQ(allocated - before, 0);
}

/// What one thread made another may free; at its end each thread gives back what it kept.
TEST(FramePool, ThreadsLeaveNothingBehind) {
    const std::int64_t before = allocated - freed;
    for (const bool other_thread_runs : {false, true}) {
        std::thread{[&] {
            auto* array = new Array;
            for (int i = 0; i < 100; ++i) array->simulation.spawn(client(*array));
            array->simulation.run(ns(1'000'000));
            std::thread{[&] {
                if (other_thread_runs) array->simulation.run(ns(2'000'000));
                delete array;
            }}.join();
        }}.join();
        EXPECT_EQ(allocated - freed, before) << other_thread_runs;
    }
}

}  // namespace
}  // namespace arraytwin::sim
