// The engine against the bare queues of bench/yardstick, in one run: what is left of the machine's speed once there are
// coroutine processes, servers and named random streams around the queue. Items per second are events (hold model) or
// service completions (closed network).
#include <benchmark/benchmark.h>

#include "bench/yardstick/yardstick.hpp"
#include "lib/sim/random.hpp"
#include "lib/sim/server.hpp"
#include "lib/sim/simulation.hpp"

namespace {

using arraytwin::Duration;
using arraytwin::sim::RandomStream;
using arraytwin::sim::Server;
using arraytwin::sim::Simulation;
using arraytwin::sim::Task;

constexpr double mean_ns = 1e6;  // long enough that whole nanoseconds don't collide at a million pending

/// Hold: N pending; pop the earliest, push one an exponential time later.
template <class Queue>
void bare_hold(benchmark::State& state) {
    const auto pending = static_cast<std::size_t>(state.range(0));
    Queue queue;
    Rng random;
    queue.reserve(pending);
    for (std::size_t i = 0; i < pending; ++i) queue.push({random.exp1(), static_cast<std::uint32_t>(i), 0});
    const auto turn = [&] {
        Ev event = queue.pop();
        event.t += random.exp1();
        queue.push(event);
    };
    for (std::size_t i = 0; i < 2 * pending; ++i) turn();
    for (auto _ : state) {
        for (int i = 0; i < 1'000'000; ++i) turn();
    }
    state.SetItemsProcessed(state.iterations() * 1'000'000);
}

Task<> sleeper(Simulation& simulation, Rng& random) {
    for (;;) co_await simulation.delay(Duration::from_ns(static_cast<std::int64_t>(random.exp1() * mean_ns)));
}

void engine_hold(benchmark::State& state) {
    const auto pending = state.range(0);
    Simulation simulation;
    Rng random;
    for (std::int64_t i = 0; i < pending; ++i) simulation.spawn(sleeper(simulation, random));
    const double ns_per_event = mean_ns / static_cast<double>(pending);
    Duration end = Duration::from_us(2 * mean_ns * 1e-3);
    simulation.run(end);
    const std::uint64_t before = simulation.events();
    for (auto _ : state) simulation.run(end += Duration::from_us(1e6 * ns_per_event * 1e-3));
    state.SetItemsProcessed(static_cast<std::int64_t>(simulation.events() - before));
}

/// Closed network: 128 customers, 4 stations in series of 8 servers each, exponential service.
void bare_closed(benchmark::State& state) {
    constexpr std::uint32_t customers = 128;
    struct Station {
        int busy = 0;
        std::vector<std::uint32_t> ring = std::vector<std::uint32_t>(customers);
        std::uint32_t head = 0;
        std::uint32_t waiting = 0;
    };
    Ladder queue;
    Rng random;
    std::vector<Station> stations(4);
    double now = 0;
    const auto arrive = [&](std::uint32_t customer, std::uint32_t at) {
        Station& s = stations[at];
        if (s.busy < 8) {
            ++s.busy;
            queue.push({now + random.exp1(), customer, at});
        } else {
            s.ring[(s.head + s.waiting++) % customers] = customer;
        }
    };
    for (std::uint32_t i = 0; i < customers; ++i) arrive(i, 0);
    for (auto _ : state) {
        for (int i = 0; i < 1'000'000; ++i) {
            const Ev event = queue.pop();
            now = event.t;
            Station& s = stations[event.kind];
            if (s.waiting > 0) {
                const std::uint32_t next = s.ring[s.head];
                s.head = (s.head + 1) % customers;
                --s.waiting;
                queue.push({now + random.exp1(), next, event.kind});
            } else {
                --s.busy;
            }
            arrive(event.id, (event.kind + 1) % 4);
        }
    }
    state.SetItemsProcessed(state.iterations() * 1'000'000);
}

Task<> customer(std::vector<Server>& stations, RandomStream& random) {
    for (;;) {
        for (Server& station : stations) {
            const auto service = Duration::from_ns(static_cast<std::int64_t>(random.exponential() * 1e4));
            co_await station.use(service);
        }
    }
}

void engine_closed(benchmark::State& state) {
    Simulation simulation;
    std::vector<Server> stations(4, Server{simulation, 8});
    RandomStream random{{}, "stations", "service"};
    for (int i = 0; i < 128; ++i) simulation.spawn(customer(stations, random));
    Duration end;
    for (auto _ : state) simulation.run(end += Duration::from_us(3e5));
    state.SetItemsProcessed(static_cast<std::int64_t>(simulation.events()));
}

void random_words(benchmark::State& state) {
    RandomStream random{{}, "bench", "words"};
    for (auto _ : state) benchmark::DoNotOptimize(random());
}

void random_exponential(benchmark::State& state) {
    RandomStream random{{}, "bench", "exponential"};
    for (auto _ : state) benchmark::DoNotOptimize(random.exponential());
}

void random_lognormal(benchmark::State& state) {
    RandomStream random{{}, "bench", "lognormal"};
    const arraytwin::sim::Variability variability{1.5};
    for (auto _ : state) benchmark::DoNotOptimize(variability.draw(random));
}

BENCHMARK(bare_hold<PQ>)
    ->Name("hold/std_priority_queue")
    ->Arg(100)
    ->Arg(1'000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000);
BENCHMARK(bare_hold<Dary<4>>)->Name("hold/heap4")->Arg(100)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(bare_hold<Ladder>)
    ->Name("hold/yardstick_ladder")
    ->Arg(100)
    ->Arg(1'000)
    ->Arg(10'000)
    ->Arg(100'000)
    ->Arg(1'000'000);
BENCHMARK(engine_hold)->Name("hold/engine")->Arg(100)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Arg(1'000'000);
BENCHMARK(bare_closed)->Name("closed/yardstick_ladder");
BENCHMARK(engine_closed)->Name("closed/engine");
BENCHMARK(random_words);
BENCHMARK(random_exponential);
BENCHMARK(random_lognormal);

}  // namespace
