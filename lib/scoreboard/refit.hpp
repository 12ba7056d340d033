// Fits that see all but a few of the observations, from one that saw still less.
//
// A cross-validation needs hundreds of fits that differ by some points. Each goes downhill on the whole model, as fit() does,
// but with the derivatives of where it starts, which is most of the cost. The start must not have seen what is left out
// either; then nothing of it can reach the prediction.
#pragma once

#include <vector>

#include "lib/calibrate/fit.hpp"

namespace arraytwin::scoreboard {

struct FittedState {
    std::vector<double> log_values;     ///< of each constant
    std::vector<double> log_predicted;  ///< of each observation
    calibrate::Matrix jacobian;         ///< d ln predicted / d ln constant
};

FittedState state_of(const calibrate::Fit& fit);

/// Minimizes fit()'s loss over the observations in `use`, from `start` and with its derivatives.
FittedState refit(const calibrate::Problem& problem, FittedState start, const std::vector<bool>& use);

inline constexpr int every_array = -1;

/// The same, then again with the derivatives of one array, or of all, at what was found.
FittedState refit_twice(const calibrate::Problem& problem, FittedState start, const std::vector<bool>& use, int array);

}  // namespace arraytwin::scoreboard
