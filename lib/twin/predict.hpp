// The curve of an array under a workload: the points that a review would have measured, and what they say together.
//
// By default as StorageReview does: the maximum with all threads outstanding, then paced steps of 10 to 120 % of it.
// Points are independent and run on as many threads as there are jobs; the result does not depend on how many.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "lib/spec/result.hpp"
#include "lib/twin/family.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/twin/twin.hpp"

namespace arraytwin {

enum class Solver {
    simulate,  ///< every I/O, with percentiles
    fast,      ///< mean value analysis on recorded demands: means only, about a millisecond
};

struct PredictOptions {
    std::uint64_t seed = 1;
    int jobs = 0;  ///< threads; 0: one for each core
    Solver solver = Solver::simulate;
    bool intervals = true;  ///< of a calibrated array; they take some tens of milliseconds a curve
    twin::RunOptions run = {};
    std::vector<OfferedLoad> loads = {};                     ///< these instead of the default curve
    std::function<void(int done, int total)> progress = {};  ///< called from any of the threads, one call at a time
};

struct PredictedCurve {
    Curve curve;
    RunCost cost;
};

/// A load that can never be met (no thread, no target) is refused.
Result<PredictedCurve> predict(const BuiltTwin& array, const std::string& array_name, const Workload& workload,
                               const PredictOptions& options = {});

/// One point, on the calling thread; the workload as it is.
Point predict_point(const twin::Twin& twin, const Workload& workload, const OfferedLoad& load,
                    const PredictOptions& options, RunCost& cost);

/// Peak, knee and 1 ms limit of points in any order.
void summarize(Curve& curve);

}  // namespace arraytwin
