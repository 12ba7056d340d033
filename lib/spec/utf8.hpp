// Just enough of UTF-8 to refuse what is none and to count columns.
#pragma once

#include <cstddef>
#include <string_view>

namespace arraytwin::spec {

/// The length of the character that `text` begins with, 1 to 4; 0 if it is not UTF-8 (overlong, surrogate, cut short).
inline std::size_t utf8_length(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (text.empty()) return 0;
    if (byte(0) < 0x80) return 1;
    const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
    if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    const bool overlong = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90);
    const bool surrogate = byte(0) == 0xed && byte(1) >= 0xa0;
    const bool beyond = byte(0) == 0xf4 && byte(1) >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

}  // namespace arraytwin::spec
