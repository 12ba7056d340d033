// Rates and mean latencies of many objects at one moment, as monitoring systems keep them, to one point: operations are
// added, latencies weighted by operations.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "lib/measured/pieces.hpp"
#include "lib/measured/reader.hpp"

namespace arraytwin::measured {

enum class Quantity { operations, latency, bytes };

/// "volume_read_ops", "Write Latency", "total IOPS vol1": what it tells, of which direction, and the rest of the name.
struct MetricName {
    Quantity quantity = Quantity::operations;
    Direction direction = Direction::both;
    std::string rest;
};
std::optional<MetricName> metric_name(std::string_view name);

class GaugeSet {
public:
    /// In operations a second, microseconds, bytes a second.
    void add(const std::string& object, Quantity quantity, Direction direction, double value);

    /// Adds the point; where some object tells operations but no latency, warns. Without operations, no point.
    void add_point(const std::string& workload, const std::string& label, int line, RunSink& out) const;

private:
    struct Figures {
        std::optional<double> operations, us, bytes_per_s;
    };
    std::map<std::string, std::map<Direction, Figures>> objects_;
};

}  // namespace arraytwin::measured
