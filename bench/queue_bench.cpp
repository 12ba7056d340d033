// Which event queue, and what coroutines cost: the measurements of docs/decisions/0002 and 0003.
//
// hold: N pending; pop the earliest, push it again a random gap later, the classic test of event queues. Gaps come from a
// table, so that what is timed is the queue. exponential: mean 1 ms. bimodal, like an array's: nine of ten about 1 us, one
// about 100 us, all times 1,000 so that whole nanoseconds don't collide at a million pending.
// visits: the same model as coroutines on Simulation and Server, and as a state machine written by hand. Both use our
// EventQueue (the state machine keeps pointers to its customers in it) and the same random stream.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <vector>

#include "bench/yardstick/yard.hpp"
#include "lib/sim/random.hpp"
#include "lib/sim/server.hpp"
#include "lib/sim/simulation.hpp"

namespace {

using arraytwin::Duration;
using namespace arraytwin::sim;

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

/// `stations` in a row of `servers` each; every customer goes round for ever.
struct Shape {
    int customers, stations, servers;
};
constexpr Shape closed{128, 4, 8};
constexpr Shape ladder{4096, 10, 64};

Duration draw(RandomStream& random) { return Duration::from_ns(static_cast<std::int64_t>(random.exponential() * 1e4)); }

Task<> one_io(std::vector<Server>& stations, RandomStream& random) {
    for (Server& station : stations) {
        const Duration service = draw(random);
        co_await station.use(service);
    }
}

Task<> client(std::vector<Server>& stations, RandomStream& random) {
    for (;;) co_await one_io(stations, random);
}

void coroutines(benchmark::State& state, const Shape& shape) {
    Simulation simulation;
    std::vector<Server> stations(static_cast<std::size_t>(shape.stations), Server{simulation, shape.servers});
    RandomStream random{{}, "stations", "service"};
    for (int i = 0; i < shape.customers; ++i) simulation.spawn(client(stations, random));
    Duration end = Duration::from_us(1e4);
    simulation.run(end);
    const std::uint64_t before = simulation.events();
    for (auto _ : state) simulation.run(end += Duration::from_us(1e4));
    state.SetItemsProcessed(static_cast<std::int64_t>(simulation.events() - before));
}

void state_machine(benchmark::State& state, const Shape& shape) {
    using Station = std::vector<Duration>;  // when each server is free
    std::vector<Station> stations(static_cast<std::size_t>(shape.stations), Station(static_cast<std::size_t>(shape.servers)));
    std::vector<std::size_t> customers(static_cast<std::size_t>(shape.customers));  // at which station each is
    EventQueue queue;
    RandomStream random{{}, "stations", "service"};
    const auto arrive = [&](std::size_t& customer, Duration now) {
        Station& station = stations[customer];
        Duration& free_at = *std::min_element(station.begin(), station.end());
        free_at = std::max(now, free_at) + draw(random);
        queue.push({free_at, std::coroutine_handle<>::from_address(&customer)});
    };
    for (std::size_t& customer : customers) arrive(customer, {});
    std::int64_t events = 0;
    const auto run = [&](Duration end) {
        for (; queue.next_time() <= end; ++events) {
            const Event event = queue.pop();
            auto& customer = *static_cast<std::size_t*>(event.process.address());
            customer = customer + 1 == stations.size() ? 0 : customer + 1;
            arrive(customer, event.time);
        }
    };
    Duration end = Duration::from_us(1e4);
    run(end);
    events = 0;
    for (auto _ : state) run(end += Duration::from_us(1e4));
    state.SetItemsProcessed(events);
}

void sizes(benchmark::internal::Benchmark* each) {
    each->ArgsProduct({{100, 1'000, 10'000, 100'000, 1'000'000}, {exponential, bimodal}})->ArgNames({"pending", "gaps"});
}
BENCHMARK(hold<Unordered<PQ>>)->Name("hold/std_priority_queue")->Apply(sizes);
BENCHMARK(hold<Unordered<Dary<2>>>)->Name("hold/heap2")->Apply(sizes);
BENCHMARK(hold<Unordered<Dary<4>>>)->Name("hold/heap4")->Apply(sizes);
BENCHMARK(hold<Stable4>)->Name("hold/stable_heap4")->Apply(sizes);
BENCHMARK(hold<Unordered<Ladder>>)->Name("hold/yardstick_ladder")->Apply(sizes);
BENCHMARK(hold<Ours>)->Name("hold/event_queue")->Apply(sizes);
BENCHMARK_CAPTURE(coroutines, closed, closed)->Name("visits/closed/coroutines");
BENCHMARK_CAPTURE(state_machine, closed, closed)->Name("visits/closed/state_machine");
BENCHMARK_CAPTURE(coroutines, ladder, ladder)->Name("visits/ladder/coroutines");
BENCHMARK_CAPTURE(state_machine, ladder, ladder)->Name("visits/ladder/state_machine");

}  // namespace
