// A prediction as JSON, `"schema": 1` (DESIGN, section 8). Fields may be added in later versions, never renamed.
//
// Keys stand in the order of the schema, a point to a line, numbers in short round-trip form, null for what is absent
// or not a number. Equal predictions give equal bytes. Invalid UTF-8 in names becomes U+FFFD.
#pragma once

#include <string>
#include <vector>

#include "lib/compare/match.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

/// What a comparison knows better than the curve alone: each measured point answered at its own load, and a verdict.
struct Overlay {
    std::vector<compare::Match> matches;  ///< of the curve's measured points, in their order
    std::string verdict;                  ///< "agrees", "biased", "wrong shape", "too few points"
    std::string reason;
};

/// `overlays`: one for each curve, or none.
std::string json(const Prediction& prediction, const std::vector<Overlay>& overlays = {});

}  // namespace arraytwin::report
