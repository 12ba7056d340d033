// One queue for each priority: urgent customers first, first come first served among equals.
//
// Either the one in service is let finish (Preemption::none), or an urgent arrival takes the server from it and it
// resumes later where it was (Preemption::resume): rebuild against host I/O. Unlike Server this needs real queues, and
// a preemption takes an event out of the event queue again.
#pragma once

#include <cstddef>
#include <vector>

#include "lib/sim/server.hpp"
#include "lib/sim/wait_queue.hpp"

namespace arraytwin::sim {

enum class Preemption { none, resume };

class PriorityServer {
public:
    /// `priorities` levels, 0 the most urgent; `count` servers.
    PriorityServer(Simulation& simulation, int count, int priorities, Preemption preemption)
        : simulation_{&simulation},
          preemption_{preemption},
          in_service_(static_cast<std::size_t>(count), nullptr),
          waiting_(static_cast<std::size_t>(priorities)) {}

    struct Use : QueuedWaiter {
        PriorityServer* server;
        std::size_t priority;
        Duration service;
        Duration arrived;
        Duration remaining;

        bool await_ready() const noexcept { return false; }
        template <class Promise>
        void await_suspend(std::coroutine_handle<Promise> caller) {
            process = caller;
            caller.promise().suspended_in(this, [](void* self, std::coroutine_handle<>) noexcept {
                auto& use = *static_cast<Use*>(self);
                use.server->give_up(use);
            });
            server->arrive(*this);
        }
        Visit await_resume() const noexcept {
            server->leave(*this);
            return {server->simulation_->now() - arrived - service, service};
        }
    };

    /// `Visit v = co_await server.use(priority, service)`.
    Use use(int priority, Duration service) {
        return {{}, this, static_cast<std::size_t>(priority), service, simulation_->now(), service};
    }

private:
    void arrive(Use& use);
    void leave(const Use& use);
    void give_up(Use& use);
    void start(Use*& slot, Use& use);
    void start_next(Use*& slot);

    Simulation* simulation_;
    Preemption preemption_;
    std::vector<Use*> in_service_;
    std::vector<WaitQueue> waiting_;
};

}  // namespace arraytwin::sim
