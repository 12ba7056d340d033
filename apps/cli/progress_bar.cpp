#include "apps/cli/progress_bar.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "apps/cli/console.hpp"
#include "lib/report/paint.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::cli {

namespace {

constexpr int cells = 24;
constexpr int narrowest = 60;

std::string duration_words(double seconds) {
    if (seconds < 60) return fmt::format("{:.0f} s", std::ceil(seconds));
    if (seconds < 3600) return fmt::format("{:.0f} min", std::ceil(seconds / 60));
    return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

ProgressBar::~ProgressBar() {
    if (shown_) complain("\r\x1b[K");
}

void ProgressBar::draw(const std::string& label, double done) {
    if (!shown_) return;
    const int filled = static_cast<int>(std::clamp(done, 0.0, 1.0) * cells);
    std::string bar;
    for (int i = 0; i < cells; ++i) bar += i < filled ? "█" : "░";
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    const auto left = done > 0 ? duration_words(seconds * (1 - done) / done) + " left" : "";
    const int room = std::max(width(Stream::errors, narrowest), narrowest) - cells - 20;
    complain(fmt::format(
        "\r\x1b[K{} {:>3.0f} %  {}  {}", report::painted(bar, report::Paint::curve, has_color(Stream::errors)),
        done * 100, report::fit_cell(label, std::min(room, report::display_width(label)), report::Align::left), left));
}

}  // namespace arraytwin::cli
