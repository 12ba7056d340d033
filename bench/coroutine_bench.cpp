// What coroutines cost: the same model as processes on Simulation and Server, and as a state machine written by hand. Both
// use our EventQueue (the state machine keeps pointers to its customers in it) and the same random stream, and items are
// events: the measurements of docs/decisions/0003-coroutines.md.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <vector>

#include "lib/sim/random.hpp"
#include "lib/sim/server.hpp"
#include "lib/sim/simulation.hpp"

namespace {

using arraytwin::Duration;
using namespace arraytwin::sim;

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
    std::vector<Station> stations(static_cast<std::size_t>(shape.stations),
                                  Station(static_cast<std::size_t>(shape.servers)));
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

BENCHMARK_CAPTURE(coroutines, closed, closed)->Name("closed/coroutines");
BENCHMARK_CAPTURE(state_machine, closed, closed)->Name("closed/state_machine");
BENCHMARK_CAPTURE(coroutines, ladder, ladder)->Name("ladder/coroutines");
BENCHMARK_CAPTURE(state_machine, ladder, ladder)->Name("ladder/state_machine");

}  // namespace
