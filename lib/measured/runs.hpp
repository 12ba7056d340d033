// Measured runs from files, folders, zip archives and globs, in any format that is known, as one list of points.
//
// Formats are told by content, not by name. Files of one benchmark run in a row - a file for each depth, two polls of
// counters, a summary and its histogram - become one curve: points are grouped by configuration and workload, and
// ordered by load where each of them tells its load. Memory: the points, and one record of the file that is being read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/measured/run.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::measured {

/// A file that is named and cannot be read is an error; one that was found in a folder, an archive or by a glob, a
/// warning, unless nothing at all could be read.
Result<Run> read_runs(const std::vector<std::string>& paths);

/// `text` as the one file `name`.
Result<Run> parse_run(const std::string& name, std::string_view text);

}  // namespace arraytwin::measured
