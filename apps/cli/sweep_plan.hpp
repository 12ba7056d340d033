// Runs a plan into its store: alone on the cores of one machine, or as a rank of many.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "apps/cli/mpi.hpp"
#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/sweep/plan.hpp"
#include "lib/sweep/run.hpp"
#include "lib/sweep/store.hpp"

namespace arraytwin::cli {

struct SweepOptions {
    std::string store;
    bool resume = false;
    int shard = 1;  ///< of `shards`, from 1
    int shards = 1;
    int jobs = 1;
    std::function<void(const std::string& what, double done)> progress = {};
};

/// What a run did.
struct SweepDone {
    std::size_t points = 0;    ///< of the whole sweep, each content once
    std::size_t repeated = 0;  ///< more of the plan that are the same as one of these
    std::size_t computed = 0;
    std::size_t stored = 0;  ///< in the store now
};

/// Rank 0, or the only process. The store is open afterwards.
struct Swept {
    sweep::Store store;
    SweepDone done;
};
Result<Swept> sweep_plan(const sweep::Plan& plan, const spec::DataFolder& data, const SweepOptions& options,
                         Ranks& ranks);

/// Rank 0, when there is nothing to do: lets the others go.
void dismiss(Ranks& ranks);

/// Any other rank: computes what rank 0 hands out.
void help_sweep(const sweep::Plan& plan, const spec::DataFolder& data, int jobs, Ranks& ranks);

}  // namespace arraytwin::cli
