#include "lib/scoreboard/null_predictions.hpp"

#include <algorithm>
#include <cmath>

#include "lib/spec/quantity.hpp"

namespace arraytwin::scoreboard {

namespace {

using calibrate::Observation;
using calibrate::Quantity;

constexpr std::size_t quantities = 3;

/// ln(nodes x cores x clock); none if the spec does not say so.
std::optional<double> log_core_clocks(const spec::Document& array) {
    const spec::Node* nodes = array.find("nodes.count");
    const spec::Node* cores = array.find("nodes.cores");
    const spec::Node* clock = array.find("nodes.clock");
    if (nodes == nullptr || cores == nullptr || clock == nullptr) return std::nullopt;
    const double product = static_cast<double>(nodes->integer) * static_cast<double>(cores->integer) *
                           spec::quantity_of(*clock, spec::KeyKind::frequency);
    return product > 0 ? std::optional{std::log(product)} : std::nullopt;
}

}  // namespace

NullPredictions::NullPredictions(const calibrate::Problem& problem) : problem_{problem} {
    tables_.assign(quantities, empty_table(problem.arrays.size(), problem.workloads.size()));
    for (const calibrate::Case& one : problem.cases) {
        for (const Observation& observation : one.observations) {
            const Place place{static_cast<std::size_t>(one.array), static_cast<std::size_t>(one.workload),
                              observation.quantity};
            places_.push_back(place);
            tables_[static_cast<std::size_t>(place.quantity)](place.array, place.workload) =
                std::log(observation.measured);
        }
    }
    for (const Table& table : tables_) factors_.push_back(factors_of(table));
}

std::optional<double> NullPredictions::in_sample(std::size_t observation) const {
    const Place& place = places_[observation];
    return factors_[static_cast<std::size_t>(place.quantity)].log_of(place.array, place.workload);
}

std::optional<double> NullPredictions::knee(std::size_t observation) const {
    const Place& place = places_[observation];
    if (place.quantity == Quantity::latency) return mix_out(observation);
    const double peak = table_of(Quantity::iops)(place.array, place.workload);
    return std::isnan(peak) ? std::nullopt : std::optional{peak};
}

std::optional<double> NullPredictions::mix_out(std::size_t observation) const {
    const Place& place = places_[observation];
    return without_cell(table_of(place.quantity), place.array, place.workload);
}

std::optional<double> NullPredictions::from_anchors(std::size_t observation, const std::vector<int>& anchors) const {
    const Place& place = places_[observation];
    const std::vector<std::size_t> columns(anchors.begin(), anchors.end());
    return scoreboard::from_anchors(table_of(place.quantity), place.array, columns)[place.workload];
}

std::optional<double> NullPredictions::array_out(std::size_t observation, const std::vector<int>& left_out) const {
    const Place& place = places_[observation];
    const Table& table = table_of(place.quantity);
    const auto own = log_core_clocks(problem_.arrays[place.array].document);
    double sum = 0;
    int others = 0;
    for (std::size_t array = 0; array < table.rows; ++array) {
        const auto clocks = log_core_clocks(problem_.arrays[array].document);
        const bool is_out = std::find(left_out.begin(), left_out.end(), static_cast<int>(array)) != left_out.end();
        if (is_out || !clocks || std::isnan(table(array, place.workload))) continue;
        sum += table(array, place.workload) - *clocks;
        ++others;
    }
    if (!own || others == 0) return std::nullopt;
    return *own + sum / others;
}

}  // namespace arraytwin::scoreboard
