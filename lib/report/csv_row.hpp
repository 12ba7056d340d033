// Inside the report: the cells of one row of a CSV file (RFC 4180), in the order of its header.
//
// A cell is empty where a number is absent. Text that a spreadsheet would take for a formula gets a leading apostrophe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

class CsvRow {
public:
    CsvRow& text(std::string_view value);
    CsvRow& number(std::optional<double> value);
    CsvRow& interval(const Interval& value);  ///< two cells
    CsvRow& flag(bool value);
    CsvRow& empty(int count);

    std::string line() const;

private:
    std::vector<std::string> cells_;
};

}  // namespace arraytwin::report
