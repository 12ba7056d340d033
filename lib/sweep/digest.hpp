// A stable name for a text: 128 bits of XXH3, the same on every machine and in every version of the hash's library.
#pragma once

#include <string>
#include <string_view>

namespace arraytwin::sweep {

/// 32 hexadecimal digits. Against accidents, not against adversaries.
std::string digest(std::string_view text);

}  // namespace arraytwin::sweep
