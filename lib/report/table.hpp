// A curve for the terminal: title, table, summary in sentences and a small plot with the measured points on it.
//
// Text only, UTF-8, every row of the table equally wide. Columns are left out, least needed first, where `width` is too
// small for all. Names come from users' files: control characters in them are replaced, so none reaches the terminal.
#pragma once

#include <string>

#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

struct TableStyle {
    bool color = false;  ///< ANSI colours; the program says no for NO_COLOR, pipes and files
    int width = 120;     ///< columns of the terminal; below 60 counts as 60
};

/// Everything there is to say about one curve, ending in a newline.
std::string table(const Curve& curve, TableStyle style = {});

}  // namespace arraytwin::report
