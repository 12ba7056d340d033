// A load as it is written: "outstanding=4096", "iops=300000", or both.
#pragma once

#include <string>

#include "lib/spec/result.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin {

/// The reason if it cannot be: a whole number from 1 to 1e6.
std::string set_outstanding(OfferedLoad& load, double value);
/// The reason if it cannot be: from 1 to 1e9.
std::string set_target_iops(OfferedLoad& load, double value);

/// All that is wrong with `text`, said of `option`.
Result<OfferedLoad> parse_load(const std::string& option, const std::string& text, const std::string& example);

}  // namespace arraytwin
