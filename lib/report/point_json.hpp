// Inside the report: the numbers of a point and of a run as JSON, alike in every document. Brings in the JSON library's header.
#pragma once

#include "lib/report/json_text.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

/// [low, high], or null if nobody knows.
Json interval_json(const std::optional<Interval>& value);

/// `outstanding` and `target_iops`, each null where there is none.
Json load_json(const OfferedLoad& load);

/// Mean, percentiles and intervals, in microseconds.
Json latency_json(const LatencySummary& summary);

/// By place: a share.
Json utilization_json(const Point& point);

/// By place: microseconds of waiting and of service.
Json breakdown_json(const Point& point);

/// What it took.
Json run_json(const RunCost& run);

}  // namespace arraytwin::report
