#include "lib/report/json_text.hpp"
#include "lib/report/point_json.hpp"
#include "lib/report/text.hpp"
#include "lib/report/whatif.hpp"

namespace arraytwin::report {

namespace {

using plan::CaseOutcome;
using plan::WhatIf;

/// Of percents, which may be negative.
Json percent_json(const std::optional<Interval>& percent) {
    return percent ? Json::array({percent->low, percent->high}) : Json(nullptr);
}

Json metric_json(const plan::ComparedMetric& compared) {
    const plan::Difference& difference = compared.difference;
    return {{"metric", name_of(compared.metric)},
            {"base", difference.base},
            {"variant", difference.variant},
            {"difference_pct", number_or_null(difference.percent)},
            {"difference_ci95_pct", percent_json(difference.percent95)},
            {"variance_cut", number_or_null(difference.variance_cut)},
            {"verdict", name_of(difference.verdict)}};
}

/// Its interval is the model's own error, which no number of replications makes smaller.
Json outlook_json(const Curve& curve) {
    const Point* peak = nullptr;
    for (const Point& point : curve.points) {
        if (peak == nullptr || point.iops >= peak->iops) peak = &point;
    }
    return {{"peak_iops", curve.peak.iops},
            {"peak_prediction90", peak != nullptr ? interval_json(peak->prediction90_iops) : Json(nullptr)},
            {"sub_ms_iops", number_or_null(curve.sub_ms_iops)},
            {"knee", {{"iops", curve.knee.iops}, {"latency_us", number_or_null(curve.knee.latency_us)}}},
            {"warnings", curve.warnings}};
}

Json point_json(const WhatIf& whatif, const CaseOutcome& outcome, std::size_t index) {
    const Point& point = outcome.points[index];
    const OfferedLoad& load = whatif.loads[index];
    Json json{{"load", load_json(load)},
              {"iops", number_or_null(point.iops)},
              {"mib_per_s", number_or_null(point.mib_per_s)},
              {"latency_us", latency_json(point.latency)},
              {"overloaded", point.overloaded},
              {"bottleneck", text_or_null(point.bottleneck)},
              {"utilization", utilization_json(point)},
              {"room_to_1_ms", number_or_null(plan::room_to_1_ms(load, outcome.outlook))},
              {"room_to_knee", number_or_null(plan::room_to_knee(load, outcome.outlook))}};
    if (outcome.loads.empty()) return json;
    Json metrics = Json::array();
    for (const auto& metric : outcome.loads[index].metrics) metrics.push_back(metric_json(metric));
    json["verdict"] = name_of(outcome.loads[index].verdict);
    json["differences"] = std::move(metrics);
    return json;
}

Json case_json(const WhatIf& whatif, const CaseOutcome& outcome) {
    Json points = Json::array();
    for (std::size_t i = 0; i < outcome.points.size(); ++i) points.push_back(point_json(whatif, outcome, i));
    Json json{{"name", outcome.name},
              {"array", outcome.outlook.array},
              {"workload", outcome.outlook.workload},
              {"grade", grade_name(outcome.outlook.grade)}};
    if (!outcome.loads.empty()) json["verdict"] = name_of(outcome.verdict);
    json["outlook"] = outlook_json(outcome.outlook);
    json["points"] = std::move(points);
    return json;
}

}  // namespace

std::string whatif_json(const WhatIf& whatif) {
    Json variants = Json::array();
    for (const CaseOutcome& variant : whatif.variants) variants.push_back(case_json(whatif, variant));
    return json_text({{"schema", 1},
                      {"seed", whatif.seed},
                      {"solver", whatif.solver == Solver::fast ? "fast" : "simulate"},
                      {"replications", whatif.replications},
                      {"base", case_json(whatif, whatif.base)},
                      {"variants", std::move(variants)},
                      {"run", run_json(whatif.cost)}});
}

}  // namespace arraytwin::report
