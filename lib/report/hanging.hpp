// Inside the report: sentences behind a label, wrapped.
#pragma once

#include <string>

namespace arraytwin::report {

/// Words after a label, on as many lines as they need; the next lines begin below the first word.
std::string hanging(const std::string& label, const std::string& words, int label_width, int width);

}  // namespace arraytwin::report
