// Values of options that have an inner form: "outstanding=4096,iops=300000", "mean=1%,p99=2.5%".
#pragma once

#include <string>
#include <vector>

#include "lib/spec/result.hpp"
#include "lib/stats/summary.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::cli {

/// Each argument of --at is one load.
Result<std::vector<OfferedLoad>> parse_loads(const std::vector<std::string>& arguments);

/// What is not named keeps its default.
Result<stats::Precision> parse_precision(const std::string& argument);

}  // namespace arraytwin::cli
