// The error of a prediction, defined once: predicted / measured - 1.
#pragma once

#include <cmath>
#include <optional>

namespace arraytwin::compare {

/// The number, if it is one and more than zero: what was not measured or not predicted has no error.
inline std::optional<double> positive(std::optional<double> value) {
    return value && std::isfinite(*value) && *value > 0 ? value : std::nullopt;
}

/// In percent; positive: the twin promises too much of it.
inline std::optional<double> error_pct(std::optional<double> predicted, std::optional<double> measured) {
    if (!positive(predicted) || !positive(measured)) return std::nullopt;
    return (*predicted / *measured - 1) * 100;
}

}  // namespace arraytwin::compare
