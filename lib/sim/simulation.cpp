#include "lib/sim/simulation.hpp"

#include <utility>

namespace arraytwin::sim {

Simulation::Root::promise_type::promise_type(Simulation& owner, Task<>&)
    : simulation{&owner}, id{++owner.spawned_}, next{owner.roots_} {
    if (next != nullptr) next->previous = this;
    owner.roots_ = this;
}

Simulation::Root::promise_type::~promise_type() {
    (previous != nullptr ? previous->next : simulation->roots_) = next;
    if (next != nullptr) next->previous = previous;
}

Simulation::Root Simulation::run_root(Simulation&, Task<> task) { co_await task; }

Process Simulation::spawn(Task<> task) {
    Root root = run_root(*this, std::move(task));
    Root::promise_type& promise = root.frame.promise();
    // Until its first event the process waits for its start; the time is kept by the only event that names the frame.
    promise.suspended_in(this, [](void* self, std::coroutine_handle<> process) noexcept {
        auto& simulation = *static_cast<Simulation*>(self);
        simulation.unschedule(simulation.now_, process);
    });
    schedule(now_, root.frame);
    return Process{this, promise.id};
}

Simulation::Root::promise_type* Simulation::find(std::uint64_t id) const {
    Root::promise_type* root = roots_;
    while (root != nullptr && root->id != id) root = root->next;
    return root;
}

void Simulation::destroy(Root::promise_type& root) {
    const auto frame = std::coroutine_handle<Root::promise_type>::from_promise(root);
    root.withdraw(frame);
    frame.destroy();
}

Simulation::~Simulation() {
    queue_.clear();
    while (roots_ != nullptr) std::coroutine_handle<Root::promise_type>::from_promise(*roots_).destroy();
}

void Process::cancel() {
    if (simulation_ == nullptr) return;
    if (auto* root = simulation_->find(id_)) Simulation::destroy(*root);
}

bool Process::running() const { return simulation_ != nullptr && simulation_->find(id_) != nullptr; }

}  // namespace arraytwin::sim
