// The virtual disk for tests, with overrides as `--set` takes them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lib/spec/reader.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/predict.hpp"
#include "models/local/parameters.hpp"

namespace arraytwin::local {

using Overrides = std::vector<std::string>;

inline ResolvedArray resolve_disk(const Overrides& overrides = {}) {
    const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};
    auto resolved = resolve_array(data, "virtual-disk", overrides);
    if (!resolved) ADD_FAILURE() << to_text(resolved.error());
    return resolved ? *resolved : ResolvedArray{};
}

inline Parameters disk(const Overrides& overrides = {}) {
    auto parameters = spec::read<Parameters>(resolve_disk(overrides).document);
    if (!parameters) ADD_FAILURE() << to_text(parameters.error());
    return parameters ? *parameters : Parameters{};
}

/// A point of an inline workload, "4k:100r:100rand"; exactly `ios` long.
inline Point point(const Overrides& overrides, const std::string& workload, const OfferedLoad& load, std::int64_t ios) {
    const auto built = build_array(resolve_disk(overrides));
    const auto offered = parse_inline_workload(workload);
    if (!built || !offered) {
        ADD_FAILURE() << (built ? to_text(offered.error()) : to_text(built.error()));
        return {};
    }
    PredictOptions options;
    options.run.precision = {0, 0};
    options.run.max_ios = ios;
    RunCost cost;
    return predict_point(*built->twin, *offered, load, options, cost);
}

}  // namespace arraytwin::local
