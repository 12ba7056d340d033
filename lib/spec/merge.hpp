// What turns the tables of several texts into one document: annotations folded into values, one table laid over another,
// the arguments of --set.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/node.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::spec {

/// Turns each `{ value, source, confidence, spread }` below `table` into the value that it annotates; appends what is wrong.
void fold_annotations(Node& table, Diagnostics& faults);

/// `over` on `under`: tables merge key by key, anything else is replaced. Linear.
Node laid_over(Node under, Node over);

/// "media.count=12" as the root of a document that says so.
Result<Node> parse_override(std::string_view argument);

/// "a.b.c" in its parts.
std::vector<std::string_view> split_key(std::string_view dotted_key);

}  // namespace arraytwin::spec
