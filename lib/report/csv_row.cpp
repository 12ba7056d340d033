#include "lib/report/csv_row.hpp"

#include <fmt/format.h>

#include <cmath>

#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

std::string quoted(std::string_view text) {
    std::string safe;
    if (!text.empty() && std::string_view{"=+-@\t\r"}.find(text.front()) != std::string_view::npos) safe = "'";
    safe += text;
    if (safe.find_first_of(",\"\r\n") == std::string::npos) return safe;
    std::string cell = "\"";
    for (const char c : safe) cell.append(c == '"' ? 2 : 1, c);
    return cell + '"';
}

}  // namespace

CsvRow& CsvRow::text(std::string_view value) {
    cells_.push_back(quoted(value));
    return *this;
}

CsvRow& CsvRow::number(std::optional<double> value) {
    cells_.push_back(value && std::isfinite(*value) ? fmt::format("{}", *value) : "");
    return *this;
}

CsvRow& CsvRow::interval(const Interval& value) {
    const bool known = is_known(value);
    return number(known ? std::optional{value.low} : std::nullopt)
        .number(known ? std::optional{value.high} : std::nullopt);
}

CsvRow& CsvRow::flag(bool value) { return text(value ? "true" : "false"); }

CsvRow& CsvRow::empty(int count) {
    cells_.insert(cells_.end(), static_cast<std::size_t>(count), "");
    return *this;
}

std::string CsvRow::line() const { return fmt::format("{}\r\n", fmt::join(cells_, ",")); }

}  // namespace arraytwin::report
