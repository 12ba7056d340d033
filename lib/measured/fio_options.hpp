// What fio's job options say about the load of a point: block size, pattern, depth, jobs, pace.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lib/measured/run.hpp"

namespace arraytwin::measured {

/// Options of a job, those of "global options" where the job has none of its own.
using FioOptions = std::map<std::string, std::string, std::less<>>;

struct FioLoad {
    std::optional<double> block_bytes;  ///< none if several sizes are mixed
    std::optional<double> random_pct;
    std::optional<double> read_pct;  ///< as asked for
    double depth = 1;
    double jobs = 1;
    std::optional<double> target_iops;  ///< of one job
};

FioLoad load_of(const FioOptions& options);

/// "4k-random-read", "8k:70r:100rand", or the label if the load is not known.
std::string workload_name(const RunPoint& point);

/// Shares and block size that are a rounding away from what was asked for become that.
void snap_to(RunPoint& point, std::optional<double> block_bytes, std::optional<double> read_pct);

}  // namespace arraytwin::measured
