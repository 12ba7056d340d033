// Measured runs as a user names them, for the commands that hold the twin against them.
#pragma once

#include <string>
#include <vector>

#include "lib/measured/run.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::cli {

/// read_runs; our own CSV is held to its last cell besides, as a row that is silently left out would pass a gate.
Result<measured::Run> read_measured_files(const std::vector<std::string>& files);

}  // namespace arraytwin::cli
