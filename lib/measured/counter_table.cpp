// Plain tables of polled figures: counters over time ("t_s,latency_raw_us_total,ops_total") or rates by object
// ("volume,read_ops,read_latency_us"), as people export them from Harvest or REST.
#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/csv_table.hpp"
#include "lib/measured/gauges.hpp"
#include "lib/measured/reader.hpp"

namespace arraytwin::measured {

namespace {

struct Field {
    MetricName metric;
    double factor = 1;
};

std::optional<Field> field_of(const std::string& name) {
    auto metric = metric_name(name);
    if (!metric) return std::nullopt;
    const auto low = lowered(name);
    const bool is_ms = metric->quantity == Quantity::latency && low.find("_ms") != std::string::npos;
    return Field{std::move(*metric), is_ms ? 1000.0 : 1.0};
}

bool is_time(const std::string& name) {
    return name == "t_s" || name == "time" || name == "time_s" || name == "timestamp";
}

bool are_counters(const std::vector<std::string>& names) {
    return is_time(names[0]) && std::any_of(names.begin(), names.end(), [](const std::string& name) {
               return name.ends_with("_total") || name.find("_raw") != std::string::npos;
           });
}

void add_counters(const std::vector<std::string>& names, const std::vector<std::string>& cells, int line,
                  RunSink& out) {
    auto time = number_of(cells[0]);
    if (!time) time = seconds_of_timestamp(cells[0]);
    if (!time) return out.warn(line, "this row has no time: left out");
    CounterSample sample;
    sample.split = false;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        const auto field = field_of(names[i]);
        const auto value = number_of(cells[i]);
        if (!field) continue;
        if (!value) return out.warn(line, fmt::format("'{}' is no number: left out", names[i]));
        const bool is_write = field->metric.direction == Direction::write;
        sample.split = sample.split || field->metric.direction != Direction::both;
        if (field->metric.quantity == Quantity::operations) (is_write ? sample.writes : sample.reads) = *value;
        if (field->metric.quantity == Quantity::latency)
            (is_write ? sample.write_us : sample.read_us) = *value * field->factor;
        if (field->metric.quantity == Quantity::bytes) (is_write ? sample.write_bytes : sample.read_bytes) = *value;
    }
    auto& kept = out.add_counters(line);
    sample.source = kept.source;
    sample.line = line;
    sample.time_s = *time;
    sample.object = "all";
    kept = std::move(sample);
}

bool recognise(std::string_view head) {
    const auto names = cells_of(lowered(head.substr(0, head.find('\n'))), ',');
    const auto has = [&](Quantity quantity) {
        return std::any_of(names.begin() + 1, names.end(), [&](const std::string& name) {
            const auto metric = metric_name(name);
            return metric && metric->quantity == quantity && name.find(' ') == std::string::npos;
        });
    };
    return names.size() >= 3 && has(Quantity::operations) && has(Quantity::latency);
}

void read(ByteStream& in, RunSink& out) {
    std::string line;
    if (!in.read_line(line)) return;
    const auto names = cells_of(lowered(line), ',');
    const bool counters = are_counters(names);
    std::vector<std::pair<std::string, GaugeSet>> moments;  // one, unless the first column is a time
    while (in.read_line(line)) {
        const auto cells = cells_of(line, ',');
        if (trimmed(line).empty()) continue;
        if (!in.line_is_whole()) out.warn(in.line_read(), "the last line has no end, so it may be cut off");
        if (cells.size() != names.size()) {
            out.warn(in.line_read(), "not as many cells as the header has: left out");
        } else if (counters) {
            add_counters(names, cells, in.line_read(), out);
        } else {
            const auto label = is_time(names[0]) ? cells[0] : std::string{};
            if (moments.empty() || moments.back().first != label) moments.emplace_back(label, GaugeSet{});
            for (std::size_t i = 1; i < cells.size(); ++i) {
                const auto field = field_of(names[i]);
                const auto value = number_of(cells[i]);
                if (field && value && *value >= 0)
                    moments.back().second.add(cells[0], field->metric.quantity, field->metric.direction,
                                              *value * field->factor);
            }
        }
    }
    for (const auto& [label, set] : moments) set.add_point("observed", label, 1, out);
}

}  // namespace

const Reader counter_table{"counter-table", recognise, read};

}  // namespace arraytwin::measured
