#include "lib/spec/result.hpp"

#include <iterator>

#include <fmt/format.h>

namespace arraytwin {

std::string to_text(const Diagnostics& diagnostics) {
    std::string result;
    const auto out = std::back_inserter(result);
    for (const auto& diagnostic : diagnostics) {
        result += diagnostic.file;
        if (diagnostic.line > 0) fmt::format_to(out, "{}{}", diagnostic.file.empty() ? "" : ":", diagnostic.line);
        if (diagnostic.line > 0 && diagnostic.column > 0) fmt::format_to(out, ":{}", diagnostic.column);
        if (!result.empty() && result.back() != '\n') result += ": ";
        if (!diagnostic.key.empty()) fmt::format_to(out, "{}: ", diagnostic.key);
        fmt::format_to(out, "{}\n", diagnostic.message);
        if (!diagnostic.help.empty()) fmt::format_to(out, "  help: {}\n", diagnostic.help);
    }
    return result;
}

}  // namespace arraytwin
