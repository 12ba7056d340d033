#include "lib/report/gauge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "lib/report/text.hpp"

namespace arraytwin::report {

std::string gauge(double utilization) {
    constexpr std::string_view eighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    constexpr int cells = 8;
    const int filled = static_cast<int>(std::lround(std::clamp(utilization, 0.0, 1.0) * cells * 8));
    std::string bar;
    for (int i = 0; i < filled / 8; ++i) bar += "█";
    bar += eighths[filled % 8];
    return fit_cell(bar, cells, Align::left) + fmt::format(" {:>3.0f} %", utilization * 100);
}

}  // namespace arraytwin::report
