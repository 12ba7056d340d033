// Runs independent jobs on a few threads. Which thread runs which job is left to chance, so a job must not care.
#pragma once

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace arraytwin::twin {

/// job(0) ... job(count - 1), each once, on at most `threads` threads (0: one for each core).
template <class Job>
void for_each_in_parallel(int count, int threads, const Job& job) {
    if (threads <= 0) threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::atomic<int> next{0};
    const auto work = [&] {
        for (int i = next++; i < count; i = next++) job(i);
    };
    std::vector<std::jthread> helpers;
    for (int t = 1; t < std::min(threads, count); ++t) helpers.emplace_back(work);
    work();
}

}  // namespace arraytwin::twin
