// Words and numbers for people: thousands, latencies, signed errors, names of servers, cells of equal width.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

/// "1,219,829"; "–" if not finite.
std::string thousands(double value);

/// "217 µs", "3.36 ms", "1.20 s".
std::string latency_words(double us);

/// "+1.6 %", "-0.2 %": always with a sign.
std::string signed_percent(double percent);

/// "spec only", "calibrated on this array", "cross-validated".
std::string_view grade_words(Grade grade);

/// "spec-only", "calibrated", "cross-validated": the JSON's and the CSV's names.
std::string_view grade_name(Grade grade);

/// A server's place without its numbers: "node.1.cpu" is a "node cpu", "port.1a" a "port".
std::string server_kind(std::string_view place);

/// Servers of one kind at a point: how many, and the busiest of them.
struct KindLoad {
    std::string kind;
    int count = 0;
    int busy = 0;  ///< of them within two percentage points of the busiest
    double utilization = 0;
};

/// Busiest kind first; equal ones by name.
std::vector<KindLoad> kinds_by_load(const Point& point);

/// The interval, if there is one: a solver without it leaves zeros or NaN.
bool is_known(const Interval& interval);

/// Control characters replaced by U+FFFD, so that a name from a file cannot drive the terminal.
std::string printable(std::string_view text);

/// Terminal columns of UTF-8 text: combining marks none, East Asian wide characters two. ANSI colours count nothing.
int display_width(std::string_view text);

enum class Align { left, right };

/// Padded with spaces, or cut with an ellipsis, to exactly `width` columns. `text` is free of ANSI colours.
std::string fit_cell(std::string_view text, int width, Align align);

}  // namespace arraytwin::report
