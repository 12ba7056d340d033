// What if: an array and its variants under one workload (or each under its own), side by side on the same random numbers.
//
// Each case is asked the same loads: by default the most that the workload's threads can do, and paced at half of the base's
// peak, where a latency says something. Simulated, differences come with intervals of the simulation's noise; how far the
// model itself is off stands in each case's `outlook`, and is no part of them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lib/plan/paired.hpp"
#include "lib/plan/paired_runs.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/family.hpp"
#include "lib/twin/predict.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::plan {

/// An array that has been built, and what it is asked to do.
struct Case {
    std::string name;   ///< for people: "base", "media.count=48"
    std::string array;  ///< "aff-a800"
    BuiltTwin built;
    Workload workload;
};

struct WhatIfOptions {
    Solver solver = Solver::simulate;
    PairedRunOptions runs = {};
    std::vector<OfferedLoad> loads = {};  ///< these instead of the two
};

enum class Metric { iops, mean, p99 };

struct ComparedMetric {
    Metric metric = Metric::iops;
    Difference difference;
};

/// A variant beside the base at one load.
struct ComparedLoad {
    std::vector<ComparedMetric> metrics;  ///< none if either was overloaded
    Verdict verdict = Verdict::undecided;
};

struct CaseOutcome {
    std::string name;
    Curve outlook;                    ///< the fast solver's: peak with its interval, 1 ms limit, knee, grade, warnings
    std::vector<Point> points;        ///< at each load
    std::vector<ComparedLoad> loads;  ///< against the base at each load; the base's own: none
    Verdict verdict = Verdict::undecided;
};

struct WhatIf {
    std::uint64_t seed = 1;
    Solver solver = Solver::simulate;
    int replications = 1;
    std::vector<OfferedLoad> loads;
    CaseOutcome base;
    std::vector<CaseOutcome> variants;
    RunCost cost;
};

/// `cases`: the base, then its variants. A load that can never be met, or that the parts of a workload cannot share, is
/// refused.
Result<WhatIf> what_if(std::span<const Case> cases, const WhatIfOptions& options = {});

/// The variant's points beside the base's, for each load.
std::vector<ComparedLoad> compare_runs(const std::vector<Replications>& base, const std::vector<Replications>& variant);

/// The loads of `asked`, or the two by default: round numbers, as a person would choose them.
std::vector<OfferedLoad> loads_for(const std::vector<OfferedLoad>& asked, const Curve& outlook);

/// By what factor a paced load may grow until the mean latency crosses 1 ms; none if it is not paced, or begins above.
std::optional<double> room_to_1_ms(const OfferedLoad& load, const Curve& outlook);

/// The same until the knee.
std::optional<double> room_to_knee(const OfferedLoad& load, const Curve& outlook);

}  // namespace arraytwin::plan
