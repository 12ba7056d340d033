#include "apps/cli/seed_and_jobs.hpp"

#include <algorithm>
#include <limits>
#include <thread>

namespace arraytwin::cli {

namespace {

constexpr std::int64_t most_jobs = 1024;

}  // namespace

void SeedAndJobs::declare(Options& options) {
    options.whole_number("--seed", seed_given, 0, std::numeric_limits<std::int64_t>::max(),
                         "of the random numbers (1)");
    declare_jobs(options, jobs_given);
}

int SeedAndJobs::jobs() const { return threads_of(jobs_given); }

void declare_jobs(Options& options, std::int64_t& jobs) {
    options.whole_number("--jobs", jobs, 0, most_jobs,
                         "threads (0: one for each core); the result does not depend on it");
}

int threads_of(std::int64_t jobs) {
    return jobs > 0 ? static_cast<int>(jobs) : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace arraytwin::cli
