// Where a name was given that stands for no document.
#pragma once

#include <string_view>

#include "lib/spec/node.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::spec {

/// The diagnostics that are about the name itself, with the place of `name`; those about the inside of a document keep
/// theirs.
inline Diagnostics placed(Diagnostics diagnostics, const Node& name, std::string_view key) {
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.line != 0) continue;
        diagnostic.file = name.position.file;
        diagnostic.line = name.position.line;
        diagnostic.column = name.position.column;
        diagnostic.key = key;
    }
    return diagnostics;
}

}  // namespace arraytwin::spec
