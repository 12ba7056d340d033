// The arrays and workloads of a plan, built: names and values of axes put together, everything that is wrong told where
// the plan says it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/node.hpp"
#include "lib/spec/result.hpp"
#include "lib/sweep/plan.hpp"
#include "lib/twin/family.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::sweep {

/// One value of an axis.
struct Setting {
    std::string key;
    spec::Node value;
    spec::Position axis;  ///< where all values stand
};

struct ArrayCase {
    std::string name;
    std::vector<Setting> settings;
    std::string document;  ///< all that its behaviour depends on, as text
    BuiltTwin built;
};

struct WorkloadCase {
    std::string name;
    std::vector<Setting> settings;
    std::string document;
    Workload workload;    ///< as the array's calibration knows it
    int outstanding = 0;  ///< its threads on the array
};

/// The `index`th combination of the block's arrays and their axes.
Result<ArrayCase> array_case(const Block& block, std::size_t index, const spec::DataFolder& data);

/// The `index`th combination of the block's workloads and their axes, on that array.
Result<WorkloadCase> workload_case(const Block& block, std::size_t index, const ArrayCase& array,
                                   const spec::DataFolder& data);

}  // namespace arraytwin::sweep
