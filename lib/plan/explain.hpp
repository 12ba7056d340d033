// Where the time of the average I/O goes, what is busy, and what would help most.
//
// The point is one simulated (or solved) load; its parts sum to its mean latency. Servers come along the data's way: hosts,
// switches, ports, nodes, drives; those of one such group in the order in which the array's model is built.
#pragma once

#include <string>
#include <vector>

#include "lib/plan/paired_runs.hpp"
#include "lib/plan/sensitivity.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/predict.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::plan {

struct ExplainOptions {
    PredictOptions predict = {};  ///< its loads: one at most; none: paced at half of the peak
    PairedRunOptions runs = {};   ///< to confirm the levers; seed and jobs are the prediction's
    int confirmed = 3;            ///< levers that are simulated; 0: none. The fast solver simulates none
};

/// A server by place, and what the average I/O spends there, microseconds.
struct PlaceTime {
    std::string place;
    ServerTime time;
};

struct Explanation {
    Curve curve;                  ///< of the one point
    Curve outlook;                ///< the fast solver's whole curve: peak, 1 ms limit, knee
    std::vector<PlaceTime> path;  ///< parts of the mean latency, in the order of the data's way
    Sensitivity sensitivity;
    Solver solver = Solver::simulate;
    int replications = 0;  ///< of what was confirmed
    RunCost cost;

    const Point& point() const { return curve.points.front(); }
};

/// `name`: the array's, for people. A load that cannot be met or carried, and several of them, are refused.
Result<Explanation> explain(const ResolvedArray& array, const std::string& name, const Workload& workload,
                            const ExplainOptions& options = {});

}  // namespace arraytwin::plan
