// A sweep's plan: which arrays under which workloads and loads, and the keys whose values change from point to point.
//
//     schema   = 1
//     name     = "drives-and-threads"
//     array    = "aff-a800"                              # one or a list: names in data/arrays or paths
//     workload = ["4k-random-read", "8k:70r"]            # the same of workloads
//     at       = "peak"                                  # or "curve", or loads like those of --at; one or a list
//     solver   = "fast"
//
//     [grid]                                             # every combination
//     "media.count"         = [12, 24, 48]               # any key that --set takes
//     "workload.read_share" = { from = 0, to = 1, step = 0.25 }
//     "load.outstanding"    = { from = 64, to = 4096, factor = 2 }  # instead of `at`
//
//     [[points]]                                         # besides the grid: each a little grid of its own
//     "media.size" = "3.84TB"
//
// The first axis of a document changes slowest, loads fastest. What a key may be is for its document to say; here is
// checked what a plan may be. Limits: 10,000 values an axis, ten million points.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/spec/document.hpp"
#include "lib/spec/node.hpp"
#include "lib/spec/result.hpp"
#include "lib/spec/section.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin::sweep {

inline constexpr double most_points = 10'000'000;

/// A key and the values that it takes, each where it stands in the plan.
struct Axis {
    std::string key;
    spec::Position position;
    std::vector<spec::Node> values;
};

/// The maximum that the workload's threads can do, a step of the curve that `predict` draws, or a load as given.
struct AskedLoad {
    enum class Kind { peak, curve_step, given };
    Kind kind = Kind::peak;
    int step = 0;  ///< of the curve, from 0
    OfferedLoad offered = {};
};

/// Points of a curve: its paced steps, and the maximum.
inline constexpr int steps_of_a_curve = 13;

/// Every combination of what it holds.
struct Block {
    std::vector<spec::Node> arrays;
    std::vector<spec::Node> workloads;
    std::vector<Axis> array_axes;
    std::vector<Axis> workload_axes;  ///< their keys are the workload's own: "read_share"
    std::vector<AskedLoad> loads;
};

/// What holds for all points.
struct Settings {
    std::string name;
    std::string description;
    Solver solver = Solver::fast;
    int seed = 1;
    int max_ios = static_cast<int>(twin::RunOptions{}.max_ios);  ///< of a simulated point
    bool intervals = false;                                      ///< prediction intervals of calibrated arrays
};

void describe(spec::Section& section, Settings& settings);

struct Plan {
    Settings settings;
    std::vector<Block> blocks;
};

/// Everything that is wrong with a plan's own keys, or the plan.
Result<Plan> read_plan(const spec::Document& document);

/// Combinations of the values of axes; 1 if there are none.
std::size_t combinations(const std::vector<Axis>& axes);

}  // namespace arraytwin::sweep
