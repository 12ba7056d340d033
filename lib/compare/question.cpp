// The load at which the twin answers a measured row (plan.hpp).
#include <algorithm>
#include <cmath>

#include "lib/compare/error.hpp"
#include "lib/compare/plan.hpp"

namespace arraytwin::compare {

namespace {

using measured::RunPoint;

constexpr double met_target = 0.98;  // below, the target was missed and the run was a closed one
constexpr double most_outstanding = 1'000'000;
constexpr double most_iops = 1e9;

bool is_one_of(const std::string& word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::optional<OfferedLoad> closed(std::optional<double> outstanding) {
    if (!positive(outstanding)) return std::nullopt;
    return OfferedLoad{static_cast<int>(std::clamp(std::round(*outstanding), 1.0, most_outstanding)), std::nullopt};
}

std::optional<OfferedLoad> paced(std::optional<double> iops, double budget) {
    if (!positive(iops) || *iops < 1 || *iops > most_iops) return std::nullopt;
    return OfferedLoad{static_cast<int>(std::clamp(budget, 1.0, most_outstanding)), *iops};
}

/// Little's law; none where it cannot be applied.
std::optional<double> in_flight(const RunPoint& row) {
    if (!row.latency_usable || !positive(row.iops) || !positive(row.latency.mean)) return std::nullopt;
    return *row.iops * *row.latency.mean / 1e6;
}

}  // namespace

Question question_of(const RunPoint& row, int budget) {
    const auto& label = row.label;
    if (label == "sub_ms_limit") return {Kind::limit, paced(row.iops, budget)};
    if (is_one_of(label, {"peak", "max", "avg"})) {
        const auto flying = in_flight(row);
        return {Kind::peak, closed(flying            ? flying
                                   : row.outstanding ? row.outstanding
                                                     : std::optional<double>{budget})};
    }
    // A review's `outstanding` of these rows was computed from the row itself; what its threads allowed is the budget.
    if (is_one_of(label, {"start", "speed", "optimum"})) {
        if (!row.iops) return {Kind::paced, closed(row.outstanding)};  // the lowest latency that was seen
        return {Kind::paced, paced(row.iops, budget)};
    }
    const bool missed = row.target_iops && row.iops && *row.iops < *row.target_iops * met_target;
    if (row.target_iops && !missed) return {Kind::paced, paced(row.iops, row.outstanding.value_or(budget))};
    if (row.outstanding) return {Kind::closed, closed(row.outstanding)};
    if (missed) return {Kind::closed, closed(in_flight(row))};
    return {Kind::paced, paced(row.iops, budget)};
}

}  // namespace arraytwin::compare
