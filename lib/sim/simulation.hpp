// The clock, the pending events and the processes of one simulation.
//
// One thread, no global state: any number of simulations may run at once, each on its own thread. A run is a pure
// function of what was spawned and of the random streams used. Processes that have not ended when the simulation is
// destroyed are destroyed with it; what they refer to must outlive it.
#pragma once

#include <algorithm>
#include <cassert>
#include <concepts>
#include <coroutine>
#include <cstdint>

#include "lib/sim/event_queue.hpp"
#include "lib/sim/task.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::sim {

class Simulation;

/// A process that runs beside its creator: a handle to cancel it. It may outlive the process, not the simulation.
class Process {
public:
    Process() = default;
    /// Destroys the process, wherever it waits, and all that it awaits. Not from within the process itself.
    void cancel();
    bool running() const;

private:
    friend class Simulation;
    Process(Simulation* simulation, std::uint64_t id) : simulation_{simulation}, id_{id} {}
    Simulation* simulation_ = nullptr;
    std::uint64_t id_ = 0;
};

class Simulation {
public:
    Simulation() = default;
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;
    ~Simulation();

    Duration now() const { return now_; }
    std::uint64_t events() const { return events_; }
    std::size_t pending() const { return queue_.size(); }

    /// Starts a process at the current time, after what is already scheduled for it.
    Process spawn(Task<> task);

    /// Resumes a suspended process at an instant, not before now. For awaiters; models use delay and the servers.
    void schedule(Duration time, std::coroutine_handle<> process) {
        assert(time >= now_);
        queue_.push({time, process});
    }
    bool unschedule(Duration time, std::coroutine_handle<> process) { return queue_.remove({time, process}); }

    /// Runs until nothing is pending, stop() is called, or the next event is later than `end`; true if stopped by stop().
    /// The clock then stands at `end` if something is pending after it, else at the last event.
    bool run(Duration end = Duration::max()) {
        return run_traced(end, [](Duration, const void*) {});
    }

    /// The same, calling trace(time, frame) before each event. Without a trace nothing is tested for it.
    template <std::invocable<Duration, const void*> Trace>
    bool run_traced(Duration end, Trace trace);

    /// Ends the run after the current event.
    void stop() { stopped_ = true; }

    struct Timer {
        Simulation* simulation;
        Duration time;

        bool await_ready() const noexcept { return false; }
        template <class Promise>
        void await_suspend(std::coroutine_handle<Promise> caller) {
            caller.promise().suspended_in(this, [](void* self, std::coroutine_handle<> process) noexcept {
                const auto& timer = *static_cast<const Timer*>(self);
                timer.simulation->unschedule(timer.time, process);
            });
            simulation->schedule(time, caller);
        }
        void await_resume() const noexcept {}
    };

    /// `co_await simulation.until(t)`: resumes at t, not before now.
    Timer until(Duration time) { return {this, time}; }

    /// `co_await simulation.delay(d)`: resumes d later.
    Timer delay(Duration duration) { return until(now_ + duration); }

private:
    friend class Process;

    /// The outermost frame of a spawned process: owned by the simulation, gone when the process ends.
    struct Root {
        struct promise_type : ProcessPromise {
            promise_type(Simulation& simulation, Task<>& task);
            ~promise_type();
            Root get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
            std::suspend_never final_suspend() noexcept { return {}; }
            void return_void() noexcept {}

            Simulation* simulation;
            std::uint64_t id;
            promise_type* next = nullptr;
            promise_type* previous = nullptr;
        };
        std::coroutine_handle<promise_type> frame;
    };

    static Root run_root(Simulation& simulation, Task<> task);
    Root::promise_type* find(std::uint64_t id) const;
    static void destroy(Root::promise_type& root);

    Duration now_;
    std::uint64_t events_ = 0;
    std::uint64_t spawned_ = 0;
    bool stopped_ = false;
    EventQueue queue_;
    Root::promise_type* roots_ = nullptr;
};

template <std::invocable<Duration, const void*> Trace>
bool Simulation::run_traced(Duration end, Trace trace) {
    stopped_ = false;
    while (!queue_.empty() && !stopped_) {
        if (queue_.next_time() > end) {
            now_ = std::max(now_, end);
            break;
        }
        const Event event = queue_.pop();
        now_ = event.time;
        ++events_;
        trace(event.time, event.process.address());
        event.process.resume();
    }
    return stopped_;
}

}  // namespace arraytwin::sim
