// How often operator new was called in this program. Linking the .cpp beside it replaces the operators.
#pragma once

#include <cstdint>

namespace arraytwin::test {

std::int64_t allocations();

}  // namespace arraytwin::test
