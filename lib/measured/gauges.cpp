#include "lib/measured/gauges.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/text.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

constexpr double few = 1;  // operations a second: such a mean latency says little

bool take_word(std::string& name, std::string_view word) {
    const auto at = name.find(word);
    if (at == std::string::npos) return false;
    name.erase(at, word.size());
    return true;
}

}  // namespace

std::optional<MetricName> metric_name(std::string_view name) {
    MetricName metric;
    metric.rest = lowered(name);
    if (take_word(metric.rest, "latency")) {
        metric.quantity = Quantity::latency;
    } else if (take_word(metric.rest, "iops") || take_word(metric.rest, "ops")) {
        metric.quantity = Quantity::operations;
    } else if (take_word(metric.rest, "throughput") || take_word(metric.rest, "bandwidth") ||
               take_word(metric.rest, "_data")) {
        metric.quantity = Quantity::bytes;
    } else {
        return std::nullopt;
    }
    if (metric.rest.find("other") != std::string::npos) return std::nullopt;
    if (take_word(metric.rest, "read"))
        metric.direction = Direction::read;
    else if (take_word(metric.rest, "write"))
        metric.direction = Direction::write;
    else if (!take_word(metric.rest, "total"))
        take_word(metric.rest, "avg");
    while (!metric.rest.empty() && std::string_view{"_ "}.find(metric.rest.back()) != std::string_view::npos)
        metric.rest.pop_back();
    return metric;
}

void GaugeSet::add(const std::string& object, Quantity quantity, Direction direction, double value) {
    auto& figures = objects_[object][direction];
    if (quantity == Quantity::operations) figures.operations = value;
    if (quantity == Quantity::latency) figures.us = value;
    if (quantity == Quantity::bytes) figures.bytes_per_s = value;
}

void GaugeSet::add_point(const std::string& workload, const std::string& label, int line, RunSink& out) const {
    PieceSum sum;
    bool reads = false, writes = false, lacks_latency = false;
    for (const auto& [object, directions] : objects_) {
        const bool is_split = directions.count(Direction::read) + directions.count(Direction::write) > 0;
        for (const auto& [direction, figures] : directions) {
            if (!figures.operations || (is_split && direction == Direction::both)) continue;
            Piece piece;
            piece.direction = direction;
            piece.iops = *figures.operations;
            if (figures.us && *figures.us > 0) piece.latency.mean = figures.us;
            piece.bytes_per_s = figures.bytes_per_s;
            sum.add(piece);
            reads = reads || direction == Direction::read;
            writes = writes || direction == Direction::write;
            lacks_latency = lacks_latency || (!piece.latency.mean && piece.iops > 0);
            if (piece.iops > 0 && piece.iops < few && piece.latency.mean)
                out.warn(line,
                         fmt::format(
                             "low sample: '{}' does {:.3g} operations a second, its latency of {:.6g} us says little",
                             spec::printable(object), piece.iops, *piece.latency.mean));
        }
    }
    if (sum.empty()) return out.expect_nothing();
    auto& point = out.add(line);
    point.workload = workload;
    point.label = label;
    sum.put_into(point);
    if (!writes) point.write_iops = std::nullopt;
    if (!reads) point.read_iops = std::nullopt;
    if (!reads || !writes) point.read_pct = std::nullopt;
    if (lacks_latency)
        out.warn(line, "some of the objects tell operations but no latency: no mean latency, or the file is cut off");
}

}  // namespace arraytwin::measured
