// Errors that must not be exceeded: a check for continuous integration.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lib/compare/comparison.hpp"

namespace arraytwin::compare {

/// Largest allowed error by kind (error_kinds), percent.
using Limits = std::map<std::string, double>;

struct Breach {
    std::string kind;
    std::string where;                ///< "4k-random-read start"
    std::optional<double> error_pct;  ///< none: there is no error of this kind, so nothing was checked
    double limit_pct = 0;
};

/// Every scored error beyond its limit. A limit that finds nothing to check is a breach too: a gate must not pass because
/// a file lost its rows.
std::vector<Breach> breaches_of(const Report& report, const Limits& limits);

}  // namespace arraytwin::compare
