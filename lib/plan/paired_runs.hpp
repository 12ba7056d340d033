// Replications of simulated points on common random numbers: replication r of every question draws from the streams of
// (seed, r), which are one for each component and purpose, so questions share the numbers of all that they have in common.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "lib/twin/prediction.hpp"
#include "lib/twin/twin.hpp"

namespace arraytwin::plan {

/// A load that an array is to be put under. What it refers to must live while it is asked.
struct Question {
    const twin::Twin* twin = nullptr;
    const Workload* workload = nullptr;  ///< placed on the array's volumes
    OfferedLoad load = {};
};

struct PairedRunOptions {
    std::uint64_t seed = 1;
    int replications = 10;
    std::int64_t ios =
        40'000;    ///< of each run; more if the load has so many outstanding that it would not turn them over
    int jobs = 0;  ///< threads; 0: one for each core. The result does not depend on it
    std::function<void(int done, int total)> progress = {};  ///< called from any of the threads, one call at a time
};

/// A point's replications, in their order.
using Replications = std::vector<Point>;

/// Those of each question, in their order; all runs of a load are equally long. Its cost is added to `cost`.
std::vector<Replications> run_paired(std::span<const Question> questions, const PairedRunOptions& options,
                                     RunCost& cost);

/// Means of throughput, latencies, utilization and breakdown, which sums to the mean latency still. The intervals of single
/// runs are left out; overloaded if any was.
Point mean_of(const Replications& points);

}  // namespace arraytwin::plan
