// An application on an array: what its clients get, by number of virtual machines.
//
// The fast solver answers first; a simulation then begins with as many transactions under way as that one found. Where
// there are so many of them that `max_ios` would not turn them over a few times, the fast answer stands, and a warning
// says so.
#pragma once

#include <string>
#include <vector>

#include "lib/application/application.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/application_prediction.hpp"
#include "lib/twin/family.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin {

struct PredictedApplication {
    ApplicationCurve curve;
    RunCost cost;
};

inline constexpr int most_vms = 4096;

/// A point for each of `vms`, in their order; less than one or more than most_vms, and none at all, are refused. Of the
/// options, loads and intervals have no meaning here.
Result<PredictedApplication> predict(const BuiltTwin& array, const std::string& array_name,
                                     const Application& application, const std::vector<int>& vms,
                                     const PredictOptions& options = {});

}  // namespace arraytwin
