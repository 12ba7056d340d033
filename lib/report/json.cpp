#include "lib/report/json.hpp"

#include <cmath>
#include <cstddef>

#include "lib/compare/match.hpp"
#include "lib/report/json_text.hpp"
#include "lib/report/point_json.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

Json number(std::optional<double> value) { return number_or_null(value); }

Json prediction90(const Point& point) {
    if (!point.prediction90_iops && !point.prediction90_latency) return nullptr;
    return {{"iops", interval_json(point.prediction90_iops)},
            {"latency_us", interval_json(point.prediction90_latency)}};
}

Json part_json(const PartPoint& part) {
    return {{"workload", part.workload},
            {"volumes", part.volumes},
            {"outstanding", part.outstanding > 0 ? Json(part.outstanding) : Json(nullptr)},
            {"iops", number(part.iops)},
            {"mib_per_s", number(part.mib_per_s)},
            {"latency_us", latency_json(part.latency)}};
}

Json point_json(const Point& point) {
    Json json = {{"load", load_json(point.load)},
                 {"iops", number(point.iops)},
                 {"mib_per_s", number(point.mib_per_s)},
                 {"latency_us", latency_json(point.latency)},
                 {"prediction90", prediction90(point)},
                 {"bottleneck", text_or_null(point.bottleneck)},
                 {"utilization", utilization_json(point)},
                 {"breakdown_us", breakdown_json(point)},
                 {"precision_reached", point.precision_reached}};
    for (const PartPoint& part : point.parts) json["parts"].push_back(part_json(part));
    return json;
}

Json measured_json(const MeasuredPoint& point, const compare::Match& found) {
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
            {"error_of", text_or_null(std::string{compare::name_of(found.judged)})},
            {"error_pct", number(found.error_pct)},
            {"note", text_or_null(point.note)}};
}

/// A crest without a latency was never found: a curve without points has none.
Json crest(const Crest& value) {
    if (!(value.iops > 0) || !std::isfinite(value.iops)) return nullptr;
    return {{"iops", number(value.iops)}, {"latency_us", number(value.latency_us)}};
}

Json curve_json(const Curve& curve, const Overlay* overlay) {
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
    for (std::size_t i = 0; i < curve.measured.size(); ++i) {
        const auto& point = curve.measured[i];
        const bool given = overlay != nullptr && i < overlay->matches.size();
        json["measured"].push_back(measured_json(point, given ? overlay->matches[i] : compare::match(curve, point)));
    }
    json["warnings"] = curve.warnings;
    if (overlay != nullptr) json["verdict"] = {{"word", overlay->verdict}, {"reason", overlay->reason}};
    return json;
}

}  // namespace

std::string json(const Prediction& prediction, const std::vector<Overlay>& overlays) {
    Json document = {{"schema", 1}, {"curves", Json::array()}};
    for (std::size_t i = 0; i < prediction.curves.size(); ++i) {
        document["curves"].push_back(curve_json(prediction.curves[i], i < overlays.size() ? &overlays[i] : nullptr));
    }
    document["run"] = run_json(prediction.run);
    return json_text(document);
}

}  // namespace arraytwin::report
