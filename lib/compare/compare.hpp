// Asks the twin what was measured, and says how far the two are apart.
//
// Each measured row is answered at its own load, so that errors are those at equal load, not of an interpolation. Five
// rows or more make a predicted curve by themselves; fewer, and a printed crossing of 1 ms, which is read off the curve,
// have the default one predicted behind them. The points of a workload run on as many
// threads as there are jobs; the result does not depend on how many.
#pragma once

#include "lib/compare/comparison.hpp"
#include "lib/compare/plan.hpp"
#include "lib/twin/family.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin::compare {

struct CompareOptions {
    PredictOptions predict;                                                       ///< loads and progress are not used
    std::function<void(const std::string& workload, double done)> progress = {};  ///< from 0 to 1; one call at a time
};

/// Everything that a comparison of these rows has to say.
Result<Report> compare(const BuiltTwin& array, const std::string& array_name, const measured::Run& run,
                       const Plan& plan, const CompareOptions& options);

/// From points with both sides and a predicted curve to errors, landmarks, noise and verdict.
void judge_points(Comparison& comparison);

/// Sizes of the scored errors of each kind, and the verdict over all workloads.
void summarize(Report& report);

}  // namespace arraytwin::compare
