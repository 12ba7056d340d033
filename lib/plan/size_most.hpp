// The most of a workload that an array carries with a mean latency within a limit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/units/units.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::plan {

struct MostOptions {
    std::vector<std::string> overrides = {};  ///< `--set`
    std::uint64_t seed = 1;
    int jobs = 1;
};

struct MostWithin {
    std::string array;
    std::string workload;
    double limit_us = 0;
    std::optional<Point> point;      ///< simulated, with the most IOPS; none: even a single I/O takes longer
    double alone_us = 0;             ///< mean of an I/O with nobody in its way, by the fast solver
    std::optional<Interval> iops90;  ///< of the most; none: nobody measured this array
    Grade grade = Grade::spec_only;
    std::vector<std::string> warnings;
};

/// The I/Os come as they come (an open load). The fast solver bisects, the simulator corrects it: to 2 % of the IOPS.
/// A workload of several kinds is refused: a need tells what each of them must get.
Result<MostWithin> most_within(const spec::DataFolder& data, const std::string& array, const Workload& workload,
                               Duration limit, const MostOptions& options);

}  // namespace arraytwin::plan
