// A prediction as one self-contained HTML page with charts; it loads nothing from anywhere.
//
// The page is built from lib/report/page with npm and compiled in; a build without npm has none and says so here.
#pragma once

#include <string>
#include <string_view>

#include "lib/report/json.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

/// The page, or the diagnostic that this build has no page and what to install.
Result<std::string> html(const Prediction& prediction, const std::vector<Overlay>& overlays = {});

/// The same with a given page; its one `__PREDICTION__` is replaced by the data.
Result<std::string> html(const Prediction& prediction, std::string_view page,
                         const std::vector<Overlay>& overlays = {});

}  // namespace arraytwin::report
