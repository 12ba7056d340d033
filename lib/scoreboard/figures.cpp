// What the cells of a protocol say together (scoreboard.hpp).
#include <algorithm>
#include <cmath>

#include "lib/compare/error.hpp"
#include "lib/scoreboard/scoreboard.hpp"

namespace arraytwin::scoreboard {

namespace {

constexpr double decile = 0.9;

/// Of sorted values, between the two nearest.
double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - std::floor(place)) * (sorted[above] - sorted[below]);
}

}  // namespace

std::string_view name_of(Protocol protocol) {
    switch (protocol) {
        case Protocol::in_sample:
            return "in_sample";
        case Protocol::knee:
            return "knee";
        case Protocol::mix_out:
            return "mix_out";
        case Protocol::corners_to_mixes:
            return "corners_to_mixes";
        case Protocol::own_mix:
            return "own_mix";
        case Protocol::array_out:
            break;
    }
    return "array_out";
}

std::string_view words_of(Protocol protocol) {
    switch (protocol) {
        case Protocol::in_sample:
            return "all points, fitted jointly; predicts the same";
        case Protocol::knee:
            return "the other workloads and this one's peak; predicts its 1 ms limit and latencies";
        case Protocol::mix_out:
            return "all peaks but one array's of one mix; predicts that one";
        case Protocol::corners_to_mixes:
            return "an array's corners, all of the other arrays; predicts its mixes";
        case Protocol::own_mix:
            return "the same and one mix of its own, each in turn; predicts its other mixes";
        case Protocol::array_out:
            break;
    }
    return "the other arrays of the family; predicts an array's corners from its spec alone";
}

std::optional<Protocol> protocol_named(std::string_view name) {
    const auto found = std::find_if(protocols.begin(), protocols.end(), [&](Protocol p) { return name_of(p) == name; });
    return found == protocols.end() ? std::nullopt : std::optional{*found};
}

std::string name_of(const Cell& cell) {
    const std::string name = cell.array + " " + cell.workload + " " + cell.point;
    return cell.given.empty() ? name : name + " given " + cell.given;
}

std::optional<double> error_of(const Cell& cell, Predictor predictor) {
    return compare::error_pct(predictor == Predictor::twin ? std::optional{cell.predicted} : cell.null_predicted,
                              cell.measured);
}

Figures figures_of(const std::vector<Cell>& cells, Predictor predictor, std::optional<calibrate::Quantity> quantity) {
    std::vector<double> sizes;
    double sum = 0;
    for (const Cell& cell : cells) {
        if (quantity && cell.quantity != *quantity) continue;
        const auto error = error_of(cell, predictor);
        if (!error) continue;
        sizes.push_back(std::abs(*error));
        sum += sizes.back();
    }
    if (sizes.empty()) return {};
    std::sort(sizes.begin(), sizes.end());
    return {sizes.size(), sum / static_cast<double>(sizes.size()), quantile(sizes, 0.5), quantile(sizes, decile),
            sizes.back()};
}

std::vector<compare::Breach> breaches_of(const std::vector<Score>& scores, const compare::Limits& limits) {
    std::vector<compare::Breach> breaches;
    for (const auto& [name, limit] : limits) {
        bool is_checked = false;
        for (const Score& score : scores) {
            if (name_of(score.protocol) != name || score.cells.empty()) continue;
            is_checked = true;
            const double mean = figures_of(score.cells, Predictor::twin).mean;
            if (mean > limit) breaches.push_back({name, score.group + ", mean", mean, limit});
        }
        if (!is_checked) breaches.push_back({name, "", std::nullopt, limit});
    }
    return breaches;
}

}  // namespace arraytwin::scoreboard
