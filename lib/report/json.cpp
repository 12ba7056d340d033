#include "lib/report/json.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "lib/report/match.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

using Json = nlohmann::ordered_json;

Json number(std::optional<double> value) { return value && std::isfinite(*value) ? Json(*value) : Json(nullptr); }

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json interval(const std::optional<Interval>& value) {
    if (!value || !is_known(*value)) return nullptr;
    return Json::array({value->low, value->high});
}

Json latency(const LatencySummary& summary) {
    return {{"mean", number(summary.mean)},
            {"p50", number(summary.p50)},
            {"p95", number(summary.p95)},
            {"p99", number(summary.p99)},
            {"p99_9", number(summary.p99_9)},
            {"mean_ci95", interval(summary.mean_ci95)},
            {"p99_ci95", interval(summary.p99_ci95)}};
}

Json prediction90(const Point& point) {
    if (!point.prediction90_iops && !point.prediction90_latency) return nullptr;
    return {{"iops", interval(point.prediction90_iops)}, {"latency_us", interval(point.prediction90_latency)}};
}

Json point_json(const Point& point) {
    Json utilization = Json::object();
    for (const auto& [place, share] : point.utilization) utilization[place] = number(share);
    Json breakdown = Json::object();
    for (const auto& [place, time] : point.breakdown) {
        breakdown[place] = {{"wait", number(time.wait)}, {"service", number(time.service)}};
    }
    const auto& load = point.load;
    return {{"load",
             {{"outstanding", load.outstanding ? Json(*load.outstanding) : Json(nullptr)},
              {"target_iops", number(load.target_iops)}}},
            {"iops", number(point.iops)},
            {"mib_per_s", number(point.mib_per_s)},
            {"latency_us", latency(point.latency)},
            {"prediction90", prediction90(point)},
            {"bottleneck", text_or_null(point.bottleneck)},
            {"utilization", std::move(utilization)},
            {"breakdown_us", std::move(breakdown)},
            {"precision_reached", point.precision_reached}};
}

Json measured_json(const Curve& curve, const MeasuredPoint& point) {
    const auto found = match(curve, point);
    return {{"config", point.config},
            {"workload", point.workload},
            {"point", point.point},
            {"iops", number(point.iops)},
            {"latency_us", number(point.latency_us)},
            {"outstanding", number(point.outstanding)},
            {"fit", point.fit},
            {"latency_usable", point.latency_usable},
            {"predicted_iops", number(found.predicted_iops)},
            {"predicted_latency_us", number(found.predicted_latency_us)},
            {"error_of", text_or_null(std::string{name_of(found.judged)})},
            {"error_pct", number(found.error_pct)},
            {"note", text_or_null(point.note)}};
}

/// A crest without a latency was never found: a curve without points has none.
Json crest(const Crest& value) {
    if (!(value.iops > 0) || !std::isfinite(value.iops)) return nullptr;
    return {{"iops", number(value.iops)}, {"latency_us", number(value.latency_us)}};
}

Json curve_json(const Curve& curve) {
    Json json = {{"array", curve.array},
                 {"workload", curve.workload},
                 {"seed", curve.seed},
                 {"grade", std::string{grade_name(curve.grade)}},
                 {"measured_as", text_or_null(curve.measured_as)}};
    json["points"] = Json::array();
    for (const auto& point : curve.points) json["points"].push_back(point_json(point));
    json["peak"] = crest(curve.peak);
    json["sub_ms_iops"] = number(curve.sub_ms_iops);
    json["knee"] = crest(curve.knee);
    if (!curve.measured.empty()) json["measured"] = Json::array();
    for (const auto& point : curve.measured) json["measured"].push_back(measured_json(curve, point));
    json["warnings"] = curve.warnings;
    return json;
}

bool is_structured(const Json& json) { return json.is_structured() && !json.empty(); }

bool holds_objects_in_array(const Json& json) {
    return std::any_of(json.begin(), json.end(), [](const Json& child) {
        return child.is_array() && std::any_of(child.begin(), child.end(), is_structured);
    });
}

/// One line for what is small: a container is unfolded only if it is, or directly holds, an array of containers.
void write(std::string& out, const Json& json, std::size_t indent) {
    const bool is_list = json.is_array() && std::any_of(json.begin(), json.end(), is_structured);
    if (!is_list && !(json.is_object() && holds_objects_in_array(json))) {
        out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
        return;
    }
    out += json.is_array() ? '[' : '{';
    const char* separator = "\n";
    for (const auto& [key, child] : json.items()) {
        out.append(separator).append(indent + 2, ' ');
        if (json.is_object()) out += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        write(out, child, indent + 2);
        separator = ",\n";
    }
    out.append("\n").append(indent, ' ');
    out += json.is_array() ? ']' : '}';
}

}  // namespace

std::string json(const Prediction& prediction) {
    Json document = {{"schema", 1}, {"curves", Json::array()}};
    for (const auto& curve : prediction.curves) document["curves"].push_back(curve_json(curve));
    const auto& run = prediction.run;
    document["run"] = {{"wall_s", number(run.wall_seconds)},
                       {"simulated_ios", run.simulated_ios},
                       {"events", run.events},
                       {"jobs", run.jobs}};
    std::string out;
    write(out, document, 0);
    return out + "\n";
}

}  // namespace arraytwin::report
