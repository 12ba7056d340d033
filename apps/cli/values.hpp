// Values of options that have an inner form: "outstanding=4096,iops=300000", "mean=1%,p99=2.5%", "node:2".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lib/spec/result.hpp"
#include "lib/stats/summary.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::cli {

/// Each argument of --at is one load.
Result<std::vector<OfferedLoad>> parse_loads(const std::vector<std::string>& arguments);

/// Numbers of virtual machines, with commas between them, in each argument.
Result<std::vector<int>> parse_vms(const std::vector<std::string>& arguments);

/// Each argument of --fail, "node:2", "drive:5", "port:1a", as overrides of the spec: one for each kind of part.
Result<std::vector<std::string>> parse_failures(const std::vector<std::string>& arguments);

/// What is not named keeps its default.
Result<stats::Precision> parse_precision(const std::string& argument);

/// "3%" or "3": a share above 0 and below 1; `option` stands in diagnostics.
Result<double> parse_percent(const std::string& option, const std::string& argument);

/// "peak=5%,latency=10%": the largest error of each kind that is named, percent; kinds as in lib/compare/comparison.hpp.
Result<std::map<std::string, double>> parse_max_error(const std::string& argument);

/// The same of other kinds; `example` is one that would do: "knee=10%".
Result<std::map<std::string, double>> parse_max_error(const std::string& argument,
                                                      const std::vector<std::string>& kinds,
                                                      const std::string& example);

}  // namespace arraytwin::cli
