// --seed and --jobs, which every command that computes takes.
#pragma once

#include <cstdint>

#include "apps/cli/options.hpp"

namespace arraytwin::cli {

struct SeedAndJobs {
    std::int64_t seed_given = 1;
    std::int64_t jobs_given = 0;  ///< 0: one for each core

    void declare(Options& options);

    std::uint64_t seed() const { return static_cast<std::uint64_t>(seed_given); }
    /// Threads, 1 at least.
    int jobs() const;
};

/// `--jobs` alone, for a command whose random numbers are its plan's.
void declare_jobs(Options& options, std::int64_t& jobs);
int threads_of(std::int64_t jobs);

}  // namespace arraytwin::cli
