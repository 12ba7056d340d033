// CSV as of RFC 4180 to rows of cells, each with its place in the file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/result.hpp"

namespace arraytwin::measured {

/// Line and column count from 1; the column in bytes.
struct CsvCell {
    std::string text;
    int line = 0;
    int column = 0;
};

using CsvRow = std::vector<CsvCell>;

/// Rows without any text are left out. A quote that is never closed, or text behind a closing one, gives that diagnostic alone.
Result<std::vector<CsvRow>> parse_csv(const std::string& name, std::string_view text);

}  // namespace arraytwin::measured
