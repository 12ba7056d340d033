// Grafana's CSV: series as rows ("Series;Time;Value"), as columns ("Time;A;B"), or of its inspector, whose cells may
// carry units ("1.25 ms", "12.5 K"). A point for each time. Empty and "null" cells are gaps, not 0.
#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/gauges.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"

namespace arraytwin::measured {

namespace {

char separator_of(std::string_view header) { return header.find(';') != std::string_view::npos ? ';' : ','; }

/// "12.5 K" operations, "980 us", "1.2 GB/s".
std::optional<double> value_of(std::string_view cell, std::string_view series, Quantity quantity) {
    const auto measure = measure_of(cell);
    if (!measure || measure->value < 0) return std::nullopt;
    if (quantity == Quantity::latency) {
        const auto name = lowered(series);
        const double otherwise =
            name.find("(ms)") != std::string::npos || name.find("_ms") != std::string::npos ? 1000 : 1;
        return microseconds_of(cell, otherwise);
    }
    const auto unit = lowered(measure->unit);
    double factor = 1;
    if (unit.starts_with('k')) factor = 1e3;
    if (unit.starts_with('m')) factor = 1e6;
    if (unit.starts_with('g')) factor = 1e9;
    if (unit.find("ib") != std::string::npos) factor = factor == 1e3 ? 1024 : factor == 1e6 ? 1048576 : 1073741824;
    return measure->value * factor;
}

class GrafanaReader {
public:
    GrafanaReader(RunSink& out, std::vector<std::string> header) : out_{out}, header_{std::move(header)} {
        is_long_ = lowered(header_[0]) == "series";
    }

    void read_row(const std::vector<std::string>& cells, int number) {
        if (cells.size() != header_.size()) return out_.warn(number, "not as many cells as the header has: left out");
        if (is_long_) return add(cells[1], cells[0], cells[2], number);
        for (std::size_t i = 1; i < cells.size(); ++i) add(cells[0], header_[i], cells[i], number);
    }

    void finish() {
        if (assumed_) out_.warn(1, "latencies without a unit were taken for microseconds, as Harvest has them");
        for (const auto& time : times_) {
            const auto& moment = moments_.at(time);
            moment.gauges.add_point("observed", time, moment.line, out_);
        }
    }

private:
    struct Moment {
        GaugeSet gauges;
        int line = 0;
    };

    void add(const std::string& time, const std::string& series, const std::string& cell, int number) {
        const auto metric = metric_name(series);
        if (!metric) return;
        const auto value = value_of(cell, series, metric->quantity);
        if (!value) return;  // a gap
        if (metric->quantity == Quantity::latency && measure_of(cell)->unit.empty() &&
            lowered(series).find("ms") == std::string::npos)
            assumed_ = true;
        const auto [moment, is_new] = moments_.try_emplace(time);
        if (is_new) {
            times_.push_back(time);
            moment->second.line = number;
        }
        moment->second.gauges.add(metric->rest, metric->quantity, metric->direction, *value);
    }

    RunSink& out_;
    std::vector<std::string> header_;
    std::vector<std::string> times_;
    std::map<std::string, Moment> moments_;
    bool is_long_ = false;
    bool assumed_ = false;
};

bool recognise(std::string_view head) {
    const auto first = head.substr(0, head.find('\n'));
    const auto cells = cells_of(first, separator_of(first));
    const auto name = lowered(cells[0]);
    if (name == "series" && cells.size() == 3) return true;
    return name == "time" && cells.size() > 1 &&
           std::any_of(cells.begin() + 1, cells.end(), [](const auto& cell) { return metric_name(cell).has_value(); });
}

void read(ByteStream& in, RunSink& out) {
    std::string line;
    if (!in.read_line(line)) return;
    const char separator = separator_of(line);
    GrafanaReader reader{out, cells_of(line, separator)};
    while (in.read_line(line)) {
        if (trimmed(line).empty()) continue;
        if (!in.line_is_whole()) out.warn(in.line_read(), "the last line has no end, so it may be cut off");
        reader.read_row(cells_of(line, separator), in.line_read());
    }
    reader.finish();
}

}  // namespace

const Reader grafana{"grafana-csv", recognise, read};

}  // namespace arraytwin::measured
