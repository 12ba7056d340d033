// The family of local drives: attached straight to one host, with no controller between.
#pragma once

#include "lib/twin/family.hpp"

namespace arraytwin::local {

const Family& family();

}  // namespace arraytwin::local
