// Huber's loss of a residual, in standard deviations: square near zero, linear beyond a bend, so that one bad point does
// not draw the others along.
#pragma once

#include <cmath>

namespace arraytwin::calibrate {

constexpr double huber_bend = 2;

inline double huber(double deviations) {
    const double size = std::abs(deviations);
    return size <= huber_bend ? size * size : 2 * huber_bend * size - huber_bend * huber_bend;
}

/// Of the residual's square in a sum of squares whose minimum is the loss's: 1, less beyond the bend.
inline double huber_weight(double deviations) {
    const double size = std::abs(deviations);
    return size <= huber_bend ? 1 : huber_bend / size;
}

}  // namespace arraytwin::calibrate
