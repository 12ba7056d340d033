// What must hold before a text may go to the TOML parser, which recurses with the depth of what it reads.
//
// Up to 1 MiB, UTF-8, no NUL, at most 32 brackets open at once and 32 parts in one dotted key. The scan knows strings and
// comments and is exact up to the first syntax error, where the parser stops too. One pass, nothing allocated.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "lib/spec/result.hpp"

namespace arraytwin::spec {

/// The limit that is broken, or none.
std::optional<Diagnostic> broken_limit(const std::string& name, std::string_view text);

}  // namespace arraytwin::spec
