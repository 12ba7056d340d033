#include "lib/report/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/compare/match.hpp"
#include "lib/report/paint.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

constexpr double saturated = 0.85;  // below, waiting is short and what returns I/Os is latency rather than a resource

/// The last of equals: behind the paced steps, the one without a pace to cap its interval.
const Point* peak_point(const Curve& curve) {
    const auto peak = std::max_element(curve.points.rbegin(), curve.points.rend(),
                                       [](const Point& a, const Point& b) { return a.iops < b.iops; });
    return peak == curve.points.rend() ? nullptr : &*peak;
}

std::string crest_words(const Crest& crest) {
    return fmt::format("{} IOPS at {}", thousands(crest.iops), latency_words(crest.latency_us));
}

std::string peak_words(const Curve& curve) {
    auto words = crest_words(curve.peak);
    const auto* point = peak_point(curve);
    if (point != nullptr && point->prediction90_iops && is_known(*point->prediction90_iops)) {
        const auto& interval = *point->prediction90_iops;
        words += fmt::format(", with 90 % probability {} to {}", thousands(interval.low), thousands(interval.high));
    }
    return words;
}

std::string below_1_ms_words(const Curve& curve) {
    if (!curve.sub_ms_iops) return "never: the mean latency starts above it";
    const bool throughout = curve.peak.latency_us < 1000;
    return fmt::format("{} IOPS{}", thousands(*curve.sub_ms_iops), throughout ? ", up to the peak" : "");
}

/// "start -0.2 %, 1 ms limit +1.1 %, peak -1.6 %; mean error 1.0 %".
std::string measured_words(const Curve& curve) {
    std::string words;
    double sum = 0;
    int scored = 0;
    for (const auto& point : curve.measured) {
        const auto found = compare::match(curve, point);
        if (!found.error_pct) continue;
        const auto* ignored = point.fit ? "" : " (not scored)";
        words += fmt::format("{}{} {} {}{}", words.empty() ? "" : ", ", measured_label(point),
                             compare::name_of(found.judged) == "iops" ? "IOPS" : "latency",
                             signed_percent(*found.error_pct), ignored);
        if (!point.fit) continue;
        sum += std::abs(*found.error_pct);
        ++scored;
    }
    if (scored > 1) words += fmt::format("; mean size of the error {:.1f} %", sum / scored);
    return words;
}

}  // namespace

std::string title(const Curve& curve, bool color) {
    const auto measured_as = curve.measured_as.empty() ? "" : ", measured as " + printable(curve.measured_as);
    return fmt::format("{}  {}  {}\n", painted(printable(curve.array), Paint::bold, color),
                       painted(printable(curve.workload), Paint::curve, color),
                       painted(std::string{grade_words(curve.grade)} + measured_as, Paint::dim, color));
}

std::string measured_label(const MeasuredPoint& point) {
    return point.point == "sub_ms_limit" ? "1 ms limit" : printable(point.point);
}

std::string limit_sentence(const Curve& curve) {
    const auto* peak = peak_point(curve);
    const auto kinds = peak == nullptr ? std::vector<KindLoad>{} : kinds_by_load(*peak);
    if (kinds.empty()) return {};
    const auto& first = kinds.front();
    const auto name = printable(first.kind);
    auto words = first.utilization >= saturated
                     ? fmt::format("{}, {:.0f} % busy at the peak", name, first.utilization * 100)
                     : fmt::format(
                           "no server is full at the peak, so latency limits what the outstanding I/Os can do; "
                           "the busiest is {} with {:.0f} %",
                           name, first.utilization * 100);
    if (first.count > 1) words += fmt::format(" ({} of {} alike)", first.busy, first.count);
    if (kinds.size() > 1)
        words += fmt::format("; next {}, {:.0f} %", printable(kinds[1].kind), kinds[1].utilization * 100);
    return words;
}

std::string summary(const Curve& curve, bool color) {
    std::string out;
    const auto say = [&](std::string_view label, const std::string& words, Paint paint = Paint::bold) {
        if (!words.empty()) out += "  " + painted(fit_cell(label, 12, Align::left), paint, color) + words + "\n";
    };
    if (curve.points.empty()) {
        say("no points", "nothing was predicted", Paint::poor);
    } else {
        say("peak", peak_words(curve));
        say("below 1 ms", below_1_ms_words(curve));
        say("knee", crest_words(curve.knee) + ", the most IOPS for its latency");
        say("limit", limit_sentence(curve));
    }
    say("measured", measured_words(curve), Paint::measured);
    for (const auto& warning : curve.warnings) say("caution", printable(warning), Paint::poor);
    return out;
}

}  // namespace arraytwin::report
