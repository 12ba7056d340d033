#include <fmt/format.h>

#include "lib/report/application.hpp"
#include "lib/report/csv_row.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

constexpr std::string_view header =
    "array,application,seed,grade,measured_as,kind,vms,clients,tps,latency_mean_us,latency_mean_ci95_low_us,"
    "latency_mean_ci95_high_us,latency_p50_us,latency_p95_us,latency_p99_us,latency_p99_9_us,precision_reached,"
    "array_iops,array_mib_per_s,host_ceiling_tps,bottleneck,bottleneck_utilization,config,error_tps_pct,"
    "error_latency_pct,error_p99_pct,error_tps_given_latency_pct";

CsvRow row_of(const ApplicationCurve& curve, std::string_view kind) {
    CsvRow row;
    row.text(curve.array).text(curve.application).text(std::to_string(curve.seed)).text(grade_name(curve.grade));
    row.text(curve.measured_as).text(kind);
    return row;
}

std::string predicted_line(const ApplicationCurve& curve, const ApplicationPoint& point) {
    const Point& transactions = point.transactions;
    const auto& latency = transactions.latency;
    const auto busiest = transactions.utilization.find(transactions.bottleneck);
    auto row = row_of(curve, "predicted");
    row.number(point.vms).number(static_cast<double>(point.clients)).number(transactions.iops).number(latency.mean);
    row.interval(latency.mean_ci95).number(latency.p50).number(latency.p95).number(latency.p99).number(latency.p99_9);
    row.flag(transactions.precision_reached).number(point.array_iops).number(transactions.mib_per_s);
    row.number(point.host_ceiling).text(transactions.bottleneck);
    row.number(busiest != transactions.utilization.end() ? std::optional{busiest->second} : std::nullopt).empty(5);
    return row.line();
}

std::string measured_line(const ApplicationCurve& curve, const MeasuredApplication& measured) {
    const ApplicationErrors errors = errors_of(curve, measured);
    auto row = row_of(curve, "measured");
    row.number(measured.vms).number(measured.clients).number(measured.tps).number(measured.latency_us).empty(4);
    row.number(measured.p99_us).empty(7).text(measured.config);
    row.number(errors.tps).number(errors.latency).number(errors.p99).number(errors.tps_given_latency);
    return row.line();
}

}  // namespace

std::string application_csv(const ApplicationPrediction& prediction) {
    std::string out = fmt::format("{}\r\n", header);
    for (const auto& curve : prediction.curves) {
        for (const auto& point : curve.points) out += predicted_line(curve, point);
        for (const auto& measured : curve.measured) out += measured_line(curve, measured);
    }
    return out;
}

}  // namespace arraytwin::report
