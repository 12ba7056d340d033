// Collecting all that is wrong before telling any of it.
#pragma once

#include "lib/spec/result.hpp"

namespace arraytwin::cli {

inline void append(Diagnostics& all, const Diagnostics& more) { all.insert(all.end(), more.begin(), more.end()); }

}  // namespace arraytwin::cli
