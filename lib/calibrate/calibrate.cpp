#include "lib/calibrate/calibrate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "lib/calibrate/simulate.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin::calibrate {

namespace {

class Stages {
public:
    Stages(const CalibrateOptions& options, int count) : options_{options}, count_{count} {}
    void next(const std::string& stage) {
        if (options_.progress) options_.progress(stage, static_cast<double>(done_) / count_);
        ++done_;
    }

private:
    const CalibrateOptions& options_;
    int count_;
    int done_ = 0;
};

/// The loads of a depth sweep, which are the curve to lay beside it; none for a review's few points along a paced one.
std::vector<OfferedLoad> depths_of(const Case& one) {
    constexpr std::size_t fewest = 3;
    std::vector<OfferedLoad> loads;
    for (const Observation& observation : one.observations) {
        if (observation.quantity == Quantity::iops) loads.push_back(observation.load);
    }
    const bool sweep = loads.size() == one.observations.size() && loads.size() >= fewest;
    return sweep ? loads : std::vector<OfferedLoad>{};
}

constexpr double own_spread = 1.1;  // of what a workload is to one array, around what it is to all

/// One array of a joint fit, with the workloads as that knows them.
Problem own_problem(const Calibration& joint, std::size_t array) {
    const Problem& all = joint.problem;
    Problem own;
    own.seed = all.seed;
    own.jobs = all.jobs;
    add_array(own, all.array_names[array], all.arrays[array], false);
    for (const Case& one : all.cases) {
        if (static_cast<std::size_t>(one.array) != array) continue;
        const auto workload = static_cast<std::size_t>(one.workload);
        const int index = add_workload(own, all.workload_names[workload], all.workloads[workload]);
        for (const Observation& observation : one.observations) add(own, 0, index, observation);
    }
    for (Constant& constant : own.constants) {
        if (!constant.arrays.empty()) continue;
        for (std::size_t c = 0; c < all.constants.size(); ++c) {
            if (all.constants[c].key != constant.key || all.constants[c].stands != constant.stands) continue;
            constant.prior = std::exp(joint.fit.log_values[c]);
            constant.spread = std::min(constant.spread, own_spread);
        }
    }
    return own;
}

}  // namespace

Calibration calibrate(Collected collected, const CalibrateOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    Stages stages{options, 3 + 2 * options.simulated_rounds};
    Calibration calibration;
    calibration.problem = std::move(collected.problem);
    calibration.notes = std::move(collected.notes);
    const Problem& problem = calibration.problem;
    stages.next("fit");
    FitOptions fitting;
    calibration.fit = fit(problem, fitting);
    for (int round = 0; round < options.simulated_rounds; ++round) {
        stages.next("simulate");
        fitting.correction = corrections(problem, calibration.fit.log_values, options.ios);
        fitting.start = calibration.fit.log_values;
        stages.next("fit again");
        calibration.fit = fit(problem, fitting);
    }
    stages.next("judge the constants");
    calibration.constants = judge(problem, calibration.fit);
    stages.next("cross-validate");
    calibration.left_out = cross_validate(problem, calibration.fit, LeaveOut::workload);
    calibration.knees = cross_validate(problem, calibration.fit, LeaveOut::knee);
    calibration.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return calibration;
}

std::vector<Calibration> each_array(const Calibration& joint, const CalibrateOptions& options) {
    std::vector<Calibration> calibrations;
    for (std::size_t array = 0; array < joint.problem.arrays.size(); ++array) {
        calibrations.push_back(calibrate({own_problem(joint, array), {}}, options));
    }
    return calibrations;
}

Prediction curves_of(const Calibration& calibration) {
    const Problem& problem = calibration.problem;
    Prediction prediction;
    prediction.run.jobs = problem.jobs;
    PredictOptions options;
    options.solver = Solver::fast;
    options.seed = problem.seed;
    options.jobs = problem.jobs;
    for (const Case& one : problem.cases) {
        const auto built = build(problem, one, calibration.fit.log_values);
        if (!built) continue;
        options.loads = depths_of(one);
        const std::string& name = problem.array_names[static_cast<std::size_t>(one.array)];
        auto predicted = predict(built->array, name, built->workload, options);
        if (!predicted) continue;
        predicted->curve.grade = Grade::calibrated;
        for (const Observation& observation : one.observations) {
            MeasuredPoint point;
            point.workload = built->workload.name;
            point.point = observation.label;
            const bool latency = observation.quantity == Quantity::latency;
            if (latency) point.latency_us = observation.measured;
            point.iops = latency ? observation.load.target_iops : std::optional{observation.measured};
            if (observation.quantity == Quantity::iops_at_latency) point.latency_us = observation.latency_limit_us;
            if (observation.quantity == Quantity::iops)  // Little's law
                point.latency_us = observation.load.outstanding.value_or(0) * 1e6 / observation.measured;
            predicted->curve.measured.push_back(std::move(point));
        }
        prediction.curves.push_back(std::move(predicted->curve));
    }
    return prediction;
}

}  // namespace arraytwin::calibrate
