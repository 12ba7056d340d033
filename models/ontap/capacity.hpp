// How an ONTAP array's capacity comes about: drives, right-sizing, spares, root slices, parity, WAFL's reserve, the
// snapshot reserve, data reduction. The rules' numbers are in data/capacity/ontap.toml; README.md, "Capacity".
#pragma once

#include "lib/spec/result.hpp"
#include "lib/twin/capacity.hpp"
#include "models/ontap/capacity_rules.hpp"
#include "models/ontap/parameters.hpp"

namespace arraytwin::ontap {

/// `array` is sound. None if its drives are too few for root aggregates, which predictions need not have.
Result<Capacity> capacity_of(const Parameters& array, const CapacityRules& rules);

}  // namespace arraytwin::ontap
