// A prediction as CSV (RFC 4180: CRLF, quotes doubled): a header, then one row a point, predicted and measured.
//
// Of several workloads at once a row for each (kind "part", its name under "point") follows the point of all.
// A cell is empty where the number is absent. Measured rows follow the predicted ones of their curve; `error_pct` says
// by how much the prediction exceeds them, `error_of` in which quantity. Text that a spreadsheet would take for a
// formula gets a leading apostrophe.
#pragma once

#include <string>

#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

std::string csv(const Prediction& prediction);

}  // namespace arraytwin::report
