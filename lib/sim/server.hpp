// First come, first served: c identical servers behind one queue, or c servers each with a queue of its own.
//
// No queue is kept: a customer that comes now leaves at max(now, earliest free server) + service, so a visit is one
// event. That is exact because service times are known on arrival and nobody overtakes. A server may stay occupied
// after its customer has left (`after`): work that the customer does not wait for. Capacity that was promised to a
// process stays used if that process is cancelled.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "lib/sim/simulation.hpp"

namespace arraytwin::sim {

/// What a customer meets at a server.
struct Visit {
    Duration wait;
    Duration service;
};

class Server {
public:
    /// `count` servers, at least one.
    Server(Simulation& simulation, int count) : simulation_{&simulation}, free_at_(static_cast<std::size_t>(count)) {}

    struct Use : Simulation::Timer {
        Visit visit;

        Visit await_resume() const noexcept { return visit; }
    };

    /// `Visit v = co_await server.use(service)`: the server that is free first, for `service` and then `after`.
    Use use(Duration service, Duration after = {}) { return stay(reserve(service, after)); }

    /// The same at one given server, counted from 0, even if another is free: a queue of its own.
    Use use_one(std::size_t server, Duration service, Duration after = {}) {
        return stay(reserve_one(server, service, after));
    }

    /// Takes the place in the queue without waiting for it; for work that nobody waits for.
    Visit reserve(Duration service, Duration after = {}) {
        const auto first = free_at_.size() == 1 ? free_at_.begin() : std::min_element(free_at_.begin(), free_at_.end());
        return occupy(*first, service, after);
    }
    Visit reserve_one(std::size_t server, Duration service, Duration after = {}) {
        return occupy(free_at_[server], service, after);
    }

    std::size_t count() const { return free_at_.size(); }

    /// Time that all servers together were occupied until now.
    Duration busy() const {
        Duration ahead;
        for (Duration free : free_at_) ahead += std::max(Duration{}, free - simulation_->now());
        return promised_ - ahead;
    }

    /// When all that was promised so far is done.
    Duration idle_at() const { return *std::max_element(free_at_.begin(), free_at_.end()); }

private:
    Use stay(const Visit& visit) { return {simulation_->delay(visit.wait + visit.service), visit}; }

    Visit occupy(Duration& free_at, Duration service, Duration after) {
        const Duration now = simulation_->now();
        const Duration start = std::max(now, free_at);
        free_at = start + service + after;
        promised_ += service + after;
        return {start - now, service};
    }

    Simulation* simulation_;
    Duration promised_;
    std::vector<Duration> free_at_;
};

}  // namespace arraytwin::sim
