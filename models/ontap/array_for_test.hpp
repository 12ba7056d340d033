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

}  // namespace arraytwin::ontap
