#include "lib/calibrate/fit.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

#include "lib/calibrate/huber.hpp"
#include "lib/twin/parallel.hpp"

namespace arraytwin::calibrate {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double step = 0.04;        // of a logarithm, for a derivative
constexpr double small_move = 1e-3;  // of a logarithm: converged
constexpr double small_gain = 1e-4;  // share of the loss: converged
constexpr double first_damping = 1e-2;
constexpr double least_damping = 1e-4;
constexpr double most_damping = 1e6;
constexpr double damping_step = 4;
constexpr int first_iterations = 6;  // of peaks alone: near is good enough

VectorXd to_vector(const std::vector<double>& values) {
    return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::vector<double> to_std(const VectorXd& values) { return {values.data(), values.data() + values.size()}; }

Matrix to_matrix(const MatrixXd& from) {
    Matrix matrix(static_cast<std::size_t>(from.rows()), static_cast<std::size_t>(from.cols()));
    Eigen::Map<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(matrix.values.data(),
                                                                                       from.rows(), from.cols()) = from;
    return matrix;
}

MatrixXd to_eigen(const Matrix& from) {
    return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
        from.values.data(), static_cast<Eigen::Index>(from.rows), static_cast<Eigen::Index>(from.columns));
}

/// Every constant may move every case that it concerns.
Matrix all_moves(const Problem& problem) {
    Matrix moves(problem.cases.size(), problem.constants.size());
    for (std::size_t k = 0; k < moves.rows; ++k) {
        for (std::size_t c = 0; c < moves.columns; ++c) {
            moves(k, c) = concerns(problem.constants[c], problem.cases[k]) ? 1 : 0;
        }
    }
    return moves;
}

/// As `derivatives`, with this step; the other way where the constant's range ends.
Matrix slopes_of(const Problem& problem, const std::vector<double>& log_values,
                 const std::vector<double>& log_predicted, Matrix& moves, double aside) {
    struct Job {
        std::size_t which = 0;
        std::size_t constant = 0;
        std::size_t first = 0;  // observation of the case
    };
    std::vector<Job> jobs;
    std::size_t first = 0;
    for (std::size_t k = 0; k < moves.rows; ++k) {
        for (std::size_t c = 0; c < moves.columns; ++c) {
            if (moves(k, c) != 0) jobs.push_back({k, c, first});
        }
        first += problem.cases[k].observations.size();
    }
    Matrix slopes(log_predicted.size(), log_values.size());
    twin::for_each_in_parallel(static_cast<int>(jobs.size()), problem.jobs, [&](int i) {
        const Job& job = jobs[static_cast<std::size_t>(i)];
        const Constant& constant = problem.constants[job.constant];
        std::vector<double> beside = log_values;
        double& moved = beside[job.constant];
        const bool inside = moved + aside <= std::log(constant.high) && moved + aside >= std::log(constant.low);
        const double move = inside ? aside : -aside;
        moved += move;
        const auto answers = predict(problem, problem.cases[job.which], beside);
        bool matters = false;
        for (std::size_t o = 0; o < answers.size(); ++o) {
            const double slope = (answers[o] - log_predicted[job.first + o]) / move;
            if (slope == 0 || !std::isfinite(slope)) continue;
            slopes(job.first + o, job.constant) = slope;
            matters = true;
        }
        moves(job.which, job.constant) = matters ? 1 : 0;
    });
    return slopes;
}

class Fitter {
public:
    Fitter(const Problem& problem, const FitOptions& options);
    Fit run();
    std::vector<double> found();

private:
    struct State {
        VectorXd x;
        VectorXd predicted;  // logarithms, corrected
        double loss = 0;
    };

    State at(VectorXd x) const;
    State descend(int& iteration);
    VectorXd weights_of(const State& state) const;
    MatrixXd jacobian_at(const State& state);
    MatrixXd least_slopes_at(const State& state);
    bool improve(State& state, int iteration);
    Fit result(const State& state, int iterations);

