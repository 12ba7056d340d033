// Inside the report: a share as a bar for the terminal.
#pragma once

#include <string>

namespace arraytwin::report {

/// "██████▌   65 %": eighths of a cell, so that a glance down the column shows which load fills what.
std::string gauge(double utilization);

}  // namespace arraytwin::report
