// Help pages: names in one column, words wrapped in the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arraytwin::cli {

struct HelpLine {
    std::string names;  ///< "-w, --workload WORKLOAD..."
    std::string text;
};

/// The lines under each other, indented by two, wrapped so that none is wider than `width`.
std::string columns(const std::vector<HelpLine>& lines, int width);

}  // namespace arraytwin::cli