    const Problem& problem_;
    const FitOptions& options_;
    std::vector<const Observation*> observations_;
    VectorXd measured_, noise_, correction_, prior_, precision_, low_, high_;
    Matrix moves_;  // whether a constant moves a case's predictions; found with the first derivatives
    double damping_ = first_damping;
};

Fitter::Fitter(const Problem& problem, const FitOptions& options)
    : problem_{problem}, options_{options}, observations_{observations_of(problem)} {
    const auto m = static_cast<Eigen::Index>(observations_.size());
    const auto n = static_cast<Eigen::Index>(problem.constants.size());
    measured_.resize(m);
    noise_.resize(m);
    for (Eigen::Index i = 0; i < m; ++i) {
        const Observation& observation = *observations_[static_cast<std::size_t>(i)];
        measured_[i] = std::log(observation.measured);
        noise_[i] = observation.noise;
    }
    correction_ = options.correction.empty() ? VectorXd::Zero(m) : to_vector(options.correction);
    prior_ = to_vector(priors_of(problem));
    precision_ = to_vector(prior_deviations(problem)).array().square().inverse();
    low_.resize(n);
    high_.resize(n);
    for (Eigen::Index c = 0; c < n; ++c) {
        low_[c] = std::log(problem.constants[static_cast<std::size_t>(c)].low);
        high_[c] = std::log(problem.constants[static_cast<std::size_t>(c)].high);
    }
    moves_ = all_moves(problem);
}

Fitter::State Fitter::at(VectorXd x) const {
    State state;
    state.x = std::move(x);
    state.predicted = to_vector(predict_all(problem_, to_std(state.x))) + correction_;
    state.loss = (precision_.array() * (state.x - prior_).array().square()).sum();
    for (Eigen::Index i = 0; i < measured_.size(); ++i) {
        if (!options_.use.empty() && !options_.use[static_cast<std::size_t>(i)]) continue;
        state.loss += huber((state.predicted[i] - measured_[i]) / noise_[i]);
    }
    return state;
}

/// Of each observation in the sum of squares: Huber's, by the noise.
VectorXd Fitter::weights_of(const State& state) const {
    VectorXd weights(measured_.size());
    for (Eigen::Index i = 0; i < weights.size(); ++i) {
        const bool used = options_.use.empty() || options_.use[static_cast<std::size_t>(i)];
        weights[i] = used ? huber_weight((state.predicted[i] - measured_[i]) / noise_[i]) : 0;
    }
    return weights;
}

MatrixXd Fitter::jacobian_at(const State& state) {
    return to_eigen(derivatives(problem_, to_std(state.x), to_std(state.predicted - correction_), moves_));
}

/// Of the slopes up and down the smaller: where a bottleneck changes hands a constant may matter on one side only, and then
/// the data do not hold it on the other.
MatrixXd Fitter::least_slopes_at(const State& state) {
    const auto x = to_std(state.x);
    const auto predicted = to_std(state.predicted - correction_);
    Matrix moves_down = moves_;
    const MatrixXd up = to_eigen(slopes_of(problem_, x, predicted, moves_, step));
    const MatrixXd down = to_eigen(slopes_of(problem_, x, predicted, moves_down, -step));
    return up.binaryExpr(down, [](double a, double b) { return a * b <= 0 ? 0 : std::abs(a) < std::abs(b) ? a : b; });
}

/// One step downhill; false if there is none worth taking.
bool Fitter::improve(State& state, int iteration) {
    const MatrixXd jacobian = jacobian_at(state);
    const VectorXd weights = weights_of(state).array() / noise_.array().square();
    MatrixXd normal = jacobian.transpose() * weights.asDiagonal() * jacobian;
    normal.diagonal() += precision_;
    const VectorXd downhill =
        jacobian.transpose() * (weights.array() * (measured_ - state.predicted).array()).matrix() +
        (precision_.array() * (prior_ - state.x).array()).matrix();
    for (; damping_ < most_damping; damping_ *= damping_step) {
        MatrixXd damped = normal;
        damped.diagonal() *= 1 + damping_;
        const VectorXd move = damped.ldlt().solve(downhill);
        State next = at((state.x + move).cwiseMax(low_).cwiseMin(high_));
        if (!(next.loss < state.loss)) continue;
        const bool far = (next.x - state.x).cwiseAbs().maxCoeff() > small_move;
        const bool better = state.loss - next.loss > small_gain * state.loss;
        state = std::move(next);
        damping_ = std::max(least_damping, damping_ / damping_step);
        return far && better && iteration + 1 < options_.most_iterations;
    }
    return false;
}

Fit Fitter::result(const State& state, int iterations) {
    const MatrixXd jacobian = least_slopes_at(state);
    const VectorXd robust = weights_of(state);
    const VectorXd weights = robust.array() / noise_.array().square();
    const MatrixXd information = jacobian.transpose() * weights.asDiagonal() * jacobian;
    const auto covariance_with = [&](double scale) -> MatrixXd {
        MatrixXd normal = information / (scale * scale);
        normal.diagonal() += precision_;
        return normal.ldlt().solve(MatrixXd::Identity(normal.rows(), normal.cols()));
    };
    const double taken_up = (covariance_with(1) * information).trace();  // constants that the data, not the priors, set
    const double squares = (weights.array() * (state.predicted - measured_).array().square()).sum();
    const double left = std::max(1.0, (robust.array() > 0).cast<double>().sum() - taken_up);
    Fit fit;
    fit.log_values = to_std(state.x);
    fit.log_predicted = to_std(state.predicted);
    fit.correction = to_std(correction_);
    fit.weights = to_std(robust);
    fit.jacobian = to_matrix(jacobian);
    fit.noise_scale = std::max(1.0, std::sqrt(squares / left));
    fit.covariance = to_matrix(covariance_with(fit.noise_scale));
    fit.iterations = iterations;
    return fit;
}

Fitter::State Fitter::descend(int& iteration) {
    State state = at(options_.start.empty() ? prior_ : to_vector(options_.start));
    while (improve(state, iteration)) ++iteration;
    return state;
}

Fit Fitter::run() {
    int iteration = 0;
    const State state = descend(iteration);
    return result(state, iteration + 1);
}

/// The constants alone, without their covariance.
std::vector<double> Fitter::found() {
    int iteration = 0;
    return to_std(descend(iteration).x);
}

}  // namespace

