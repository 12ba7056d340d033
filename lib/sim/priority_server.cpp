#include "lib/sim/priority_server.hpp"

#include <algorithm>

namespace arraytwin::sim {

void PriorityServer::start(Use*& slot, Use& use) {
    slot = &use;
    use.due = simulation_->now() + use.remaining;
    simulation_->schedule(use.due, use.process);
}

void PriorityServer::start_next(Use*& slot) {
    slot = nullptr;
    for (WaitQueue& queue : waiting_) {
        if (queue.empty()) continue;
        auto& next = static_cast<Use&>(*queue.front());
        queue.erase(next);
        return start(slot, next);
    }
}

void PriorityServer::arrive(Use& use) {
    const auto less_urgent = [](const Use* a, const Use* b) {
        if (a == nullptr || b == nullptr) return a != nullptr && b == nullptr;  // an idle server is the easiest to take
        return a->priority < b->priority;
    };
    Use*& slot = *std::max_element(in_service_.begin(), in_service_.end(), less_urgent);
    if (slot == nullptr) return start(slot, use);
    const bool done = slot->due == simulation_->now();  // its event is still to come, but nothing is left to preempt
    if (preemption_ == Preemption::none || slot->priority <= use.priority || done) {
        return waiting_[use.priority].push_back(use);
    }
    Use& preempted = *slot;
    simulation_->unschedule(preempted.due, preempted.process);
    preempted.remaining = preempted.due - simulation_->now();
    waiting_[preempted.priority].push_front(preempted);
    start(slot, use);
}

void PriorityServer::leave(const Use& use) { start_next(*std::find(in_service_.begin(), in_service_.end(), &use)); }

void PriorityServer::give_up(Use& use) {
    if (use.queue != nullptr) return use.queue->erase(use);
    simulation_->unschedule(use.due, use.process);
    leave(use);
}

}  // namespace arraytwin::sim
