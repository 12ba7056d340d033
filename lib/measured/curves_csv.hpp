// Reads measured curves in our own CSV format, that of data/measured/measured_curves.csv.
//
// RFC 4180: commas, cells in double quotes with quotes doubled, CRLF or LF; a byte-order mark is skipped. The header names
// the columns, in any order: config, workload, point, iops and latency_us must be there, the others may. A row gives IOPS,
// a latency in microseconds or both; `fit` is yes, no, or iops-only where the latency is not usable. Diagnostics: every
// column, row or cell that is wrong, with line and column (in bytes, from 1), at most 100 of them. Up to 1 MiB. Linear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/result.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::measured {

Result<std::vector<MeasuredPoint>> read_curves_csv(const std::string& path);

/// `name` stands for the file in diagnostics.
Result<std::vector<MeasuredPoint>> parse_curves_csv(const std::string& name, std::string_view text);

}  // namespace arraytwin::measured
