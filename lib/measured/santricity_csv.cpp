// The performance monitor of SANtricity's SMcli and old windows: rows of controllers, volumes and totals for each
// capture. The totals count; where there are none, the volumes. It tells no latency.
#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/csv_table.hpp"
#include "lib/measured/reader.hpp"

namespace arraytwin::measured {

namespace {

struct Capture {
    std::string label;
    int line = 0;
    double iops = 0, reads = 0, kib = 0;
    int rows = 0;
    bool is_total = false;
};

class MonitorReader {
public:
    explicit MonitorReader(RunSink& out) : out_{out} {}

    void read_line(std::string_view line, int number, bool is_whole) {
        auto cells = cells_of(line, ',');
        if (cells[0].starts_with("Capture Iteration")) {
            finish_capture();
            capture_.label = cells[0];
            capture_.line = number;
            return;
        }
        if (is_header(cells)) return read_header(std::move(cells));
        if (!upper_.empty()) {  // the second line of the header
            for (std::size_t i = 0; i < cells.size() && i < upper_.size(); ++i) upper_[i] += " " + cells[i];
            table_ = CsvTable{std::move(upper_)};
            upper_.clear();
            return;
        }
        if (table_.empty() || cells.size() < 7 || capture_.line == 0) return;
        if (cells.size() < table_.width() || !is_whole) return out_.warn(number, "this row is cut off: left out");
        table_.set_row(std::move(cells));
        add_row();
    }

    void finish_capture() {
        if (capture_.line == 0) return;
        if (capture_.rows == 0) out_.warn(capture_.line, fmt::format("{} has no rows", capture_.label));
        if (capture_.iops > 0) {
            auto& point = out_.add(capture_.line);
            point.label = capture_.label;
            point.workload = "observed";
            point.iops = capture_.iops;
            point.read_pct = 100 * capture_.reads / capture_.iops;
            point.read_iops = capture_.reads;
            point.write_iops = capture_.iops - capture_.reads;
            point.mib_per_s = capture_.kib / 1024;
            point.block_kib = capture_.kib / capture_.iops;
        } else {
            out_.warn(capture_.line, fmt::format("{}: no I/O", capture_.label));
            out_.expect_nothing();
        }
        capture_ = {};
    }

private:
    static bool is_header(const std::vector<std::string>& cells) {
        return cells.size() > 6 && (cells[1] == "Total" || cells[1] == "Total IOs");
    }

    void read_header(std::vector<std::string> cells) {
        if (cells[1] == "Total IOs")
            table_ = CsvTable{std::move(cells)};
        else
            upper_ = std::move(cells);
    }

    void add_row() {
        const auto name = table_.has("Storage Arrays") ? std::string{table_.text("Storage Arrays")} : first();
        const bool is_total = name.find("TOTALS") != std::string::npos;
        if (name.starts_with("CONTROLLER") || (capture_.is_total && !is_total)) return;
        if (is_total) capture_.iops = capture_.reads = capture_.kib = 0;
        capture_.is_total = is_total;
        ++capture_.rows;
        const auto iops = table_.number("Current IO/second").value_or(0);
        capture_.iops += iops;
        capture_.reads += iops * table_.number("Read Percentage").value_or(0) / 100;
        capture_.kib += table_.number("Current KB/second").value_or(0);
    }

    std::string first() const {
        for (const std::string_view name : {"Storage Subsystems ", "Storage Subsystems", "Storage Arrays "}) {
            if (table_.has(name)) return std::string{table_.text(name)};
        }
        return {};
    }

    RunSink& out_;
    std::vector<std::string> upper_;
    CsvTable table_;
    Capture capture_;
};

bool recognise(std::string_view head) {
    return head.find("Performance Monitor Statistics for") != std::string_view::npos;
}

void read(ByteStream& in, RunSink& out) {
    MonitorReader reader{out};
    std::string line;
    while (in.read_line(line)) reader.read_line(trimmed(line), in.line_read(), in.line_is_whole());
    reader.finish_capture();
    out.warn(1, "this format tells no latency");
}

}  // namespace

const Reader santricity_csv{"santricity-csv", recognise, read};

}  // namespace arraytwin::measured
