// Reads measured results of applications in our own CSV format, that of data/measured/measured_apps.csv.
//
// RFC 4180, as curves_csv.hpp. The header names the columns, in any order: config, app, vms, tps and latency_us must be
// there; array, clients, p99_us, source, quality and note may. A row gives the number of virtual machines and at least one
// of transactions a second, mean latency and p99 (microseconds). Diagnostics: every column, row or cell that is wrong,
// with line and column (in bytes, from 1), at most 100 of them. Up to 1 MiB. Linear.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/result.hpp"
#include "lib/twin/application_prediction.hpp"

namespace arraytwin::measured {

Result<std::vector<MeasuredApplication>> read_applications_csv(const std::string& path);

/// `name` stands for the file in diagnostics.
Result<std::vector<MeasuredApplication>> parse_applications_csv(const std::string& name, std::string_view text);

}  // namespace arraytwin::measured
