// The measured A800 for tests, with overrides as `--set` takes them.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "lib/spec/reader.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/predict.hpp"
#include "models/ontap/parameters.hpp"

namespace arraytwin::ontap {

using Overrides = std::vector<std::string>;

inline ResolvedArray resolve_a800(const Overrides& overrides = {}) {
    const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};
    auto resolved = resolve_array(data, "aff-a800", overrides);
    if (!resolved) ADD_FAILURE() << to_text(resolved.error());
    return resolved ? *resolved : ResolvedArray{};
}

inline Parameters a800(const Overrides& overrides = {}) {
    auto parameters = spec::read<Parameters>(resolve_a800(overrides).document);
    if (!parameters) ADD_FAILURE() << to_text(parameters.error());
    return parameters ? *parameters : Parameters{};
}

/// A closed point of an inline workload, "4k:100r:100rand"; exactly `ios` long.
inline Point closed_point(const Overrides& overrides, const std::string& workload, int outstanding, std::int64_t ios) {
    const auto built = build_array(resolve_a800(overrides));
    const auto load = parse_inline_workload(workload);
    if (!built || !load) {
        ADD_FAILURE() << (built ? to_text(load.error()) : to_text(built.error()));
        return {};
    }
    PredictOptions options;
    options.run.precision = {0, 0};
    options.run.max_ios = ios;
    RunCost cost;
    return predict_point(*built->twin, *load, {outstanding, std::nullopt}, options, cost);
}

/// With which reason it is refused; empty if it is not.
inline std::string refusal(const Overrides& overrides) {
    const auto built = build_array(resolve_a800(overrides));
    return built ? "" : to_text(built.error());
}

/// Nanoseconds that each I/O takes of all places whose names begin and end so, or how often it visits them.
inline double demand(const Overrides& overrides, const std::string& workload, std::string_view begin,
                     std::string_view end, twin::Ledger::Column column = twin::Ledger::occupied) {
    const auto built = build_array(resolve_a800(overrides));
    if (!built) return 0;
    const auto recorded = built->twin->record_demands(*parse_inline_workload(workload), 20'000, {});
    double sum = 0;
    for (std::size_t p = 0; p < recorded.places.size(); ++p) {
        const std::string& name = recorded.places[p].name;
        if (name.starts_with(begin) && name.ends_with(end)) sum += recorded.totals[p * twin::Ledger::columns + column];
    }
    return sum / static_cast<double>(recorded.ios);
}

inline Point fast_point(const Overrides& overrides, const std::string& workload, const OfferedLoad& load) {
    const auto built = build_array(resolve_a800(overrides));
    PredictOptions options;
    options.solver = Solver::fast;
    options.loads = {load};
    return predict(*built, "aff-a800", *parse_inline_workload(workload), options)->curve.points.front();
}

}  // namespace arraytwin::ontap
