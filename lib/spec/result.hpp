// A value, or everything that is wrong with the input. Reading and running return this; nothing in the library throws.
// The throwing forms for C++ users are thin wrappers in include/arraytwin/arraytwin.hpp.
#pragma once

#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace arraytwin {

/// One thing that is wrong, where, and what to do about it. Line and column count from 1; 0 where there is none.
struct Diagnostic {
    std::string file;  ///< path as the user gave it, "--set" or "-w" for the command line
    int line = 0;
    int column = 0;
    std::string key;      ///< dotted, "nodes.count"; empty for a syntax error
    std::string message;  ///< what was found and what is allowed
    std::string help;     ///< what to do: "did you mean 'cores'?"; may be empty
};

using Diagnostics = std::vector<Diagnostic>;

template <class T>
using Result = tl::expected<T, Diagnostics>;

/// "file:line:column: key: message\n  help: ..." for each diagnostic, one after the other.
std::string to_text(const Diagnostics& diagnostics);

}  // namespace arraytwin
