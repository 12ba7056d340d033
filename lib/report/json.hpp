// A prediction as JSON, `"schema": 1` (DESIGN, section 8). Fields may be added in later versions, never renamed.
//
// Keys stand in the order of the schema, a point to a line, numbers in short round-trip form, null for what is absent
// or not a number. Equal predictions give equal bytes. Invalid UTF-8 in names becomes U+FFFD.
#pragma once

#include <string>

#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

std::string json(const Prediction& prediction);

}  // namespace arraytwin::report
