// vdbench's summary.html and totals.html: the average row of each run definition is a point.
//
// Columns are found by the two header lines, because versions differ. Rows of single intervals, warm-up among them, and
// the run that formats the disks are left out.
#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"
#include "lib/measured/vdbench.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

using Columns = std::map<std::string, std::size_t, std::less<>>;  // place behind the interval

/// "Jan 02, 2023    interval        i/o   MB/sec ..." over "rate  1024**2 ..."
Columns columns_of(std::string_view upper, std::string_view lower) {
    auto above = words_of(upper);
    const auto below = words_of(lower);
    const auto interval = std::find(above.begin(), above.end(), "interval");
    if (interval == above.end()) return {};
    above.erase(above.begin(), interval + 1);
    if (above.size() != below.size()) return {};
    Columns columns;
    for (std::size_t i = 0; i < above.size(); ++i)
        columns.emplace(std::string{above[i]} + " " + std::string{below[i]}, i);
    return columns;
}

class SummaryReader {
public:
    explicit SummaryReader(RunSink& out) : out_{out} {}

    void read_line(const std::string& raw, int number, bool is_whole) {
        const auto line = without_tags(raw);
        if (auto run = run_definition(line)) {
            finish_run();
            run_ = std::move(*run);
            run_line_ = number;
            has_average_ = false;
        } else if (line.find("..Interval..") != std::string::npos) {
            is_files_ = true;
            upper_.clear();
        } else if (line.find(" interval ") != std::string::npos && line.find("i/o") != std::string::npos) {
            upper_ = line;
        } else if (!upper_.empty()) {
            columns_ = columns_of(upper_, line);
            if (columns_.empty()) out_.warn(number, "the two lines of the header do not match");
            upper_.clear();
        } else if (const auto at = line.find("avg_"); at != std::string::npos && run_line_ > 0) {
            read_average(line, at, number, is_whole);
        }
    }

    void finish_run() {
        if (run_line_ > 0 && !has_average_ && !run_.is_format)
            out_.warn(run_line_,
                      fmt::format("run {} has no average row: it was cut short, no point", spec::printable(run_.name)));
    }

private:
    void read_average(std::string_view line, std::size_t at, int number, bool is_whole) {
        has_average_ = true;
        if (run_.is_format) return;
        if (is_files_) {
            return out_.warn(
                number, fmt::format("run {} is a file-system run (FWD): its operations are not block I/Os, no point",
                                    spec::printable(run_.name)));
        }
        auto cells = words_of(line.substr(at));
        cells.erase(cells.begin());
        const auto value = [&](std::string_view name) -> std::optional<double> {
            const auto column = columns_.find(name);
            if (column == columns_.end() || column->second >= cells.size()) return std::nullopt;
            if (!is_whole && column->second + 1 == cells.size()) return std::nullopt;
            return number_of(cells[column->second]);
        };
        const auto rate = value("i/o rate");
        if (!rate || !value("resp time")) {
            return out_.warn(number, columns_.empty() ? "an average row without a header: left out"
                                                      : "the average row is cut off: no point");
        }
        write(value, *rate, number);
    }

    template <class Value>
    void write(const Value& value, double rate, int number) {
        const auto positive = [&](std::string_view name, double factor) -> std::optional<double> {
            const auto cell = value(name);
            return cell && *cell > 0 ? std::optional{*cell * factor} : std::nullopt;
        };
        if (rate <= 0) return out_.warn(number, fmt::format("run {} did no I/O: no point", spec::printable(run_.name)));
        auto& point = out_.add(number);
        point.label = run_.name;
        point.workload = run_.name.substr(0, run_.name.find("_("));  // rd1_(50%) is a step of the curve rd1
        point.iops = rate;
        point.target_iops = run_.target_iops;
        point.mib_per_s = positive("MB/sec 1024**2", 1);
        if (!point.mib_per_s) point.mib_per_s = positive("MB/sec 1000**2", 1e6 / 1048576);
        point.block_kib = positive("bytes i/o", 1.0 / 1024);
        point.read_pct = value("read pct");
        if (point.read_pct) {
            point.read_iops = rate * *point.read_pct / 100;
            point.write_iops = rate - *point.read_iops;
        }
        point.latency.mean = positive("resp time", 1000);
        point.latency.max = positive("resp max", 1000);
        for (const std::string_view name : {"read max", "write max"}) {
            if (const auto max = positive(name, 1000))
                point.latency.max = std::max(*max, point.latency.max.value_or(0));
        }
        point.in_flight = positive("queue depth", 1);
        if (!run_.target_iops) point.outstanding = point.in_flight;  // as fast as they return: all threads wait
    }

    RunSink& out_;
    RunDefinition run_;
    Columns columns_;
    std::string upper_;
    int run_line_ = 0;
    bool has_average_ = false;
    bool is_files_ = false;
};

bool recognise(std::string_view head) {
    if (head.find("Vdbench summary report") != std::string_view::npos) return true;
    if (head.find("Starting RD=") == std::string_view::npos) return false;
    return head.find(" interval ") != std::string_view::npos || head.find("..Interval..") != std::string_view::npos ||
           head.find("Run totals") != std::string_view::npos;
}

void read(ByteStream& in, RunSink& out) {
    SummaryReader reader{out};
    std::string line;
    while (in.read_line(line)) reader.read_line(line, in.line_read(), in.line_is_whole());
    reader.finish_run();
}

}  // namespace

const Reader vdbench_table{"vdbench-summary", recognise, read};

}  // namespace arraytwin::measured
