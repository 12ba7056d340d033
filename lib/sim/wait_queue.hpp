// The queue in which suspended processes wait for something that another process does. Intrusive: the links live in
// the awaiters, so nothing is allocated, and a process that is destroyed while it waits is unlinked in O(1).
#pragma once

#include "lib/sim/simulation.hpp"

namespace arraytwin::sim {

class WaitQueue;

/// An awaiter that can stand in a WaitQueue, and after it was woken is scheduled for `due`.
struct QueuedWaiter {
    std::coroutine_handle<> process;
    WaitQueue* queue = nullptr;
    QueuedWaiter* next = nullptr;
    QueuedWaiter* previous = nullptr;
    Duration due;
};

class WaitQueue {
public:
    bool empty() const { return first_ == nullptr; }
    QueuedWaiter* front() const { return first_; }

    void push_back(QueuedWaiter& waiter) {
        waiter.queue = this;
        waiter.next = nullptr;
        waiter.previous = last_;
        (last_ != nullptr ? last_->next : first_) = &waiter;
        last_ = &waiter;
    }

    void push_front(QueuedWaiter& waiter) {
        waiter.queue = this;
        waiter.previous = nullptr;
        waiter.next = first_;
        (first_ != nullptr ? first_->previous : last_) = &waiter;
        first_ = &waiter;
    }

    void erase(QueuedWaiter& waiter) {
        (waiter.previous != nullptr ? waiter.previous->next : first_) = waiter.next;
        (waiter.next != nullptr ? waiter.next->previous : last_) = waiter.previous;
        waiter.queue = nullptr;
    }

    /// Takes the first waiter out and schedules it for `due`. The queue must not be empty.
    QueuedWaiter& wake_front(Simulation& simulation, Duration due) {
        QueuedWaiter& waiter = *first_;
        erase(waiter);
        waiter.due = due;
        simulation.schedule(due, waiter.process);
        return waiter;
    }

private:
    QueuedWaiter* first_ = nullptr;
    QueuedWaiter* last_ = nullptr;
};

}  // namespace arraytwin::sim
