// How an E-Series array's capacity comes about: drives, right-sizing, hot spares, then either the redundancy of volume groups
// or a pool's preserved drives, whole D-stripes of D-pieces and their parity. Geometry: models/layout.
#pragma once

#include "lib/twin/capacity.hpp"
#include "models/eseries/parameters.hpp"

namespace arraytwin::eseries {

/// `array` is sound.
Capacity capacity_of(const Parameters& array);

}  // namespace arraytwin::eseries
