// Gates and counting resources: what a process must have before it may go on.
//
// Both let processes through in the order in which they came; nobody overtakes a waiter, not even one that asks for
// less. A woken process resumes at the same instant, after what is already scheduled for it.
#pragma once

#include <cstdint>

#include "lib/sim/wait_queue.hpp"

namespace arraytwin::sim {

/// A door: `co_await gate.pass()` waits while it is shut.
class Gate {
public:
    explicit Gate(Simulation& simulation, bool open = true) : simulation_{&simulation}, open_{open} {}

    bool is_open() const { return open_; }
    void shut() { open_ = false; }
    void open() {
        open_ = true;
        while (!waiting_.empty()) waiting_.wake_front(*simulation_, simulation_->now());
    }

    auto pass() { return Pass{{}, this}; }

private:
    struct Pass : QueuedWaiter {
        Gate* gate;

        bool await_ready() const noexcept { return gate->open_; }
        template <class Promise>
        void await_suspend(std::coroutine_handle<Promise> caller) {
            process = caller;
            caller.promise().suspended_in(this, [](void* self, std::coroutine_handle<>) noexcept {
                auto& pass = *static_cast<Pass*>(self);
                if (pass.queue != nullptr) return pass.queue->erase(pass);
                pass.gate->simulation_->unschedule(pass.due, pass.process);
            });
            gate->waiting_.push_back(*this);
        }
        void await_resume() const noexcept {}
    };

    Simulation* simulation_;
    bool open_;
    WaitQueue waiting_;
};

/// A counted stock (queue slots, buffer space): `co_await resource.acquire(n)` waits until n are there.
class Resource {
public:
    Resource(Simulation& simulation, std::int64_t available) : simulation_{&simulation}, available_{available} {}

    std::int64_t available() const { return available_; }
    bool has_waiters() const { return !waiting_.empty(); }

    /// Returns how long it waited. An amount larger than there will ever be waits for ever.
    auto acquire(std::int64_t amount = 1) { return Acquire{{}, this, amount, simulation_->now()}; }

    /// Takes it at once, or not at all.
    bool try_acquire(std::int64_t amount = 1) {
        if (!waiting_.empty() || available_ < amount) return false;
        available_ -= amount;
        return true;
    }

    /// Gives back, or adds to, the stock and lets waiters through.
    void release(std::int64_t amount = 1) {
        available_ += amount;
        admit();
    }

private:
    struct Acquire : QueuedWaiter {
        Resource* resource;
        std::int64_t amount;
        Duration asked;

        bool await_ready() const noexcept { return resource->try_acquire(amount); }
        template <class Promise>
        void await_suspend(std::coroutine_handle<Promise> caller) {
            process = caller;
            caller.promise().suspended_in(this, [](void* self, std::coroutine_handle<>) noexcept {
                auto& acquire = *static_cast<Acquire*>(self);
                Resource& stock = *acquire.resource;
                if (acquire.queue != nullptr) {
                    acquire.queue->erase(acquire);
                    return stock.admit();  // who stood behind may ask for less
                }
                stock.simulation_->unschedule(acquire.due, acquire.process);
                stock.release(acquire.amount);
            });
            resource->waiting_.push_back(*this);
        }
        Duration await_resume() const noexcept { return resource->simulation_->now() - asked; }
    };

    void admit() {
        while (!waiting_.empty()) {
            const auto& first = static_cast<const Acquire&>(*waiting_.front());
            if (first.amount > available_) return;
            available_ -= first.amount;
            waiting_.wake_front(*simulation_, simulation_->now());
        }
    }

    Simulation* simulation_;
    std::int64_t available_;
    WaitQueue waiting_;
};

}  // namespace arraytwin::sim
