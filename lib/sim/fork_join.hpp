// Several tasks at once; the caller goes on when the last has ended.
//
// `Task<> both = all(simulation, first(), second()); co_await both;` Cancelling the caller cancels the branches.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "lib/sim/simulation.hpp"

namespace arraytwin::sim {

/// Runs the tasks beside each other. Each starts at once, in order.
Task<> all(Simulation& simulation, std::vector<Task<>> tasks);

template <class... Tasks>
Task<> all(Simulation& simulation, Task<> first, Tasks... rest) {
    std::vector<Task<>> tasks;
    tasks.reserve(1 + sizeof...(rest));
    tasks.push_back(std::move(first));
    (tasks.push_back(std::move(rest)), ...);
    return all(simulation, std::move(tasks));
}

}  // namespace arraytwin::sim
