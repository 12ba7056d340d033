// Our own CSV, the columns of data/measured/measured_curves.csv, and what `measured --csv` writes. curves_csv.hpp checks
// such a file to the last cell; here a row that cannot be used is a warning, and the others are points.
#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/csv.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"

namespace arraytwin::measured {

namespace {

constexpr std::size_t largest = 256 * 1024 * 1024;

class CurveRow {
public:
    CurveRow(const CsvRow& header, const CsvRow& cells) : header_{header}, cells_{cells} {}

    std::string text(std::string_view name) const {
        for (std::size_t i = 0; i < header_.size() && i < cells_.size(); ++i) {
            if (trimmed(header_[i].text) == name) return std::string{trimmed(cells_[i].text)};
        }
        return {};
    }
    std::optional<double> number(std::string_view name) const { return number_of(text(name)); }
    std::optional<double> positive(std::string_view name) const {
        const auto value = number(name);
        return value && *value > 0 ? value : std::nullopt;
    }

private:
    const CsvRow& header_;
    const CsvRow& cells_;
};

void add_row(const CurveRow& row, int line, RunSink& out) {
    const auto iops = row.positive("iops");
    const auto latency = row.positive("latency_us");
    if (!iops && !latency)
        return out.warn(line, "neither IOPS nor a latency that is a number more than zero: left out");
    auto& point = out.add(line);
    point.config = row.text("config");
    point.workload = row.text("workload");
    point.label = row.text("point");
    point.block_kib = row.positive("block_kib");
    point.read_pct = row.number("read_pct");
    point.random_pct = row.number("random_pct");
    point.iops = iops;
    point.read_iops = row.number("read_iops");
    point.write_iops = row.number("write_iops");
    if (!point.read_iops && point.read_pct && iops) {
        point.read_iops = *iops * *point.read_pct / 100;
        point.write_iops = *iops - *point.read_iops;
    }
    point.mib_per_s = row.positive("mib_per_s");
    point.latency = {latency,
                     row.positive("p50_us"),
                     row.positive("p95_us"),
                     row.positive("p99_us"),
                     row.positive("p99_9_us"),
                     row.positive("max_us")};
    point.outstanding = row.positive("outstanding");
    point.target_iops = row.positive("target_iops");
    point.usable = row.text("fit") != "no";
    point.latency_usable = row.text("fit") != "iops-only";
    point.note = row.text("note");
}

bool recognise(std::string_view head) {
    const auto names = cells_of(head.substr(0, head.find('\n')), ',');
    const auto has = [&](std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    return has("workload") && has("iops") && has("latency_us");
}

void read(ByteStream& in, RunSink& out) {
    std::string text;
    if (!in.read_all(text, largest)) return out.fail(0, "larger than 256 MiB");
    auto rows = parse_csv(out.file(), text);
    if (!rows) {  // perhaps cut inside a quoted cell: what stands before that line is whole
        const int line = rows.error().front().line;
        std::size_t at = 0;
        for (int i = 1; i < line; ++i) at = text.find('\n', at) + 1;
        out.fail(line, rows.error().front().message, rows.error().front().help);
        rows = parse_csv(out.file(), std::string_view{text}.substr(0, at));
        if (!rows) return;
    } else if (text.back() != '\n') {
        out.warn(rows->back().front().line, "the last line has no end, so it may be cut off");
    }
    for (std::size_t i = 1; i < rows->size(); ++i) {
        const auto& cells = (*rows)[i];
        const int line = cells.front().line;
        if (cells.size() != rows->front().size()) {
            out.warn(line,
                     fmt::format("{} cells, but the header has {}: left out", cells.size(), rows->front().size()));
        } else {
            add_row({rows->front(), cells}, line, out);
        }
    }
}

}  // namespace

const Reader curves{"arraytwin-csv", recognise, read};

}  // namespace arraytwin::measured
