// The seam to the TOML library: text to nodes. Its heavy header is included in toml.cpp alone.
#pragma once

#include <string>
#include <string_view>

#include "lib/spec/node.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::spec {

/// The root table as written, annotations not yet folded. One diagnostic if the text is not TOML or beyond the limits.
Result<Node> parse_toml(const std::string& name, std::string_view text);

}  // namespace arraytwin::spec
