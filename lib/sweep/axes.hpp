// Inside the plan: its free-form tables, whose keys are those of other documents.
#pragma once

#include <string>
#include <vector>

#include "lib/spec/node.hpp"
#include "lib/spec/result.hpp"
#include "lib/sweep/plan.hpp"

namespace arraytwin::sweep {

/// The keys below `table` in the order in which they stand; `except` at its top are left out. "media.count" in quotes and
/// a table [grid.media] are the same. A value is one, a list, or a range { from, to, step } or { from, to, factor }.
std::vector<Axis> axes_of(const spec::Node& table, const std::vector<std::string>& except, Diagnostics& wrong);

/// "peak", "curve", "outstanding=64,iops=300000": one text or a list of them.
std::vector<AskedLoad> loads_at(const spec::Node& at, Diagnostics& wrong);

/// Every combination of the axes "load.outstanding" and "load.iops".
std::vector<AskedLoad> loads_of(const std::vector<Axis>& axes, Diagnostics& wrong);

/// A diagnostic where `node` stands.
Diagnostic at(const spec::Node& node, std::string key, std::string message, std::string help = "");

}  // namespace arraytwin::sweep
