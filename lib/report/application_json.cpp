#include "lib/report/application.hpp"
#include "lib/report/json_text.hpp"
#include "lib/report/point_json.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

Json point_json(const ApplicationPoint& point) {
    const Point& transactions = point.transactions;
    return {{"vms", point.vms},
            {"clients", point.clients},
            {"tps", number_or_null(transactions.iops)},
            {"latency_us", latency_json(transactions.latency)},
            {"array_iops", number_or_null(point.array_iops)},
            {"array_mib_per_s", number_or_null(transactions.mib_per_s)},
            {"host_ceiling_tps", number_or_null(point.host_ceiling)},
            {"bottleneck", text_or_null(transactions.bottleneck)},
            {"bottleneck_at", point.at_hosts ? "hosts" : "array"},
            {"utilization", utilization_json(transactions)},
            {"breakdown_us", breakdown_json(transactions)},
            {"precision_reached", transactions.precision_reached}};
}

Json measured_json(const ApplicationCurve& curve, const MeasuredApplication& measured) {
    const ApplicationErrors errors = errors_of(curve, measured);
    return {{"config", measured.config},
            {"application", measured.application},
            {"vms", measured.vms},
            {"clients", number_or_null(measured.clients)},
            {"tps", number_or_null(measured.tps)},
            {"latency_us", number_or_null(measured.latency_us)},
            {"p99_us", number_or_null(measured.p99_us)},
            {"error_pct",
             {{"tps", number_or_null(errors.tps)},
              {"latency", number_or_null(errors.latency)},
              {"p99", number_or_null(errors.p99)},
              {"tps_given_latency", number_or_null(errors.tps_given_latency)}}},
            {"note", text_or_null(measured.note)}};
}

Json curve_json(const ApplicationCurve& curve) {
    Json json = {{"array", curve.array},
                 {"application", curve.application},
                 {"seed", curve.seed},
                 {"grade", std::string{grade_name(curve.grade)}},
                 {"measured_as", text_or_null(curve.measured_as)},
                 {"think_time_us", number_or_null(curve.think_time_us)}};
    json["points"] = Json::array();
    for (const auto& point : curve.points) json["points"].push_back(point_json(point));
    if (!curve.measured.empty()) json["measured"] = Json::array();
    for (const auto& measured : curve.measured) json["measured"].push_back(measured_json(curve, measured));
    json["warnings"] = curve.warnings;
    return json;
}

}  // namespace

std::string application_json(const ApplicationPrediction& prediction) {
    Json document = {{"schema", 1}, {"curves", Json::array()}, {"applications", Json::array()}};
    for (const auto& curve : prediction.curves) document["applications"].push_back(curve_json(curve));
    document["run"] = run_json(prediction.run);
    return json_text(document);
}

}  // namespace arraytwin::report
