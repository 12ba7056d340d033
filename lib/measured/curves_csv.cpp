#include "lib/measured/curves_csv.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "lib/measured/csv.hpp"
#include "lib/spec/document.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

constexpr std::size_t most_diagnostics = 100;

enum class Content { text, name, positive, rate, percent, fit };  // a rate may be 0
enum class Need { optional, required };

struct ColumnInfo {
    std::string_view name;
    Content content;
    Need need = Need::optional;
};

constexpr std::array<ColumnInfo, 28> columns{{
    {"array", Content::text},
    {"config", Content::name, Need::required},
    {"protocol", Content::text},
    {"workload", Content::name, Need::required},
    {"block_kib", Content::positive},
    {"read_pct", Content::percent},
    {"random_pct", Content::percent},
    {"point", Content::name, Need::required},
    {"iops", Content::positive, Need::required},
    {"mib_per_s", Content::positive},
    {"latency_us", Content::positive, Need::required},
    {"outstanding", Content::positive},
    {"outstanding_basis", Content::text},
    {"hosts", Content::positive},
    {"fit", Content::fit},
    {"quality", Content::text},
    {"source", Content::text},
    {"note", Content::text},
    // What `measured --csv` adds.
    {"read_iops", Content::rate},
    {"write_iops", Content::rate},
    {"p50_us", Content::positive},
    {"p95_us", Content::positive},
    {"p99_us", Content::positive},
    {"p99_9_us", Content::positive},
    {"max_us", Content::positive},
    {"target_iops", Content::positive},
    {"format", Content::text},
    {"line", Content::text},
}};

const ColumnInfo* find_column(std::string_view name) {
    const auto* found =
        std::find_if(columns.begin(), columns.end(), [&](const ColumnInfo& info) { return info.name == name; });
    return found == columns.end() ? nullptr : found;
}

std::vector<std::string> column_names() {
    std::vector<std::string> names;
    for (const ColumnInfo& info : columns) names.emplace_back(info.name);
    return names;
}

class CurvesReader {
public:
    explicit CurvesReader(const std::string& name) : name_{name} {}

    Result<std::vector<MeasuredPoint>> read(const std::vector<CsvRow>& rows) {
        if (rows.empty()) {
            wrong_.push_back({name_, 0, 0, "", "the file is empty",
                              "its first line names the columns: " + spec::listed(column_names())});
            return tl::unexpected(std::move(wrong_));
        }
        read_header(rows.front());
        if (!wrong_.empty()) return tl::unexpected(std::move(wrong_));  // what the cells mean is not known
        if (rows.size() == 1) refuse(rows.front().front(), "", "there is a header, but no point", "");
        std::vector<MeasuredPoint> points;
        for (auto row = rows.begin() + 1; row != rows.end() && wrong_.size() < most_diagnostics; ++row) {
            points.push_back(read_row(*row));
        }
        if (!wrong_.empty()) return tl::unexpected(std::move(wrong_));
        return points;
    }

private:
    void refuse(const CsvCell& cell, std::string_view column, std::string message, std::string help) {
        wrong_.push_back({name_, cell.line, cell.column, std::string{column}, std::move(message), std::move(help)});
    }

    void read_header(const CsvRow& header) {
        for (const CsvCell& cell : header) {
            const ColumnInfo* info = find_column(cell.text);
            const auto shown = spec::printable(cell.text);
            if (info == nullptr) {
                const auto near = spec::did_you_mean(cell.text, column_names());
                refuse(cell, shown, "unknown column",
                       near.empty() ? "columns are " + spec::listed(column_names()) : near);
            } else if (std::find(order_.begin(), order_.end(), info) != order_.end()) {
                refuse(cell, shown, "this column occurs twice", "");
            }
            order_.push_back(info);
        }
        for (const ColumnInfo& info : columns) {
            if (info.need == Need::required && std::find(order_.begin(), order_.end(), &info) == order_.end()) {
                refuse(header.front(), info.name, "a required column is missing", "");
            }
        }
    }

    MeasuredPoint read_row(const CsvRow& row) {
        MeasuredPoint point;
        if (row.size() != order_.size()) {
            refuse(row.front(), "", fmt::format("{} cells, but the header has {}", row.size(), order_.size()),
                   "a cell with a comma in it stands in double quotes");
            return point;
        }
        const auto before = wrong_.size();
        for (std::size_t i = 0; i < row.size(); ++i) read_cell(point, *order_[i], row[i]);
        if (wrong_.size() == before && !point.iops && !point.latency_us) {
            refuse(row.front(), "iops", "neither IOPS nor a latency",
                   "a point gives at least one of iops and latency_us");
        }
        return point;
    }

    void read_cell(MeasuredPoint& point, const ColumnInfo& column, const CsvCell& cell) {
        const auto value = read_number(column, cell);
        if (column.name == "config") point.config = cell.text;
        if (column.name == "workload") point.workload = cell.text;
        if (column.name == "point") point.point = cell.text;
        if (column.name == "note") point.note = cell.text;
        if (column.name == "iops") point.iops = value;
        if (column.name == "latency_us") point.latency_us = value;
        if (column.name == "outstanding") point.outstanding = value;
        if (column.content == Content::name && cell.text.empty()) refuse(cell, column.name, "an empty cell", "");
        if (column.content != Content::fit || cell.text.empty()) return;
        point.fit = cell.text != "no";
        point.latency_usable = cell.text != "iops-only";
        const std::vector<std::string> allowed{"yes", "no", "iops-only"};
        if (std::find(allowed.begin(), allowed.end(), cell.text) == allowed.end()) {
            refuse(cell, column.name,
                   fmt::format("'{}' is not one of {}", spec::printable(cell.text), spec::listed(allowed)),
                   spec::did_you_mean(cell.text, allowed));
        }
    }

    std::optional<double> read_number(const ColumnInfo& column, const CsvCell& cell) {
        const bool percent = column.content == Content::percent;
        const bool rate = column.content == Content::rate;
        if ((column.content != Content::positive && !rate && !percent) || cell.text.empty()) return std::nullopt;
        double value = 0;
        const char* end = cell.text.data() + cell.text.size();
        const auto [stopped, error] = std::from_chars(cell.text.data(), end, value);
        if (error != std::errc{} || stopped != end || !std::isfinite(value)) {
            refuse(cell, column.name, fmt::format("'{}' is not a number", spec::printable(cell.text)),
                   "digits with a decimal point, without a unit or separators of thousands");
            return std::nullopt;
        }
        if (percent ? value < 0 || value > 100 : rate ? value < 0 : value <= 0) {
            refuse(
                cell, column.name,
                fmt::format("{} is not {}", spec::printable(cell.text), percent ? "from 0 to 100" : "more than zero"),
                "");
            return std::nullopt;
        }
        return value;
    }

    const std::string& name_;
    std::vector<const ColumnInfo*> order_;  // the header's; null: unknown
    Diagnostics wrong_;
};

}  // namespace

Result<std::vector<MeasuredPoint>> parse_curves_csv(const std::string& name, std::string_view text) {
    const auto rows = parse_csv(name, text);
    if (!rows) return tl::unexpected(rows.error());
    return CurvesReader{name}.read(*rows);
}

Result<std::vector<MeasuredPoint>> read_curves_csv(const std::string& path) {
    const auto text = spec::read_file(path);
    if (!text) return tl::unexpected(text.error());
    return parse_curves_csv(path, *text);
}

}  // namespace arraytwin::measured
