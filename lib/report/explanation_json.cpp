#include "lib/report/explanation.hpp"
#include "lib/report/json_text.hpp"
#include "lib/report/point_json.hpp"
#include "lib/report/text.hpp"
#include "lib/report/whatif.hpp"

namespace arraytwin::report {

namespace {

using plan::Effect;
using plan::Explanation;
using plan::Sensitivity;

Json time_json(const ServerTime& time) { return {{"wait", time.wait}, {"service", time.service}}; }

Json parts_json(const Explanation& explanation) {
    Json parts = Json::array();
    for (const KindTime& part : kinds_of(explanation.path)) {
        parts.push_back(
            {{"kind", part.kind}, {"servers", part.count}, {"wait", part.time.wait}, {"service", part.time.service}});
    }
    return parts;
}

Json simulated_json(const std::optional<plan::Difference>& difference) {
    if (!difference) return nullptr;
    const auto& interval = difference->percent95;
    return {{"difference_pct", number_or_null(difference->percent)},
            {"difference_ci95_pct", interval ? Json::array({interval->low, interval->high}) : Json(nullptr)},
            {"verdict", name_of(difference->verdict)}};
}

Json lever_json(const Sensitivity& sensitivity, const Effect& effect) {
    return {{"kind", effect.lever.kind == plan::LeverKind::hardware ? "hardware" : "cost"},
            {"keys", effect.lever.keys},
            {"factor", effect.lever.factor},
            {"change", effect.change},
            {"peak_iops", number_or_null(effect.peak_iops)},
            {"peak_pct", number_or_null(peak_percent(sensitivity, effect))},
            {"latency_us", number_or_null(effect.latency_us)},
            {"latency_pct", number_or_null(latency_percent(sensitivity, effect))},
            {"simulated_peak", simulated_json(effect.simulated_peak)},
            {"simulated_latency", simulated_json(effect.simulated_latency)}};
}

Json sensitivity_json(const Sensitivity& sensitivity) {
    Json levers = Json::array();
    for (const Effect& effect : sensitivity.effects) levers.push_back(lever_json(sensitivity, effect));
    Json refused = Json::array();
    for (const plan::RefusedLever& lever : sensitivity.refused)
        refused.push_back({{"change", lever.change}, {"reason", lever.reason}});
    return {{"peak_load", load_json(sensitivity.most)},
            {"peak_iops", number_or_null(sensitivity.peak_iops)},
            {"latency_us", number_or_null(sensitivity.latency_us)},
            {"levers", std::move(levers)},
            {"refused", std::move(refused)}};
}

}  // namespace

std::string explanation_json(const Explanation& explanation) {
    const Curve& curve = explanation.curve;
    const Point& point = explanation.point();
    Json path = Json::object();
    for (const plan::PlaceTime& at : explanation.path) path[at.place] = time_json(at.time);
    return json_text({{"schema", 1},
                      {"array", curve.array},
                      {"workload", curve.workload},
                      {"seed", curve.seed},
                      {"grade", grade_name(curve.grade)},
                      {"solver", explanation.solver == Solver::fast ? "fast" : "simulate"},
                      {"load", load_json(point.load)},
                      {"iops", number_or_null(point.iops)},
                      {"latency_us", latency_json(point.latency)},
                      {"prediction90_latency_us", interval_json(point.prediction90_latency)},
                      {"parts_us", parts_json(explanation)},
                      {"breakdown_us", std::move(path)},
                      {"bottleneck", text_or_null(point.bottleneck)},
                      {"utilization", utilization_json(point)},
                      {"sensitivity", sensitivity_json(explanation.sensitivity)},
                      {"warnings", curve.warnings},
                      {"run", run_json(explanation.cost)}});
}

}  // namespace arraytwin::report
