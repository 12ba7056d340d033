// How well a fit predicts what it has not seen: each workload in turn is left out and predicted from the others.
//
// The constants without it come from one step of the linearized problem (fit.hpp), the predictions from the model itself.
#pragma once

#include <vector>

#include "lib/calibrate/fit.hpp"

namespace arraytwin::calibrate {

enum class LeaveOut {
    workload,  ///< all that was observed of it
    knee,      ///< its latencies and 1 ms limit; its peak stays (DESIGN section 6, protocol `knee`)
};

/// An observation that was predicted without having been fitted.
struct Unseen {
    std::size_t observation = 0;  ///< index among all, case by case
    Quantity quantity = Quantity::iops;
    double log_error = 0;  ///< ln predicted - ln measured
};

std::vector<Unseen> cross_validate(const Problem& problem, const Fit& fit, LeaveOut protocol);

/// Root mean square of the logarithmic errors of one quantity; 0 if there is none.
double rms(const std::vector<Unseen>& unseen, Quantity quantity);

}  // namespace arraytwin::calibrate
