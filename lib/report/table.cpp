#include "lib/report/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/compare/match.hpp"
#include "lib/report/gauge.hpp"
#include "lib/report/grid.hpp"
#include "lib/report/plot.hpp"
#include "lib/report/summary.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

const std::vector<Column> columns = {
    {"target", Align::left, 0}, {"outst.", Align::right, 0},    {"IOPS", Align::right, 0},
    {"MiB/s", Align::right, 6}, {"mean µs", Align::right, 0},   {"±95 %", Align::right, 2},
    {"p50", Align::right, 5},   {"p95", Align::right, 4},       {"p99", Align::right, 1},
    {"p99.9", Align::right, 3}, {"bottleneck", Align::left, 0}, {"busy", Align::left, 0},
};

std::string optional_number(double value) { return std::isfinite(value) && value > 0 ? thousands(value) : ""; }

std::string half_width(const LatencySummary& latency) {
    const auto& interval = latency.mean_ci95;
    if (!is_known(interval)) return "";
    const double half = (interval.high - interval.low) / 2;
    return fmt::format("{:.{}f}", half, half < 9.95 ? 1 : 0);
}

std::string half_width(const Point& point) {
    const auto width = half_width(point.latency);
    return point.precision_reached || width.empty() ? width : "! " + width;
}

constexpr std::ptrdiff_t behind_mean = 5;  // column of what is likely, where a calibration tells
const Column likely_column{"likely (90 %)", Align::right, 3};

bool has_likely(const Curve& curve) {
    return std::any_of(curve.points.begin(), curve.points.end(),
                       [](const Point& point) { return point.prediction90_latency.has_value(); });
}

Cell likely_cell(const Point& point) {
    if (!point.prediction90_latency || !is_known(*point.prediction90_latency)) return {""};
    const Interval& interval = *point.prediction90_latency;
    return {fmt::format("{}–{}", thousands(interval.low), thousands(interval.high)), Paint::dim};
}

std::vector<Cell> predicted_row(const Point& point) {
    const auto& latency = point.latency;
    const auto busiest = point.utilization.find(point.bottleneck);
    const bool has_gauge = busiest != point.utilization.end() && std::isfinite(busiest->second);
    return {{point.load.target_iops ? fmt::format("{:>11}", thousands(*point.load.target_iops))
                                    : fmt::format("{:>11}", "max")},
            {point.load.outstanding ? thousands(*point.load.outstanding) : "∞"},
            {thousands(point.iops)},
            {optional_number(point.mib_per_s)},
            {thousands(latency.mean), Paint::curve},
            {half_width(point), point.precision_reached ? Paint::dim : Paint::poor},
            {optional_number(latency.p50)},
            {optional_number(latency.p95)},
            {optional_number(latency.p99)},
            {optional_number(latency.p99_9)},
            {printable(point.bottleneck)},
            {has_gauge ? gauge(busiest->second) : ""}};
}

std::vector<Cell> part_row(const PartPoint& part) {
    const auto& latency = part.latency;
    return {{"  " + printable(part.workload), Paint::dim},
            {part.outstanding > 0 ? thousands(part.outstanding) : "∞", Paint::dim},
            {thousands(part.iops)},
            {optional_number(part.mib_per_s)},
            {thousands(latency.mean), Paint::curve},
            {half_width(latency), Paint::dim},
            {optional_number(latency.p50)},
            {optional_number(latency.p95)},
            {optional_number(latency.p99)},
            {optional_number(latency.p99_9)},
            {""},
            {""}};
}

std::string verdict(const MeasuredPoint& point, const compare::Match& found) {
    if (!found.error_pct) {
        if (!point.latency_usable) return "latency not usable";
        return point.iops ? "beyond what is predicted" : "no IOPS published";
    }
    std::string text = signed_percent(*found.error_pct);
    if (found.predicted_iops) text += fmt::format("  predicted {} IOPS", thousands(*found.predicted_iops));
    if (!found.predicted_iops) text += fmt::format("  predicted {}", latency_words(*found.predicted_latency_us));
    if (found.predicted_iops && found.predicted_latency_us) {
        text += fmt::format(" at {}", latency_words(*found.predicted_latency_us));
    }
    return text + (point.fit ? "" : ", not scored");
}

std::vector<Cell> measured_row(const Curve& curve, const MeasuredPoint& point) {
    const auto found = compare::match(curve, point);
    const bool has_latency = point.latency_us && point.latency_usable;
    const auto paint = found.error_pct ? paint_of_error(*found.error_pct) : Paint::dim;
    return {{"◆ " + measured_label(point), Paint::measured},
            {point.outstanding ? thousands(*point.outstanding) : "", Paint::measured},
            {point.iops ? thousands(*point.iops) : "–", Paint::measured},
            {""},
            {has_latency ? thousands(*point.latency_us) : "–", Paint::measured},
            {verdict(point, found), paint}};
}

/// Predicted rows in the order of the curve, each measured one before the first that does more.
Grid grid_of(const Curve& curve) {
    auto measured = curve.measured;
    std::stable_sort(measured.begin(), measured.end(), [](const MeasuredPoint& a, const MeasuredPoint& b) {
        return a.iops.value_or(0) < b.iops.value_or(0);
    });
    const bool likely = has_likely(curve);
    auto shown = columns;
    if (likely) shown.insert(shown.begin() + behind_mean, likely_column);
    Grid grid{std::move(shown)};
    auto next = measured.begin();
    for (const auto& point : curve.points) {
        for (; next != measured.end() && next->iops.value_or(0) <= point.iops; ++next) {
            grid.add(measured_row(curve, *next));
        }
        auto row = predicted_row(point);
        if (likely) row.insert(row.begin() + behind_mean, likely_cell(point));
        grid.add(std::move(row));
        for (const PartPoint& part : point.parts) {
            auto cells = part_row(part);
            if (likely) cells.insert(cells.begin() + behind_mean, Cell{""});
            grid.add(std::move(cells));
        }
    }
    for (; next != measured.end(); ++next) grid.add(measured_row(curve, *next));
    return grid;
}

}  // namespace

std::string table(const Curve& curve, TableStyle style) {
    const int width = std::max(style.width, 60);
    std::string out = title(curve, style.color) + "\n";
    out += grid_of(curve).render(width, style.color) + "\n";
    const auto drawing = plot(curve, {style.color, std::clamp(width - 16, 40, 72), 12});
    if (!drawing.empty()) out += drawing + "\n";
    return out + summary(curve, style.color);
}

}  // namespace arraytwin::report
