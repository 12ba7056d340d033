#include "lib/measured/applications_csv.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "lib/measured/csv.hpp"
#include "lib/measured/text.hpp"
#include "lib/spec/document.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/twin/predict_application.hpp"

namespace arraytwin::measured {

namespace {

constexpr std::size_t most_diagnostics = 100;

struct ColumnInfo {
    std::string_view name;
    bool required = false;
};

constexpr std::array<ColumnInfo, 11> columns{{{"config", true},
                                              {"app", true},
                                              {"vms", true},
                                              {"tps", true},
                                              {"latency_us", true},
                                              {"array"},
                                              {"clients"},
                                              {"p99_us"},
                                              {"source"},
                                              {"quality"},
                                              {"note"}}};

class ApplicationsReader {
public:
    explicit ApplicationsReader(const std::string& name) : name_{name} {}

    Result<std::vector<MeasuredApplication>> read(const std::vector<CsvRow>& rows) {
        if (rows.empty()) {
            wrong_.push_back({name_, 0, 0, "", "the file is empty", "its first line names the columns"});
            return tl::unexpected(std::move(wrong_));
        }
        read_header(rows.front());
        if (!wrong_.empty()) return tl::unexpected(std::move(wrong_));  // what the cells mean is not known
        if (rows.size() == 1) refuse(rows.front().front(), "", "there is a header, but no row", "");
        std::vector<MeasuredApplication> measured;
        for (auto row = rows.begin() + 1; row != rows.end() && wrong_.size() < most_diagnostics; ++row) {
            measured.push_back(read_row(*row));
        }
        if (!wrong_.empty()) return tl::unexpected(std::move(wrong_));
        return measured;
    }

private:
    void refuse(const CsvCell& cell, std::string_view column, std::string message, std::string help) {
        wrong_.push_back({name_, cell.line, cell.column, std::string{column}, std::move(message), std::move(help)});
    }

    void read_header(const CsvRow& header) {
        std::vector<std::string> known;
        for (const ColumnInfo& info : columns) known.emplace_back(info.name);
        for (const CsvCell& cell : header) {
            const auto shown = spec::printable(cell.text);
            if (std::find(known.begin(), known.end(), cell.text) == known.end()) {
                const auto near = spec::did_you_mean(cell.text, known);
                refuse(cell, shown, "unknown column", near.empty() ? "columns are " + spec::listed(known) : near);
            } else if (std::find(order_.begin(), order_.end(), cell.text) != order_.end()) {
                refuse(cell, shown, "this column occurs twice", "");
            }
            order_.push_back(cell.text);
        }
        for (const ColumnInfo& info : columns) {
            if (info.required && std::find(order_.begin(), order_.end(), info.name) == order_.end())
                refuse(header.front(), info.name, "a required column is missing", "");
        }
    }

    MeasuredApplication read_row(const CsvRow& row) {
        MeasuredApplication measured;
        if (row.size() != order_.size()) {
            refuse(row.front(), "", fmt::format("{} cells, but the header has {}", row.size(), order_.size()),
                   "a cell with a comma in it stands in double quotes");
            return measured;
        }
        const auto before = wrong_.size();
        for (std::size_t i = 0; i < row.size(); ++i) read_cell(measured, order_[i], row[i]);
        if (wrong_.size() == before && !measured.tps && !measured.latency_us && !measured.p99_us) {
            refuse(row.front(), "tps", "neither transactions a second nor a latency",
                   "a row gives at least one of tps, latency_us and p99_us");
        }
        return measured;
    }

    void read_cell(MeasuredApplication& measured, const std::string& column, const CsvCell& cell) {
        if (column == "config") measured.config = name_of(column, cell);
        if (column == "app") measured.application = name_of(column, cell);
        if (column == "note") measured.note = cell.text;
        if (column == "vms") measured.vms = machines_of(cell);
        if (column == "clients") measured.clients = positive(column, cell);
        if (column == "tps") measured.tps = positive(column, cell);
        if (column == "latency_us") measured.latency_us = positive(column, cell);
        if (column == "p99_us") measured.p99_us = positive(column, cell);
    }

    std::string name_of(const std::string& column, const CsvCell& cell) {
        if (cell.text.empty()) refuse(cell, column, "an empty cell", "");
        return cell.text;
    }

    int machines_of(const CsvCell& cell) {
        const auto value = number_of(cell.text);
        if (value && *value >= 1 && *value <= most_vms && *value == std::floor(*value)) return static_cast<int>(*value);
        refuse(cell, "vms",
               fmt::format("'{}' is not a whole number from 1 to {}", spec::printable(cell.text), most_vms), "");
        return 0;
    }

    std::optional<double> positive(const std::string& column, const CsvCell& cell) {
        if (cell.text.empty()) return std::nullopt;
        const auto value = number_of(cell.text);
        if (value && std::isfinite(*value) && *value > 0) return value;
        refuse(cell, column, fmt::format("'{}' is not a number above zero", spec::printable(cell.text)),
               "digits with a decimal point, without a unit or separators of thousands");
        return std::nullopt;
    }

    const std::string& name_;
    std::vector<std::string> order_;  // the header's
    Diagnostics wrong_;
};

}  // namespace

Result<std::vector<MeasuredApplication>> parse_applications_csv(const std::string& name, std::string_view text) {
    const auto rows = parse_csv(name, text);
    if (!rows) return tl::unexpected(rows.error());
    return ApplicationsReader{name}.read(*rows);
}

Result<std::vector<MeasuredApplication>> read_applications_csv(const std::string& path) {
    const auto text = spec::read_file(path);
    if (!text) return tl::unexpected(text.error());
    return parse_applications_csv(path, *text);
}

}  // namespace arraytwin::measured
