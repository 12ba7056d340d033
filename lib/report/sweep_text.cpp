// Rows of a sweep as CSV and as a table.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "lib/report/csv_row.hpp"
#include "lib/report/grid.hpp"
#include "lib/report/sweep_rows.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

namespace {

constexpr std::size_t rows_shown = 40;

/// Told apart by the plan or of interest to everybody; the rest is for files.
constexpr std::string_view only_in_files[] = {
    "index", "solver", "seed",        "mib_per_s",  "latency_p50_us",   "latency_p95_us", "latency_p99_9_us",
    "key",   "grade",  "target_iops", "overloaded", "precision_reached"};

const Json& cell_of(const Json& row, const std::string& name) {
    static const Json none = nullptr;
    const auto found = row.find(name);
    return found != row.end() ? *found : none;
}

void add_cell(CsvRow& line, const Json& value) {
    if (value.is_null()) {
        line.empty(1);
    } else if (value.is_boolean()) {
        line.flag(value.get<bool>());
    } else if (value.is_number_integer()) {
        line.text(fmt::format("{}", value.get<std::int64_t>()));
    } else if (value.is_number()) {
        line.number(value.get<double>());
    } else {
        line.text(value.is_string() ? value.get<std::string>() : value.dump());
    }
}

std::string shown(const std::string& name, const Json& value) {
    if (value.is_null()) return "–";
    if (value.is_string()) return printable(value.get<std::string>());
    if (!value.is_number()) return value.dump();
    if (name == "iops") return thousands(value.get<double>());
    if (name.ends_with("_us")) return latency_words(value.get<double>());
    if (name == "bottleneck_utilization") return fmt::format("{:.0f} %", value.get<double>() * 100);
    return fmt::format("{:g}", value.get<double>());
}

std::vector<std::string> columns_for_people(const std::vector<std::string>& known, const std::vector<Json>& rows) {
    std::vector<std::string> columns;
    for (const std::string& name : known) {
        const bool for_files =
            std::find(std::begin(only_in_files), std::end(only_in_files), name) != std::end(only_in_files) ||
            name.starts_with("prediction90");
        const bool empty =
            std::all_of(rows.begin(), rows.end(), [&](const Json& row) { return cell_of(row, name).is_null(); });
        if (!for_files && !empty) columns.push_back(name);
    }
    return columns;
}

Column head_of(const std::string& name, const std::vector<Json>& rows) {
    const bool text =
        std::any_of(rows.begin(), rows.end(), [&](const Json& row) { return cell_of(row, name).is_string(); });
    std::string header = printable(name);
    const bool key_of_plan = header.find('.') != std::string::npos;
    if (header.ends_with("_us") && !key_of_plan) header.resize(header.size() - 3);
    if (!key_of_plan) std::replace(header.begin(), header.end(), '_', ' ');
    const int rank = name == "bottleneck_utilization" ? 1 : 0;
    return {header, text ? Align::left : Align::right, rank};
}

}  // namespace

Result<std::string> sweep_csv(const sweep::Store& store, const Query& query) {
    const auto known = sweep_columns(store);
    if (!known) return tl::unexpected(known.error());
    if (auto wrong = faults(query, *known); !wrong.empty()) return tl::unexpected(std::move(wrong));
    const auto& columns = query.columns.empty() ? *known : query.columns;
    CsvRow header;
    for (const std::string& name : columns) header.text(name);
    std::string text = header.line();
    const auto read = for_each_row(store, query, [&](const Json& row) {
        CsvRow line;
        for (const std::string& name : columns) add_cell(line, cell_of(row, name));
        text += line.line();
    });
    if (!read) return tl::unexpected(read.error());
    return text;
}

Result<std::string> sweep_table(const sweep::Store& store, const Query& query, TableStyle style) {
    const auto known = sweep_columns(store);
    if (!known) return tl::unexpected(known.error());
    if (auto wrong = faults(query, *known); !wrong.empty()) return tl::unexpected(std::move(wrong));
    std::vector<Json> rows;
    std::size_t more = 0;
    const auto read = for_each_row(store, query, [&](const Json& row) {
        if (rows.size() < rows_shown)
            rows.push_back(row);
        else
            ++more;
    });
    if (!read) return tl::unexpected(read.error());
    const auto columns = query.columns.empty() ? columns_for_people(*known, rows) : query.columns;
    std::vector<Column> heads;
    for (const std::string& name : columns) heads.push_back(head_of(name, rows));
    Grid grid{std::move(heads)};
    for (const Json& row : rows) {
        std::vector<Cell> cells;
        for (const std::string& name : columns) cells.push_back({shown(name, cell_of(row, name))});
        grid.add(std::move(cells));
    }
    auto text = grid.render(style.width, style.color);
    if (more > 0) text += fmt::format("and {} more: --csv FILE, --jsonl FILE\n", more);
    return text;
}

}  // namespace arraytwin::report
