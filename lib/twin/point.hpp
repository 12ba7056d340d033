// From a simulated run's ledger to a Point: throughput, latency, utilization and breakdown by place.
#pragma once

#include "lib/twin/prediction.hpp"
#include "lib/twin/twin.hpp"

namespace arraytwin::twin {

Point point_of(const Run& run, const OfferedLoad& load);

/// Utilization by name from that of each place: places of one name are a port's two directions, of which the busier
/// counts, or a processor's two kinds of work, which add up.
void add_utilization(Point& point, const Place& place, double utilization);

/// The place with the highest utilization.
std::string busiest(const std::map<std::string, double>& utilization);

}  // namespace arraytwin::twin
