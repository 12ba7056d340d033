// Pieces of text and the numbers in them, as benchmarks write them: without a locale, with units, separators, "n/a".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arraytwin::measured {

std::string_view trimmed(std::string_view text);
std::string lowered(std::string_view text);

/// Words between blanks and tabs.
std::vector<std::string_view> words_of(std::string_view line);

/// Cells between separators, trimmed, with the quotes around a cell removed; a separator inside quotes is part of its cell.
std::vector<std::string> cells_of(std::string_view line, char separator);

std::vector<std::string_view> split(std::string_view text, char separator);

/// What stands between `before` and `after` (or the end); empty if `before` does not occur.
std::string_view between(std::string_view text, std::string_view before, std::string_view after);

/// "1234.5", "1,234.5" and "1234,5"; nothing else around it. None for "n/a", "-", "NaN", an empty cell, or no number.
std::optional<double> number_of(std::string_view text);

/// The number at the front and what follows it: "2.45ms" is 2.45 and "ms".
struct Measure {
    double value = 0;
    std::string_view unit;
};
std::optional<Measure> measure_of(std::string_view text);

/// "600.00us", "1.50ms", "2 s" in microseconds; `otherwise` is the factor of a number without a unit.
std::optional<double> microseconds_of(std::string_view text, double otherwise = 1);

/// "4k", "8KiB", "4096", "1m" in bytes; binary prefixes, as fio and DiskSpd mean them.
std::optional<double> bytes_of(std::string_view text);

/// "0KB/s", "47.76MB/s" in MiB/s, K being 1,024, as storage consoles mean it.
std::optional<double> mib_per_s_of(std::string_view text);

/// "2023-01-01T00:00:10Z", "2025-12-30T04:42:09.000+00:00": seconds since 1970, UTC unless an offset follows.
std::optional<double> seconds_of_timestamp(std::string_view text);

}  // namespace arraytwin::measured