std::vector<double> prior_deviations(const Problem& problem) {
    std::vector<double> deviations;
    for (const Constant& constant : problem.constants) deviations.push_back(std::log(constant.spread));
    return deviations;
}

std::vector<double> predict_all(const Problem& problem, const std::vector<double>& log_values) {
    std::vector<std::vector<double>> by_case(problem.cases.size());
    twin::for_each_in_parallel(static_cast<int>(problem.cases.size()), problem.jobs, [&](int k) {
        const auto which = static_cast<std::size_t>(k);
        by_case[which] = predict(problem, problem.cases[which], log_values);
    });
    std::vector<double> all;
    for (const auto& one : by_case) all.insert(all.end(), one.begin(), one.end());
    return all;
}

Matrix derivatives(const Problem& problem, const std::vector<double>& log_values,
                   const std::vector<double>& log_predicted, Matrix& moves) {
    return slopes_of(problem, log_values, log_predicted, moves, step);
}

std::vector<double> without(const Problem& problem, const Fit& fit, const std::vector<bool>& use) {
    const MatrixXd jacobian = to_eigen(fit.jacobian);
    const auto observations = observations_of(problem);
    const VectorXd x = to_vector(fit.log_values);
    const VectorXd precision = to_vector(prior_deviations(problem)).array().square().inverse();
    VectorXd weights(jacobian.rows());
    VectorXd residuals(jacobian.rows());
    for (Eigen::Index i = 0; i < weights.size(); ++i) {
        const auto o = static_cast<std::size_t>(i);
        const double noise = observations[o]->noise * fit.noise_scale;
        weights[i] = use[o] ? fit.weights[o] / (noise * noise) : 0;
        residuals[i] = std::log(observations[o]->measured) - fit.log_predicted[o];
    }
    MatrixXd normal = jacobian.transpose() * weights.asDiagonal() * jacobian;
    normal.diagonal() += precision;
    const VectorXd downhill = jacobian.transpose() * (weights.array() * residuals.array()).matrix() +
                              (precision.array() * (to_vector(priors_of(problem)) - x).array()).matrix();
    std::vector<double> moved = to_std(x + normal.ldlt().solve(downhill));
    for (std::size_t c = 0; c < moved.size(); ++c) {
        moved[c] = std::clamp(moved[c], std::log(problem.constants[c].low), std::log(problem.constants[c].high));
    }
    return moved;
}

Fit fit(const Problem& problem, const FitOptions& options) {
    FitOptions all = options;
    if (options.start.empty()) {
        // What the array carries comes first: a pace beyond that is a cliff of latency, at whose foot a fit may get stuck.
        // And what does not matter at the priors may matter there.
        FitOptions carried = options;
        carried.most_iterations = std::min(options.most_iterations, first_iterations);
        const auto observations = observations_of(problem);
        carried.use.resize(observations.size(), true);
        for (std::size_t o = 0; o < observations.size(); ++o) {
            if (observations[o]->quantity == Quantity::latency) carried.use[o] = false;
        }
        all.start = Fitter{problem, carried}.found();
    }
    return Fitter{problem, all}.run();
}

}  // namespace arraytwin::calibrate
