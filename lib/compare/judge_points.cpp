// From points with both sides to errors, landmarks, noise and verdict (compare.hpp).
#include <algorithm>
#include <cmath>

#include "lib/compare/compare.hpp"
#include "lib/compare/error.hpp"
#include "lib/compare/landmarks.hpp"
#include "lib/compare/verdict.hpp"
#include "lib/measured/audit_checks.hpp"

namespace arraytwin::compare {

namespace {

/// Between neighbours of the predicted curve, however far apart: it was simulated, not sampled by somebody.
constexpr double any_gap = 1e9;

std::optional<double> digits_pct(std::optional<double> value) {
    if (!positive(value)) return std::nullopt;
    const auto range = measured::unrounded(*value);
    return (range.high - range.low) / 2 / *value * 100;
}

std::vector<Place> places_of(const Comparison& comparison) {
    std::vector<Place> places;
    const auto add = [&](std::optional<double> iops, std::optional<double> latency_us) {
        if (positive(iops) && positive(latency_us)) places.push_back({*iops, *latency_us});
    };
    for (const Point& point : comparison.curve.points) add(point.iops, point.latency.mean);
    return places;
}

std::optional<Distance> mean_distance(const std::vector<ComparedPoint>& points) {
    Distance mean;
    int count = 0;
    for (const ComparedPoint& point : points) {
        if (!point.distance || !point.scored) continue;
        mean.demerit_pct += point.distance->demerit_pct;
        if (count == 0) mean.basis = point.distance->basis;
        if (mean.basis != point.distance->basis) mean.basis = "mixed";
        ++count;
    }
    if (count == 0) return std::nullopt;
    mean.demerit_pct /= count;
    return mean;
}

ErrorSizes sizes_of_named(const std::vector<NamedError>& errors) {
    std::vector<double> sizes;
    for (const auto& error : errors) sizes.push_back(std::abs(error.error_pct));
    return sizes_of(std::move(sizes));
}

}  // namespace

ErrorSizes sizes_of(std::vector<double> sizes) {
    if (sizes.empty()) return {};
    std::sort(sizes.begin(), sizes.end());
    double sum = 0;
    for (const double size : sizes) sum += size;
    const auto middle = sizes.size() / 2;
    const double median = sizes.size() % 2 == 1 ? sizes[middle] : (sizes[middle - 1] + sizes[middle]) / 2;
    return {sizes.size(), sum / static_cast<double>(sizes.size()), median, sizes.back()};
}

void judge_points(Comparison& comparison) {
    const auto places = places_of(comparison);
    for (ComparedPoint& point : comparison.points) {
        const auto& [iops, latency_us] = point.measured;
        point.error_pct.iops = error_pct(point.predicted.iops, iops);
        const bool has_latency = point.latency_usable && point.kind != Kind::limit;
        point.error_pct.latency_us = has_latency ? error_pct(point.predicted.latency_us, latency_us) : std::nullopt;
        point.digits_pct = {digits_pct(iops), digits_pct(latency_us)};
        set_ahead(point, positive(latency_us) ? iops_at(places, *latency_us, any_gap) : std::nullopt);
    }
    std::stable_sort(comparison.points.begin(), comparison.points.end(), [](const auto& a, const auto& b) {
        return a.measured.iops.value_or(0) < b.measured.iops.value_or(0);
    });
    find_landmarks(comparison);
    comparison.distance = mean_distance(comparison.points);
    comparison.noise = noise_of(comparison.points);
    comparison.judgement = judge(comparison);
}

void summarize(Report& report) {
    for (const char* kind : error_kinds) report.summary[kind] = sizes_of_named(errors_of(report.comparisons, kind));
    report.judgement = judge(report.comparisons);
}

}  // namespace arraytwin::compare
