#include <fmt/format.h>

#include "lib/report/comparison.hpp"
#include "lib/report/json_text.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

using compare::ComparedPoint;
using compare::Comparison;

Json figures(const compare::Figures& value) {
    return {{"iops", number_or_null(value.iops)}, {"latency_us", number_or_null(value.latency_us)}};
}

Json landmark(const compare::Landmark& value) {
    if (!value.measured) return nullptr;
    return {{"measured", number_or_null(value.measured)},
            {"predicted", number_or_null(value.predicted)},
            {"error_pct", number_or_null(value.error_pct)}};
}

Json load_json(const std::optional<OfferedLoad>& load) {
    if (!load) return nullptr;
    return {{"outstanding", load->outstanding ? Json(*load->outstanding) : Json(nullptr)},
            {"target_iops", number_or_null(load->target_iops)}};
}

Json source_json(const measured::RunSource& source, int line) {
    return {{"file", source.file},
            {"line", line > 0 ? Json(line) : Json(nullptr)},
            {"format", source.format},
            {"version", text_or_null(source.version)}};
}

Json point_json(const ComparedPoint& point) {
    const auto& distance = point.distance;
    return {{"point", point.label},
            {"kind", std::string{name_of(point.kind)}},
            {"load", load_json(point.load)},
            {"measured", figures(point.measured)},
            {"predicted", figures(point.predicted)},
            {"error_pct",
             {{"iops", number_or_null(point.error_pct.iops)}, {"latency", number_or_null(point.error_pct.latency_us)}}},
            {"scored", point.scored},
            {"latency_usable", point.latency_usable},
            {"ahead", number_or_null(point.ahead)},
            {"demerit_pct", distance ? number_or_null(distance->demerit_pct) : Json(nullptr)},
            {"demerit_basis", distance ? text_or_null(distance->basis) : Json(nullptr)},
            {"source", source_json(point.source, point.line)},
            {"note", text_or_null(point.note)}};
}

Json comparison_object(const Comparison& comparison) {
    Json points = Json::array();
    for (const auto& point : comparison.points) points.push_back(point_json(point));
    const auto& distance = comparison.distance;
    const auto& judgement = comparison.judgement;
    return {{"workload", comparison.workload},
            {"grade", std::string{grade_name(comparison.curve.grade)}},
            {"points", std::move(points)},
            {"peak", landmark(comparison.peak)},
            {"sub_ms", landmark(comparison.sub_ms)},
            {"knee", landmark(comparison.knee)},
            {"demerit_pct", distance ? number_or_null(distance->demerit_pct) : Json(nullptr)},
            {"demerit_basis", distance ? text_or_null(distance->basis) : Json(nullptr)},
            {"noise_pct",
             {{"iops", comparison.noise.iops_pct},
              {"latency", comparison.noise.latency_pct},
              {"basis", comparison.noise.basis}}},
            {"verdict", std::string{name_of(judgement.verdict)}},
            {"factor", number_or_null(judgement.factor)},
            {"reason", judgement.reason},
            {"warnings", comparison.curve.warnings}};
}

Json summary_json(const compare::Report& report) {
    Json json = Json::object();
    for (const char* kind : compare::error_kinds) {
        const auto found = report.summary.find(kind);
        if (found == report.summary.end() || found->second.count == 0) {
            json[kind] = nullptr;
            continue;
        }
        const auto& sizes = found->second;
        json[kind] = {{"count", sizes.count},
                      {"mean_abs_error_pct", sizes.mean},
                      {"median_abs_error_pct", sizes.median},
                      {"worst_abs_error_pct", sizes.worst}};
    }
    return json;
}

Json audit_json(const compare::Report& report) {
    Json findings = Json::array();
    for (const auto& finding : report.audit) {
        const auto& point = report.run.points[finding.point];
        findings.push_back({{"check", finding.check},
                            {"workload", text_or_null(point.workload)},
                            {"point", text_or_null(point.label)},
                            {"text", finding.text},
                            {"help", finding.help},
                            {"source", source_json(point.source, point.line)}});
    }
    return findings;
}

Json gate_json(const GateResult& gate) {
    if (gate.limits.empty()) return nullptr;
    Json breaches = Json::array();
    for (const auto& breach : gate.breaches) {
        breaches.push_back({{"kind", breach.kind},
                            {"where", text_or_null(breach.where)},
                            {"error_pct", number_or_null(breach.error_pct)},
                            {"limit_pct", breach.limit_pct}});
    }
    return {{"max_error_pct", gate.limits}, {"passed", gate.breaches.empty()}, {"exceeded", std::move(breaches)}};
}

}  // namespace

std::string comparison_json(const compare::Report& report, const GateResult& gate) {
    Json comparisons = Json::array();
    for (const auto& comparison : report.comparisons) comparisons.push_back(comparison_object(comparison));
    Json warnings = Json::array();
    for (const auto& warning : report.run.warnings) {
        warnings.push_back({{"file", warning.file},
                            {"line", warning.line > 0 ? Json(warning.line) : Json(nullptr)},
                            {"text", warning.text}});
    }
    return json_text({{"schema", 1},
                      {"array", report.array},
                      {"config", text_or_null(report.config)},
                      {"comparisons", std::move(comparisons)},
                      {"summary", summary_json(report)},
                      {"verdict", std::string{name_of(report.judgement.verdict)}},
                      {"factor", number_or_null(report.judgement.factor)},
                      {"reason", report.judgement.reason},
                      {"audit", audit_json(report)},
                      {"gate", gate_json(gate)},
                      {"notes", report.notes},
                      {"warnings", std::move(warnings)},
                      {"run",
                       {{"wall_s", number_or_null(report.cost.wall_seconds)},
                        {"simulated_ios", report.cost.simulated_ios},
                        {"events", report.cost.events},
                        {"jobs", report.cost.jobs}}}});
}

}  // namespace arraytwin::report
