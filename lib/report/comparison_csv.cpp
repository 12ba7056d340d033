#include <fmt/format.h>

#include "lib/compare/error.hpp"
#include "lib/report/comparison.hpp"
#include "lib/report/csv_row.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

constexpr std::string_view header =
    "array,config,workload,grade,point,kind,outstanding,target_iops,measured_iops,predicted_iops,error_iops_pct,"
    "measured_latency_us,predicted_latency_us,error_latency_pct,scored,latency_usable,ahead,demerit_pct,demerit_basis,"
    "verdict,file,line";

std::string point_line(const compare::Report& report, const compare::Comparison& comparison,
                       const compare::ComparedPoint& point) {
    const auto load = point.load.value_or(OfferedLoad{});
    CsvRow row;
    row.text(report.array).text(report.config).text(comparison.workload).text(grade_name(comparison.curve.grade));
    row.text(point.label).text(name_of(point.kind)).number(load.outstanding).number(load.target_iops);
    row.number(point.measured.iops).number(point.predicted.iops).number(point.error_pct.iops);
    row.number(point.measured.latency_us).number(point.predicted.latency_us).number(point.error_pct.latency_us);
    row.flag(point.scored).flag(point.latency_usable).number(point.ahead);
    row.number(point.distance ? std::optional{point.distance->demerit_pct} : std::nullopt);
    row.text(point.distance ? point.distance->basis : "").text(name_of(comparison.judgement.verdict));
    row.text(point.source.file).number(point.line > 0 ? std::optional<double>{point.line} : std::nullopt);
    return row.line();
}

}  // namespace

std::string comparison_csv(const compare::Report& report) {
    std::string out = fmt::format("{}\r\n", header);
    for (const auto& comparison : report.comparisons) {
        for (const auto& point : comparison.points) out += point_line(report, comparison, point);
    }
    return out;
}

Prediction comparison_curves(const compare::Report& report) {
    Prediction prediction;
    prediction.run = report.cost;
    for (const auto& comparison : report.comparisons) prediction.curves.push_back(comparison.curve);
    return prediction;
}

std::vector<Overlay> comparison_overlays(const compare::Report& report) {
    std::vector<Overlay> overlays;
    for (const auto& comparison : report.comparisons) {
        Overlay overlay;
        for (const auto& point : comparison.points) {
            const bool by_latency = point.kind == compare::Kind::paced && point.error_pct.latency_us;
            const auto error = by_latency ? point.error_pct.latency_us : point.error_pct.iops;
            const auto judged = !error       ? compare::Judged::nothing
                                : by_latency ? compare::Judged::latency
                                             : compare::Judged::iops;
            overlay.matches.push_back({judged, point.predicted.iops, point.predicted.latency_us, error});
        }
        overlay.verdict = name_of(comparison.judgement.verdict);
        overlay.reason = comparison.judgement.reason;
        overlays.push_back(std::move(overlay));
    }
    return overlays;
}

}  // namespace arraytwin::report
