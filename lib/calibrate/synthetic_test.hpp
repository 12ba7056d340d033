// For the tests of this folder: problems whose truth is known, because the observations are the fast solver's answers at it.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lib/calibrate/fit.hpp"
#include "lib/calibrate/problem.hpp"
#include "lib/sim/random.hpp"
#include "lib/twin/toy_test.hpp"

namespace arraytwin::calibrate::synthetic {

/// The value, or the diagnostics as the test's failure.
template <class T>
T value_of(Result<T> result) {
    if (!result) throw std::runtime_error(to_text(result.error()));
    return std::move(*result);
}

inline int add_inline_workload(Problem& problem, const std::string& text) {
    return add_workload(problem, text, document_of(value_of(parse_inline_workload(text))));
}

inline Observation closed(int outstanding) {
    Observation observation;
    observation.label = "depth " + std::to_string(outstanding);
    observation.load = {outstanding, std::nullopt};
    observation.quantity = Quantity::iops;
    observation.measured = 1;  // until it is answered
    observation.noise = Noise{}.iops;
    return observation;
}

inline Observation paced(int outstanding, double iops) {
    Observation observation = closed(outstanding);
    observation.label = "paced";
    observation.load.target_iops = iops;
    observation.quantity = Quantity::latency;
    return observation;
}

inline Observation crossing(int outstanding, double limit_us) {
    Observation observation = closed(outstanding);
    observation.label = "sub_ms_limit";
    observation.quantity = Quantity::iops_at_latency;
    observation.latency_limit_us = limit_us;
    return observation;
}

/// The toy with these costs and closed observations of one workload; nothing measured yet.
inline Problem toy_problem(const std::string& costs, const std::vector<int>& depths,
                           const std::string& workload = "4k:100r:100rand") {
    Problem problem;
    problem.jobs = 1;
    add_array(problem, "toy", twin::toy::resolved(costs), false);
    const int index = add_inline_workload(problem, workload);
    for (const int depth : depths) add(problem, 0, index, closed(depth));
    return problem;
}

/// Every observation measured as the truth (logarithms of the constants) has it, and as sure as `noise` says.
inline void answer_as(Problem& problem, const std::vector<double>& truth, double noise) {
    const auto answers = predict_all(problem, truth);
    std::size_t row = 0;
    for (Case& one : problem.cases) {
        for (Observation& observation : one.observations) {
            observation.measured = std::exp(answers[row++]);
            observation.noise = noise;
        }
    }
}

/// Lognormal errors of the size that the observations claim.
inline void add_noise(Problem& problem, sim::RandomStream& stream) {
    for (Case& one : problem.cases) {
        for (Observation& observation : one.observations)
            observation.measured *= std::exp(observation.noise * stream.normal());
    }
}

inline std::vector<double> truth_from_priors(const Problem& problem, sim::RandomStream& stream) {
    std::vector<double> truth = priors_of(problem);
    const auto deviations = prior_deviations(problem);
    for (std::size_t c = 0; c < truth.size(); ++c) truth[c] += deviations[c] * stream.normal();
    return truth;
}

inline std::vector<double> moved_from_priors(const Problem& problem, double by) {
    std::vector<double> truth = priors_of(problem);
    for (double& value : truth) value += (by = -by);
    return truth;
}

}  // namespace arraytwin::calibrate::synthetic
