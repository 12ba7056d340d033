#include "lib/report/point_json.hpp"

#include "lib/report/text.hpp"

namespace arraytwin::report {

Json interval_json(const std::optional<Interval>& value) {
    if (!value || !is_known(*value)) return nullptr;
    return Json::array({value->low, value->high});
}

Json load_json(const OfferedLoad& load) {
    return {{"outstanding", load.outstanding ? Json(*load.outstanding) : Json(nullptr)},
            {"target_iops", number_or_null(load.target_iops)}};
}

Json latency_json(const LatencySummary& summary) {
    return {{"mean", number_or_null(summary.mean)},       {"p50", number_or_null(summary.p50)},
            {"p95", number_or_null(summary.p95)},         {"p99", number_or_null(summary.p99)},
            {"p99_9", number_or_null(summary.p99_9)},     {"mean_ci95", interval_json(summary.mean_ci95)},
            {"p99_ci95", interval_json(summary.p99_ci95)}};
}

Json utilization_json(const Point& point) {
    Json utilization = Json::object();
    for (const auto& [place, share] : point.utilization) utilization[place] = number_or_null(share);
    return utilization;
}

Json breakdown_json(const Point& point) {
    Json breakdown = Json::object();
    for (const auto& [place, time] : point.breakdown) {
        breakdown[place] = {{"wait", number_or_null(time.wait)}, {"service", number_or_null(time.service)}};
    }
    return breakdown;
}

Json run_json(const RunCost& run) {
    return {{"wall_s", number_or_null(run.wall_seconds)},
            {"simulated_ios", run.simulated_ios},
            {"events", run.events},
            {"jobs", run.jobs}};
}

}  // namespace arraytwin::report
