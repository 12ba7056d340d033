// What a fit knows: each constant's interval, what the data could not tell, and what to measure to learn it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "lib/calibrate/fit.hpp"

namespace arraytwin::calibrate {

/// A run that nobody has made yet.
struct Measurement {
    std::string workload;  ///< inline: "64k:100r:100rand"
    OfferedLoad load;
    double reduction = 0;  ///< of the constant's variance, 0 to 1
};

struct Verdict {
    double value = 0;   ///< in the unit in which the quantity is held
    double low95 = 0;   ///< 95 % interval
    double high95 = 0;  ///<
    double learnt = 0;  ///< share of the prior's variance that the data took away, 0 to 1
    bool identified = false;
    std::vector<std::pair<std::size_t, double>>
        confused_with;                    ///< constants and correlations that the data cannot part
    std::vector<Measurement> settled_by;  ///< best first, at most two; of what is not identified
};

/// One for each constant. Not identified: the data took away less than half of the prior's variance.
std::vector<Verdict> judge(const Problem& problem, const Fit& fit);

}  // namespace arraytwin::calibrate
