// A simulated process as a C++20 coroutine: an I/O path reads as a sequence of steps, in the order in which data moves.
//
// A Task starts when it is awaited, runs in its caller's stead and gives its result back; destroying it destroys its
// frame and all that it awaits. Tasks that run beside their caller: Simulation::spawn and fork_join.hpp.
//
// g++ 12.2 destroys a temporary with a non-trivial destructor twice when it stands in a co_await expression. So every
// awaiter is trivially destructible (checked below) and the operand of a co_await is a name, or a call whose arguments
// are names or literals. A Task returned by the awaited call is safe; the asan preset runs the tests that show it.
#pragma once

#include <concepts>
#include <coroutine>
#include <cstddef>
#include <exception>
#include <type_traits>
#include <utility>

#include "lib/sim/frame_pool.hpp"

namespace arraytwin::sim {

/// Takes a process out of whatever queue it stands in, so that it can be destroyed while it waits in this awaiter.
using Withdraw = void (*)(void* awaiter, std::coroutine_handle<> process) noexcept;

/// The part of a promise that does not depend on the result.
class ProcessPromise {
public:
    static void* operator new(std::size_t size) { return FramePool::allocate(size); }
    static void operator delete(void* frame, std::size_t size) { FramePool::release(frame, size); }

    std::suspend_always initial_suspend() noexcept { return {}; }
    /// What happens to a simulated I/O is data; an exception inside a process is a programmer's mistake.
    void unhandled_exception() noexcept { std::terminate(); }

    template <class Awaitable>
    Awaitable&& await_transform(Awaitable&& awaitable) noexcept {
        using Plain = std::remove_cvref_t<Awaitable>;
        static_assert(
            std::is_trivially_destructible_v<Plain> || requires { typename Plain::promise_type; },
            "an awaiter must be trivially destructible: g++ 12 destroys co_await temporaries twice");
        return std::forward<Awaitable>(awaitable);
    }

    /// Every awaiter says so before it suspends a process.
    void suspended_in(void* awaiter, Withdraw withdraw_from) {
        awaiter_ = awaiter;
        withdraw_ = withdraw_from;
    }

    /// Takes the suspended process, or the innermost one that it awaits, out of the queue in which it waits.
    void withdraw(std::coroutine_handle<> self) noexcept {
        if (withdraw_ != nullptr) withdraw_(awaiter_, self);
    }

private:
    void* awaiter_ = nullptr;
    Withdraw withdraw_ = nullptr;
};

namespace detail {

struct ResumeContinuation {
    bool await_ready() noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> self) noexcept {
        return self.promise().continuation;
    }
    void await_resume() noexcept {}
};

template <class T>
struct TaskPromiseResult : ProcessPromise {
    T result{};
    void return_value(T value) { result = std::move(value); }
    T take() { return std::move(result); }
};

template <>
struct TaskPromiseResult<void> : ProcessPromise {
    void return_void() noexcept {}
    void take() noexcept {}
};

}  // namespace detail

/// A process that its caller awaits. T must be default-constructible and movable.
template <class T = void>
class [[nodiscard]] Task {
public:
    struct promise_type : detail::TaskPromiseResult<T> {
        std::coroutine_handle<> continuation;
        Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        detail::ResumeContinuation final_suspend() noexcept { return {}; }
    };

    Task() = default;
    Task(Task&& other) noexcept : frame_{std::exchange(other.frame_, {})} {}
    Task& operator=(Task&& other) noexcept {
        Task discarded{std::exchange(frame_, std::exchange(other.frame_, {}))};
        return *this;
    }
    ~Task() {
        if (frame_) frame_.destroy();
    }

    auto operator co_await() const noexcept { return Awaiter{frame_}; }

    /// Runs the task up to its first wait, beside its caller; for fork_join, which keeps it until it has ended.
    void start() const {
        frame_.promise().continuation = std::noop_coroutine();
        frame_.resume();
    }

    /// Takes a started task that has not ended out of the queue in which it waits.
    void withdraw() const noexcept {
        if (!frame_.done()) frame_.promise().withdraw(frame_);
    }

private:
    struct Awaiter {
        std::coroutine_handle<promise_type> awaited;

        bool await_ready() noexcept { return false; }
        template <class Promise>
        std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> caller) noexcept {
            caller.promise().suspended_in(this, [](void* self, std::coroutine_handle<>) noexcept {
                const auto callee = static_cast<Awaiter*>(self)->awaited;
                callee.promise().withdraw(callee);
            });
            awaited.promise().continuation = caller;
            return awaited;
        }
        T await_resume() { return awaited.promise().take(); }
    };

    explicit Task(std::coroutine_handle<promise_type> frame) : frame_{frame} {}
    std::coroutine_handle<promise_type> frame_;
};

}  // namespace arraytwin::sim
