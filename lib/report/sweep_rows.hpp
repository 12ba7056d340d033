// Inside the report: rows of a sweep's store, read back. Brings in the JSON library's header.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lib/report/json_text.hpp"
#include "lib/report/sweep.hpp"

namespace arraytwin::report {

/// Names of all columns: of the inputs, then of the results, each in the order in which the rows first have it.
Result<std::vector<std::string>> sweep_columns(const sweep::Store& store);

/// That the query names columns that there are.
Diagnostics faults(const Query& query, const std::vector<std::string>& known);

/// The rows that the query asks for, in order of index, with all their columns.
Result<void> for_each_row(const sweep::Store& store, const Query& query, const std::function<void(const Json&)>& take);

}  // namespace arraytwin::report
