// Normalised points as JSON (schema 1) and as CSV that our own reader takes back.
#pragma once

#include <string>
#include <vector>

#include "lib/measured/audit.hpp"
#include "lib/measured/run.hpp"

namespace arraytwin::measured {

/// Points, warnings - those of reading and one for each finding - and the findings by check. Absent values are null.
std::string runs_json(const Run& run, const std::vector<Finding>& findings);

/// A row for each point that has IOPS or a latency.
std::string runs_csv(const Run& run);

}  // namespace arraytwin::measured
