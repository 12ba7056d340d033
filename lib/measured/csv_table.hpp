// Rows under a header, as benchmarks write them: cells are looked up by the name of their column.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/measured/text.hpp"

namespace arraytwin::measured {

class CsvTable {
public:
    CsvTable() = default;
    explicit CsvTable(std::vector<std::string> names) : names_{std::move(names)} {}

    bool empty() const { return names_.empty(); }
    std::size_t width() const { return names_.size(); }
    bool has(std::string_view name) const { return place(name) < names_.size(); }

    void set_row(std::vector<std::string> cells) { cells_ = std::move(cells); }
    std::size_t cells() const { return cells_.size(); }

    /// Empty if there is no such column, or the row ends before it.
    std::string_view text(std::string_view name) const {
        const auto at = place(name);
        return at < cells_.size() ? std::string_view{cells_[at]} : std::string_view{};
    }
    std::optional<double> number(std::string_view name) const { return number_of(text(name)); }

    /// More than 0, times `factor`.
    std::optional<double> positive(std::string_view name, double factor = 1) const {
        const auto value = number(name);
        return value && *value > 0 ? std::optional{*value * factor} : std::nullopt;
    }

private:
    std::size_t place(std::string_view name) const {
        std::size_t at = 0;
        while (at < names_.size() && names_[at] != name) ++at;
        return at;
    }

    std::vector<std::string> names_;
    std::vector<std::string> cells_;
};

}  // namespace arraytwin::measured
