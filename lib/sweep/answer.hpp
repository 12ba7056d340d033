// Answers to points. A point is a pure function of its content: the resolved array and workload, the load, solver, seed and
// version of the model; its key is the digest of all these, so equal keys have equal answers, wherever they were computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/sweep/cases.hpp"
#include "lib/sweep/points.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::sweep {

/// One point's answer. What it refers to lives as long as the call that hands it over.
struct Answer {
    std::size_t index = 0;
    std::string key;
    const ArrayCase& array;
    const WorkloadCase& workload;
    const Settings& settings;
    Grade grade = Grade::spec_only;
    const Point& point;
};

using TakeAnswer = std::function<void(const Answer&)>;

/// Answers the points `indices`, in ascending order, on the calling thread. Consecutive points of one array build it once,
/// those of one group record its demands once.
Result<void> answer(const Points& points, const Settings& settings, const spec::DataFolder& data,
                    std::span<const std::size_t> indices, const TakeAnswer& take);

/// The keys of all points, by index, or everything that is wrong with any of their arrays, workloads and loads. Builds
/// every array once, on at most `jobs` threads. `progress`: from 0 to 1, one call at a time.
Result<std::vector<std::string>> keys_of(const Points& points, const Settings& settings, const spec::DataFolder& data,
                                         int jobs, const std::function<void(double)>& progress = {});

}  // namespace arraytwin::sweep
