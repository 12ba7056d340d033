#include "lib/sim/fork_join.hpp"

#include "lib/sim/wait_queue.hpp"

namespace arraytwin::sim {

namespace {

/// Counts the branches that are still running; the last one wakes the process that forked them.
class Join {
public:
    explicit Join(Simulation& simulation) : simulation_{&simulation} {}

    Task<> branch(Task<> task) {
        co_await task;
        if (--running_ == 0 && !waiting_.empty()) waiting_.wake_front(*simulation_, simulation_->now());
    }

    void start(const std::vector<Task<>>& branches) {
        running_ = branches.size();
        for (const Task<>& each : branches) each.start();
    }

    auto ended(const std::vector<Task<>>& branches) { return Ended{{}, this, &branches}; }

private:
    struct Ended : QueuedWaiter {
        Join* join;
        const std::vector<Task<>>* branches;

        bool await_ready() const noexcept { return join->running_ == 0; }
        template <class Promise>
        void await_suspend(std::coroutine_handle<Promise> caller) {
            process = caller;
            caller.promise().suspended_in(this, [](void* self, std::coroutine_handle<>) noexcept {
                auto& ended = *static_cast<Ended*>(self);
                for (const Task<>& each : *ended.branches) each.withdraw();
                if (ended.queue == nullptr) ended.join->simulation_->unschedule(ended.due, ended.process);
            });
            join->waiting_.push_back(*this);
        }
        void await_resume() const noexcept {}
    };

    Simulation* simulation_;
    std::size_t running_ = 0;
    WaitQueue waiting_;
};

}  // namespace

Task<> all(Simulation& simulation, std::vector<Task<>> tasks) {
    Join join{simulation};
    std::vector<Task<>> branches;
    branches.reserve(tasks.size());
    for (Task<>& task : tasks) branches.push_back(join.branch(std::move(task)));
    join.start(branches);
    co_await join.ended(branches);
}

}  // namespace arraytwin::sim
