// How often operator new was called in this program, and for how much. Linking the .cpp beside it replaces the operators.
#pragma once

#include <cstdint>

namespace arraytwin::test {

std::int64_t allocations();
std::int64_t allocated_bytes();  ///< all that was ever asked for

}  // namespace arraytwin::test
