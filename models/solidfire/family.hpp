// The SolidFire family: clusters of Element nodes.
#pragma once

#include "lib/twin/family.hpp"

namespace arraytwin::solidfire {

const Family& family();

}  // namespace arraytwin::solidfire
