// Runs independent jobs on a few threads. Which thread runs which job is left to chance, so a job must not care.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace arraytwin::twin {

/// job(0) ... job(count - 1), each once, on at most `threads` threads (0: one for each core). If a job throws (memory is
/// the only reason to), the first exception is thrown again here when all threads have ended.
template <class Job>
void for_each_in_parallel(int count, int threads, const Job& job) {
    if (threads <= 0) threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    std::atomic<int> next{0};
    std::exception_ptr failure;
    std::mutex failing;
    const auto work = [&] {
        for (int i = next++; i < count; i = next++) {
#if __cpp_exceptions
            try {
                job(i);
            } catch (...) {
                const std::scoped_lock lock{failing};
                failure = std::current_exception();
                next = count;
            }
#else
            job(i);
#endif
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (int t = 1; t < std::min(threads, count); ++t) helpers.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

}  // namespace arraytwin::twin
