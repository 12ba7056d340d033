#include "lib/compare/landmarks.hpp"

#include <algorithm>
#include <cmath>

#include "lib/compare/error.hpp"

namespace arraytwin::compare {

namespace {

constexpr double limit_us = 1000;
constexpr std::size_t fewest_places = 4;      // of a curve whose shape can be read
constexpr std::size_t fewest_for_a_peak = 3;  // closed points, of which the last may be the most that it can do
constexpr double widest_gap = 2;              // in IOPS: two points further apart say nothing of what is between

Landmark landmark(std::optional<double> measured, std::optional<double> predicted) {
    return {measured, predicted, error_pct(predicted, measured)};
}

/// Points that lie on a curve, measured and predicted side by side.
struct Pairs {
    std::vector<Place> measured;
    std::vector<Place> predicted;
};

Pairs pairs_of(const std::vector<ComparedPoint>& points) {
    Pairs pairs;
    for (const ComparedPoint& point : points) {
        const auto& [measured, predicted] = std::tie(point.measured, point.predicted);
        const bool known = positive(measured.iops) && positive(measured.latency_us) && positive(predicted.iops) &&
                           positive(predicted.latency_us);
        if (!point.scored || !point.latency_usable || point.kind == Kind::limit || !known) continue;
        pairs.measured.push_back({*measured.iops, *measured.latency_us});
        pairs.predicted.push_back({*predicted.iops, *predicted.latency_us});
    }
    return pairs;
}

/// What the source calls the peak, before what it calls a maximum or an average.
const ComparedPoint* stated_peak(const std::vector<ComparedPoint>& points) {
    const ComparedPoint* best = nullptr;
    for (const ComparedPoint& point : points) {
        if (point.kind != Kind::peak || !point.scored || !point.measured.iops) continue;
        const auto rank = [](const ComparedPoint& each) {
            return std::pair{each.label == "peak", *each.measured.iops};
        };
        if (best == nullptr || rank(point) > rank(*best)) best = &point;
    }
    return best;
}

Landmark peak_of(const std::vector<ComparedPoint>& points) {
    if (const auto* stated = stated_peak(points)) return landmark(stated->measured.iops, stated->predicted.iops);
    std::size_t closed = 0;
    double measured = 0;
    double predicted = 0;
    for (const ComparedPoint& point : points) {
        if (point.kind != Kind::closed || !point.scored || !positive(point.measured.iops)) continue;
        ++closed;
        measured = std::max(measured, *point.measured.iops);
        predicted = std::max(predicted, point.predicted.iops.value_or(0));
    }
    if (closed < fewest_for_a_peak) return {};
    return landmark(measured, positive(predicted));
}

Landmark sub_ms_of(const Comparison& comparison, const Pairs& pairs) {
    const auto& points = comparison.points;
    const auto stated = std::find_if(points.begin(), points.end(), [](const ComparedPoint& point) {
        return point.kind == Kind::limit && point.scored && point.measured.iops;
    });
    if (stated != points.end()) return landmark(stated->measured.iops, stated->predicted.iops);
    if (pairs.measured.size() < fewest_places) return {};
    const auto measured = iops_at(pairs.measured, limit_us, widest_gap);
    if (!measured) return {};
    const auto predicted = iops_at(pairs.predicted, limit_us, widest_gap);
    return landmark(measured, predicted ? predicted : comparison.curve.sub_ms_iops);
}

}  // namespace

std::optional<double> iops_at(std::vector<Place> places, double latency_us, double widest) {
    std::sort(places.begin(), places.end(), [](const Place& a, const Place& b) { return a.iops < b.iops; });
    for (std::size_t i = 1; i < places.size(); ++i) {
        const Place& below = places[i - 1];
        const Place& above = places[i];
        if (above.latency_us <= latency_us) continue;
        if (below.latency_us > latency_us || above.iops > below.iops * widest) return std::nullopt;
        const double share = std::log(latency_us / below.latency_us) / std::log(above.latency_us / below.latency_us);
        return below.iops + share * (above.iops - below.iops);
    }
    return std::nullopt;
}

std::optional<double> knee_of(const std::vector<Place>& places) {
    if (places.size() < fewest_places) return std::nullopt;
    return std::max_element(
               places.begin(), places.end(),
               [](const Place& a, const Place& b) { return a.iops / a.latency_us < b.iops / b.latency_us; })
        ->iops;
}

void find_landmarks(Comparison& comparison) {
    const Pairs pairs = pairs_of(comparison.points);
    comparison.peak = peak_of(comparison.points);
    comparison.sub_ms = sub_ms_of(comparison, pairs);
    const auto knee = knee_of(pairs.measured);
    comparison.knee = knee ? landmark(knee, knee_of(pairs.predicted)) : Landmark{};
}

}  // namespace arraytwin::compare
