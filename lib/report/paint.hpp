// The few colours of the terminal, by meaning. Each also reads without colour; themes of the terminal decide the tone.
#pragma once

#include <cmath>
#include <string>
#include <string_view>

namespace arraytwin::report {

enum class Paint { none, dim, bold, curve, measured, good, fair, poor };

inline std::string painted(std::string_view text, Paint paint, bool color) {
    constexpr std::string_view codes[] = {"",         "\x1b[2m",  "\x1b[1m",  "\x1b[36m",
                                          "\x1b[33m", "\x1b[32m", "\x1b[33m", "\x1b[31m"};
    if (!color || paint == Paint::none || text.empty()) return std::string{text};
    return std::string{codes[static_cast<int>(paint)]}.append(text).append("\x1b[0m");
}

/// Run-to-run variation of real storage is about 10 %: within half of it is good, beyond twice it is not.
inline Paint paint_of_error(double percent) {
    const double size = std::abs(percent);
    return size <= 5 ? Paint::good : size <= 20 ? Paint::fair : Paint::poor;
}

}  // namespace arraytwin::report
