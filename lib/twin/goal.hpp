// How far a run goes before it is looked at again, given how precise it has become.
#pragma once

#include <algorithm>
#include <cstdint>

#include "lib/stats/summary.hpp"

namespace arraytwin::twin {

/// Completions at which to look next: as many as the precision seems to need, a third more at least, four times as many
/// at most, and never beyond `most`.
inline std::int64_t next_goal(const stats::Summary& summary, const stats::Precision& precision,
                              std::int64_t completions, std::int64_t most) {
    const double growth = std::clamp(stats::growth_needed(summary, precision) * 1.1, 1.3, 4.0);
    return std::min(most, static_cast<std::int64_t>(static_cast<double>(completions) * growth));
}

}  // namespace arraytwin::twin
