// What the tests that cross folders share: the A800 as data/ describes it, and its corner workloads.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lib/twin/load.hpp"
#include "lib/twin/predict.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::test {

inline const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};

inline const std::vector<std::string> corners{"4k-random-read", "4k-random-write", "64k-sequential-read",
                                              "64k-sequential-write"};

/// For a suite over the corners: "4krandomread".
inline std::string name_of_corner(const testing::TestParamInfo<std::string>& corner) {
    std::string name = corner.param;
    std::erase(name, '-');
    return name;
}

/// The value, or the diagnostics as the test's failure.
template <class T>
T value_of(Result<T> result) {
    if (!result) throw std::runtime_error(to_text(result.error()));
    return std::move(*result);
}

inline BuiltTwin a800(const std::vector<std::string>& overrides = {}) {
    return value_of(build_array(value_of(resolve_array(data, "aff-a800", overrides))));
}

inline Workload workload(const std::string& name) { return value_of(load_workload(data, name)); }

/// One simulated point of at most `max_ios`.
inline Point point(const BuiltTwin& array, const Workload& load, const OfferedLoad& offered, std::int64_t max_ios) {
    PredictOptions options;
    options.run.max_ios = max_ios;
    RunCost cost;
    return predict_point(*array.twin, load, offered, options, cost);
}

}  // namespace arraytwin::test
