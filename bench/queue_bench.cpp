// Which event queue: the measurements of docs/decisions/0002-event-queue.md.
//
// Hold: N pending; pop the earliest, push it again a random gap later, the classic test of event queues. Gaps come from a
// table, so that what is timed is the queue. exponential (0): mean 1 ms. bimodal (1), like an array's: nine of ten about
// 1 us, one about 100 us, all times 1,000 so that whole nanoseconds don't collide at a million pending.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <vector>

#include "bench/yardstick/yardstick.hpp"
#include "lib/sim/event_queue.hpp"

namespace {

using arraytwin::Duration;
using arraytwin::sim::Event;
using arraytwin::sim::EventQueue;

enum Gaps : std::int64_t { exponential, bimodal };

/// The yardstick's queues: 16 bytes an event, equal times in any order.
template <class Queue>
struct Unordered : Queue {
    void add(std::uint32_t id, double gap) { this->push({gap, id, 0}); }
    void turn(double gap) {
        Ev event = this->pop();
        event.t += gap;
        this->push(event);
    }
};

/// A 4-ary heap that keeps equal times in order: a sequence number makes it 24 bytes an event.
struct Stable4 {
    struct Entry {
        std::int64_t time;
        std::uint64_t sequence;
        void* process;
        bool before(const Entry& other) const {
            return time != other.time ? time < other.time : sequence < other.sequence;
        }
    };
    std::vector<Entry> heap;
    std::uint64_t sequence = 0;

    void push(Entry entry) {
        std::size_t hole = heap.size();
        heap.push_back(entry);
        for (; hole > 0 && entry.before(heap[(hole - 1) / 4]); hole = (hole - 1) / 4) heap[hole] = heap[(hole - 1) / 4];
        heap[hole] = entry;
    }
    Entry pop() {
        const Entry first = heap[0];
        const Entry last = heap.back();
        heap.pop_back();
        std::size_t hole = 0;
        for (std::size_t child = 1; child < heap.size(); child = 4 * hole + 1) {
            std::size_t least = child;
            const std::size_t end = std::min(child + 4, heap.size());
            for (std::size_t k = child + 1; k < end; ++k) least = heap[k].before(heap[least]) ? k : least;
            if (!heap[least].before(last)) break;
            heap[hole] = heap[least];
            hole = least;
        }
        if (!heap.empty()) heap[hole] = last;
        return first;
    }
    void add(std::uint32_t, double gap) { push({static_cast<std::int64_t>(gap), sequence++, nullptr}); }
    void turn(double gap) {
        Entry entry = pop();
        entry.time += static_cast<std::int64_t>(gap);
        entry.sequence = sequence++;
        push(entry);
    }
};

/// Ours, bare: nothing is resumed; all events name one process.
struct Ours {
    EventQueue queue;
    std::array<char, 192> frame;
    void add(std::uint32_t, double gap) {
        queue.push({Duration::from_ns(static_cast<std::int64_t>(gap)), std::coroutine_handle<>::from_address(&frame)});
    }
    void turn(double gap) {
        Event event = queue.pop();
        event.time += Duration::from_ns(static_cast<std::int64_t>(gap));
        queue.push(event);
    }
};

template <class Queue>
void hold(benchmark::State& state) {
    const auto pending = static_cast<std::uint32_t>(state.range(0));
    Rng random;
    std::array<double, 8191> gaps;
    for (double& gap : gaps) gap = random.exp1() * (state.range(1) == exponential ? 1e6 : random.u() < 0.1 ? 1e8 : 1e6);
    Queue queue;
    std::size_t next = 0;
    const auto gap = [&] { return gaps[next = next + 1 == gaps.size() ? 0 : next + 1]; };
    for (std::uint32_t i = 0; i < pending; ++i) queue.add(i, gap());
    for (std::uint32_t i = 0; i < 3 * pending; ++i) queue.turn(gap());
    for (auto _ : state) {
        for (int i = 0; i < 100'000; ++i) queue.turn(gap());
    }
    state.SetItemsProcessed(state.iterations() * 100'000);
}

void sizes(benchmark::internal::Benchmark* each) {
    each->ArgsProduct({{100, 1'000, 10'000, 100'000, 1'000'000}, {exponential, bimodal}})
        ->ArgNames({"pending", "gaps"});
}
BENCHMARK(hold<Unordered<PQ>>)->Name("hold/std_priority_queue")->Apply(sizes);
BENCHMARK(hold<Unordered<Dary<2>>>)->Name("hold/heap2")->Apply(sizes);
BENCHMARK(hold<Unordered<Dary<4>>>)->Name("hold/heap4")->Apply(sizes);
BENCHMARK(hold<Stable4>)->Name("hold/stable_heap4")->Apply(sizes);
BENCHMARK(hold<Unordered<Ladder>>)->Name("hold/yardstick_ladder")->Apply(sizes);
BENCHMARK(hold<Ours>)->Name("hold/event_queue")->Apply(sizes);

}  // namespace
