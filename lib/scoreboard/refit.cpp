#include "lib/scoreboard/refit.hpp"

#include <algorithm>
#include <cmath>

#include "lib/calibrate/huber.hpp"

namespace arraytwin::scoreboard {

namespace {

using calibrate::Problem;

constexpr double small_move = 5e-3;  // of a logarithm: converged
constexpr double small_gain = 2e-3;  // share of the loss: converged
constexpr int most_steps = 4;        // with the same derivatives
constexpr int most_cuts = 2;         // of a step that leads uphill
constexpr double cut = 0.35;

double deviations(const calibrate::Observation& observation, double log_predicted) {
    return std::abs(log_predicted - std::log(observation.measured)) / observation.noise;
}

double loss_of(const Problem& problem, const FittedState& state, const std::vector<bool>& use) {
    const auto observations = observations_of(problem);
    const auto priors = priors_of(problem);
    const auto spreads = prior_deviations(problem);
    double loss = 0;
    for (std::size_t c = 0; c < priors.size(); ++c) loss += std::pow((state.log_values[c] - priors[c]) / spreads[c], 2);
    for (std::size_t o = 0; o < observations.size(); ++o) {
        if (!use[o]) continue;
        loss += calibrate::huber(deviations(*observations[o], state.log_predicted[o]));
    }
    return loss;
}

/// Where the linearized problem has its minimum.
std::vector<double> lowest(const Problem& problem, const FittedState& state, const std::vector<bool>& use) {
    const auto observations = observations_of(problem);
    calibrate::Fit fit;
    fit.log_values = state.log_values;
    fit.log_predicted = state.log_predicted;
    fit.jacobian = state.jacobian;
    for (std::size_t o = 0; o < observations.size(); ++o) {
        const double size = deviations(*observations[o], state.log_predicted[o]);
        fit.weights.push_back(use[o] ? calibrate::huber_weight(size) : 0);
    }
    return without(problem, fit, use);
}

/// A step towards `target`, shorter where the whole way leads uphill; false if no share of it leads downhill.
bool step_towards(const Problem& problem, const std::vector<double>& target, const std::vector<bool>& use,
                  FittedState& state, double& loss) {
    double share = 1;
    for (int cuts = 0; cuts < most_cuts; ++cuts, share *= cut) {
        FittedState next = state;
        for (std::size_t c = 0; c < target.size(); ++c) next.log_values[c] += share * (target[c] - state.log_values[c]);
        next.log_predicted = predict_all(problem, next.log_values);
        const double lower = loss_of(problem, next, use);
        if (!(lower < loss)) continue;
        state = std::move(next);
        loss = lower;
        return true;
    }
    return false;
}

void descend(const Problem& problem, FittedState& state, const std::vector<bool>& use) {
    double loss = loss_of(problem, state, use);
    for (int step = 0; step < most_steps; ++step) {
        const auto target = lowest(problem, state, use);
        double farthest = 0;
        for (std::size_t c = 0; c < target.size(); ++c)
            farthest = std::max(farthest, std::abs(target[c] - state.log_values[c]));
        const double before = loss;
        if (farthest < small_move || !step_towards(problem, target, use, state, loss)) return;
        if (before - loss < small_gain * before) return;
    }
}

void refresh(const Problem& problem, FittedState& state, int array) {
    const auto is_asked = [&](const calibrate::Case& one) { return array == every_array || one.array == array; };
    calibrate::Matrix moves(problem.cases.size(), problem.constants.size());
    for (std::size_t k = 0; k < moves.rows; ++k) {
        for (std::size_t c = 0; c < moves.columns; ++c) {
            moves(k, c) = is_asked(problem.cases[k]) && concerns(problem.constants[c], problem.cases[k]) ? 1 : 0;
        }
    }
    const auto slopes = derivatives(problem, state.log_values, state.log_predicted, moves);
    std::size_t row = 0;
    for (const calibrate::Case& one : problem.cases) {
        for (std::size_t o = 0; o < one.observations.size(); ++o, ++row) {
            if (!is_asked(one)) continue;
            for (std::size_t c = 0; c < slopes.columns; ++c) state.jacobian(row, c) = slopes(row, c);
        }
    }
}

}  // namespace

FittedState state_of(const calibrate::Fit& fit) { return {fit.log_values, fit.log_predicted, fit.jacobian}; }

FittedState refit(const Problem& problem, FittedState start, const std::vector<bool>& use) {
    descend(problem, start, use);
    return start;
}

FittedState refit_twice(const Problem& problem, FittedState start, const std::vector<bool>& use, int array) {
    descend(problem, start, use);
    refresh(problem, start, array);
    descend(problem, start, use);
    return start;
}

}  // namespace arraytwin::scoreboard
