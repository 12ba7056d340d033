// Nonlinear least squares: the constants that explain what was observed, as far as they say it, and their priors otherwise.
//
// Minimized over the logarithms x of the constants (Levenberg and Marquardt; derivatives by differences):
//
//     sum over observations  huber((ln predicted(x) - ln measured) / noise)  +  sum over constants  ((x - prior) / spread)^2
//
// Huber's loss grows linearly beyond a few standard deviations, so one bad point does not draw the others along.
// The covariance is that of the linearized problem, with the noise scaled up where the residuals are larger than it says.
#pragma once

#include <vector>

#include "lib/calibrate/matrix.hpp"
#include "lib/calibrate/problem.hpp"

namespace arraytwin::calibrate {

struct Fit {
    std::vector<double> log_values;     ///< of each constant
    std::vector<double> log_predicted;  ///< of each observation, correction included
    std::vector<double> correction;     ///< added to the fast solver's logarithm, of each observation
    std::vector<double> weights;        ///< of each observation, 0 (left out or an outlier) to 1
    Matrix jacobian;                    ///< d ln predicted / d ln constant
    Matrix covariance;                  ///< of the logarithms of the constants
    double noise_scale = 1;             ///< residuals in units of the noise; at least 1
    int iterations = 0;
};

struct FitOptions {
    std::vector<double> start = {};       ///< logarithms of the constants; empty: the priors
    std::vector<double> correction = {};  ///< empty: none
    std::vector<bool> use = {};           ///< of each observation; empty: all
    int most_iterations = 20;
};

Fit fit(const Problem& problem, const FitOptions& options = {});

/// d ln predicted / d ln constant at `log_values`, by differences; `log_predicted` are the fast solver's there.
/// Where `moves` (case by constant) is 0 nothing is tried; entries become 0 where a constant turned out not to matter.
Matrix derivatives(const Problem& problem, const std::vector<double>& log_values,
                   const std::vector<double>& log_predicted, Matrix& moves);

/// The constants with some observations left out (`use` false), by one step from the fit: exact for a linear model.
std::vector<double> without(const Problem& problem, const Fit& fit, const std::vector<bool>& use);

/// The fast solver's logarithms at `log_values`, of all observations.
std::vector<double> predict_all(const Problem& problem, const std::vector<double>& log_values);

/// The standard deviation of the logarithm of each constant before any data.
std::vector<double> prior_deviations(const Problem& problem);

}  // namespace arraytwin::calibrate
