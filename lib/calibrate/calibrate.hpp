// From measured runs to a calibration of an array: collect, fit, correct against the simulator, judge, cross-validate.
//
//     auto problem = problem_of(data, {"my-array"}, run, options);
//     auto calibration = calibrate(*problem, options);
//     to_toml(calibration, 0)          a document for data/calibrations
//
// Several arrays are fitted jointly: each has constants of its own, and they share those of the workloads. Then each is
// fitted by itself, with the joint fit's workloads as its priors: a mix is nearly, but not quite, the same work for each.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lib/calibrate/cross_validate.hpp"
#include "lib/calibrate/fit.hpp"
#include "lib/calibrate/judge.hpp"
#include "lib/calibrate/problem.hpp"
#include "lib/measured/run.hpp"
#include "lib/spec/data_folder.hpp"

namespace arraytwin::calibrate {

struct CalibrateOptions {
    Noise noise = {};
    std::vector<std::string> overrides = {};  ///< of the arrays: "media.count=12"
    std::optional<std::string> prior = {};    ///< document of data/calibrations to start from; none: the family's
    std::optional<std::string> config = {};   ///< of the measured rows, instead of the array's measured_as
    std::vector<Workload> wanted = {};        ///< only these workloads, if there are any
    int simulated_rounds = 2;                 ///< corrections against the simulator; 0: fit the fast solver alone
    std::int64_t ios = 150'000;               ///< of each simulated point
    std::uint64_t seed = 1;
    int jobs = 0;                                                              ///< threads; 0: one for each core
    std::function<void(const std::string& stage, double done)> progress = {};  ///< 0 to 1
};

struct Calibration {
    Problem problem;
    Fit fit;
    std::vector<Verdict> constants;  ///< of each constant of the problem
    std::vector<Unseen> left_out;    ///< each workload predicted from the others
    std::vector<Unseen> knees;       ///< each workload's latencies and 1 ms limit, from its peak and the others
    std::vector<std::string> notes;  ///< rows that were left out or assumed
    double seconds = 0;
};

/// `names`: arrays of the data folder, or paths. Diagnostics: what is wrong with an array, a workload or its calibration;
/// nothing measured of it; nothing that may be moved.
struct Collected {
    Problem problem;
    std::vector<std::string> notes;
};
Result<Collected> problem_of(const spec::DataFolder& data, const std::vector<std::string>& names,
                             const measured::Run& run, const CalibrateOptions& options);

Calibration calibrate(Collected collected, const CalibrateOptions& options);

/// Each array of a joint fit by itself; see above.
std::vector<Calibration> each_array(const Calibration& joint, const CalibrateOptions& options);

/// The fast solver's curve of each array under each workload that was fitted, with the observations beside it.
Prediction curves_of(const Calibration& calibration);

/// The document for data/calibrations of one of the arrays: every cost, fitted or prior, with its source; the workloads'
/// fingerprints; the record that later predictions take their intervals from; each residual. `call`: the command that made
/// it, for the head.
std::string to_toml(const Calibration& calibration, std::size_t array, const std::string& name,
                    const std::string& call);

}  // namespace arraytwin::calibrate
