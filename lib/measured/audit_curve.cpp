// Checks of points that belong together.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lib/measured/audit_checks.hpp"

namespace arraytwin::measured {

namespace {

constexpr double alone_below = 0.7;  // of what the emptiest of the others reaches
constexpr std::size_t enough_others = 5;
constexpr double agrees = 0.03;
constexpr double falls = 0.97;

std::string place_of(const RunPoint& point) {
    const auto& file = point.source.file;
    const auto name = file.substr(file.find_last_of("/\\") + 1);
    return fmt::format("'{}' ({}{})", point.workload, name, point.line > 0 ? fmt::format(":{}", point.line) : "");
}

/// How much of what was allowed was in flight; none for paced steps whose `outstanding` is that product itself.
struct Fill {
    std::size_t point;
    Range range;
};

int significant_digits(double value) {
    const auto shortest = fmt::format("{}", value);
    int digits = 0;
    for (const char c : shortest.substr(0, shortest.find('e'))) digits += c >= '0' && c <= '9' ? 1 : 0;
    for (auto c = shortest.rbegin(); c != shortest.rend() && *c == '0' && shortest.find('.') == std::string::npos; ++c)
        --digits;
    return digits;
}

bool same_load(const RunPoint& a, const RunPoint& b) {
    return (a.outstanding || a.target_iops) && a.outstanding == b.outstanding && a.target_iops == b.target_iops;
}

}  // namespace

/// A configuration fills what it is allowed more or less alike. One point far emptier than all others is wrong somewhere.
void check_fill(const Run& run, Indices points, std::vector<Finding>& findings) {
    std::vector<Fill> fills;
    for (const auto index : points) {
        const auto& point = run.points[index];
        const auto flight = in_flight(point);
        if (!flight.is_known || !point.outstanding || *point.outstanding < 8 || point.target_iops ||
            !point.latency_usable)
            continue;
        if (flight.flight.range.low > 1.05 * *point.outstanding) continue;  // told by Little's law already
        fills.push_back(
            {index, {flight.flight.range.low / *point.outstanding, flight.flight.range.high / *point.outstanding}});
    }
    if (fills.size() <= enough_others) return;
    std::sort(fills.begin(), fills.end(), [](const Fill& a, const Fill& b) { return a.range.low < b.range.low; });
    const auto& emptiest = fills[0];
    if (emptiest.range.high >= alone_below * fills[1].range.low) return;
    const auto& point = run.points[emptiest.point];
    findings.push_back(
        {"little", emptiest.point,
         fmt::format("Little's law: {:.6g} IOPS x {:.6g} us are {:.5g} I/Os in flight, {:.0f} % of the {:.6g} that "
                     "were allowed; the other {} "
                     "points of this configuration reach at least {:.0f} %",
                     *point.iops, *point.latency.mean, *point.iops * *point.latency.mean / 1e6,
                     100 * emptiest.range.high, *point.outstanding, fills.size() - 1, 100 * fills[1].range.low),
         "IOPS, latency or the number outstanding is of another run: look it up in the source, and do not fit it"});
}

/// The same latency to the fourth digit under two loads: one of them was copied. Little's law tells which.
void check_copies(const Run& run, Indices points, std::vector<Finding>& findings) {
    std::vector<std::size_t> sorted;
    for (const auto index : points) {
        if (run.points[index].latency.mean && significant_digits(*run.points[index].latency.mean) >= 4)
            sorted.push_back(index);
    }
    const auto mean = [&](std::size_t index) { return *run.points[index].latency.mean; };
    std::stable_sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return mean(a) < mean(b); });
    const auto off = [&](std::size_t index) {
        const auto& point = run.points[index];
        const auto flight = in_flight(point);
        return flight.is_known && point.outstanding ? std::abs(flight.flight.value / *point.outstanding - 1) : -1;
    };
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        auto right = sorted[i - 1];
        auto wrong = sorted[i];
        if (mean(right) != mean(wrong)) continue;
        if (off(right) > off(wrong)) std::swap(right, wrong);
        if (off(right) < 0 || off(right) > agrees || off(wrong) <= agrees) continue;
        findings.push_back({"repeat", wrong,
                            fmt::format("the latency {:.6g} us repeats that of {}, where Little's law holds; here IOPS "
                                        "x latency are {:.5g} I/Os "
                                        "in flight, and {:.6g} were allowed",
                                        mean(wrong), place_of(run.points[right]),
                                        *run.points[wrong].iops * mean(wrong) / 1e6, *run.points[wrong].outstanding),
                            fmt::format("it was copied from there: use the IOPS only; {:.5g} us would agree",
                                        *run.points[wrong].outstanding / *run.points[wrong].iops * 1e6)});
    }
}

void check_repeats(const Run& run, Indices points, std::vector<Finding>& findings) {
    for (std::size_t i = 1; i < points.size(); ++i) {
        const auto& a = run.points[points[i - 1]];
        const auto& b = run.points[points[i]];
        if (!same_load(a, b) || !a.iops || !b.iops) continue;
        const bool equal = a.iops == b.iops && a.latency.mean == b.latency.mean;
        findings.push_back({"repeat", points[i],
                            equal ? fmt::format("the same figures as {} at the same load: one point twice", place_of(a))
                                  : fmt::format("repeats the load of {}: {:.6g} and {:.6g} IOPS, {:.1f} % apart",
                                                place_of(a), *a.iops, *b.iops, 100 * std::abs(*b.iops / *a.iops - 1)),
                            equal ? "give the file once, or leave one of them out"
                                  : "their spread is the noise of this measurement; keep both"});
    }
}

void check_falls_back(const Run& run, Indices points, std::vector<Finding>& findings) {
    double best = 0;
    for (const auto index : points) {
        const auto& point = run.points[index];
        if (!point.outstanding && !point.target_iops) return;
        if (!point.iops) continue;
        if (*point.iops < falls * best) {
            findings.push_back(
                {"falls-back", index,
                 fmt::format("the curve falls back: {:.6g} IOPS at more load, after {:.6g} ({:.1f} % less)",
                             *point.iops, best, 100 * (1 - *point.iops / best)),
                 "past saturation this is real (contention, throttling): keep it, but take the peak from the point "
                 "before"});
        }
        best = std::max(best, *point.iops);
    }
}

/// "410 IOPS" in a curve from 45,676 to 439,000 is 410 thousand.
void check_scale(const Run& run, Indices points, std::vector<Finding>& findings) {
    if (points.size() < 3) return;
    for (const auto index : points) {
        const auto& point = run.points[index];
        if (!point.iops || point.target_iops || in_flight(point).is_known) continue;
        double low = 0, high = 0;
        for (const auto other : points) {
            const auto iops = run.points[other].iops;
            if (other == index || !iops) continue;
            low = low == 0 ? *iops : std::min(low, *iops);
            high = std::max(high, *iops);
        }
        if (low > 0 && *point.iops < low / 20 && *point.iops * 1000 >= low && *point.iops * 1000 <= 1.2 * high)
            findings.push_back(
                {"unit", index,
                 fmt::format("{:.6g} IOPS in a curve from {:.6g} to {:.6g}: a factor of 1,000 seems lost", *point.iops,
                             low, high),
                 "see whether the source means thousands"});
    }
}

}  // namespace arraytwin::measured
