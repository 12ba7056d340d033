#include "lib/report/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "lib/compare/match.hpp"
#include "lib/report/csv_row.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

constexpr std::string_view header =
    "array,workload,seed,grade,measured_as,kind,point,outstanding,target_iops,iops,mib_per_s,latency_mean_us,"
    "latency_mean_ci95_low_us,latency_mean_ci95_high_us,latency_p50_us,latency_p95_us,latency_p99_us,latency_p99_9_us,"
    "precision_reached,prediction90_iops_low,prediction90_iops_high,prediction90_latency_low_us,"
    "prediction90_latency_high_us,bottleneck,bottleneck_utilization,config,fit,predicted_iops,predicted_latency_us,"
    "error_of,error_pct";

CsvRow row_of(const Curve& curve, std::string_view kind) {
    CsvRow row;
    row.text(curve.array).text(curve.workload).text(std::to_string(curve.seed)).text(grade_name(curve.grade));
    row.text(curve.measured_as).text(kind);
    return row;
}

std::string predicted_line(const Curve& curve, const Point& point) {
    const auto& latency = point.latency;
    const auto busiest = point.utilization.find(point.bottleneck);
    auto row = row_of(curve, "predicted");
    row.empty(1).number(point.load.outstanding).number(point.load.target_iops).number(point.iops);
    row.number(point.mib_per_s).number(latency.mean).interval(latency.mean_ci95).number(latency.p50);
    row.number(latency.p95).number(latency.p99).number(latency.p99_9).flag(point.precision_reached);
    row.interval(point.prediction90_iops.value_or(Interval{}))
        .interval(point.prediction90_latency.value_or(Interval{}));
    row.text(point.bottleneck);
    row.number(busiest != point.utilization.end() ? std::optional{busiest->second} : std::nullopt).empty(6);
    return row.line();
}

std::string part_line(const Curve& curve, const Point& point, const PartPoint& part) {
    const auto& latency = part.latency;
    auto row = row_of(curve, "part");
    row.text(part.workload).number(part.outstanding > 0 ? std::optional{part.outstanding} : std::nullopt);
    row.number(point.load.target_iops).number(part.iops).number(part.mib_per_s);
    row.number(latency.mean).interval(latency.mean_ci95).number(latency.p50);
    row.number(latency.p95).number(latency.p99).number(latency.p99_9).flag(point.precision_reached).empty(12);
    return row.line();
}

std::string measured_line(const Curve& curve, const MeasuredPoint& point) {
    const auto found = compare::match(curve, point);
    auto row = row_of(curve, "measured");
    row.text(point.point).number(point.outstanding).empty(1).number(point.iops).empty(1);
    row.number(point.latency_usable ? point.latency_us : std::nullopt).empty(13);
    row.text(point.config).flag(point.fit).number(found.predicted_iops).number(found.predicted_latency_us);
    row.text(compare::name_of(found.judged)).number(found.error_pct);
    return row.line();
}

}  // namespace

std::string csv(const Prediction& prediction) {
    std::string out = fmt::format("{}\r\n", header);
    for (const auto& curve : prediction.curves) {
        for (const auto& point : curve.points) {
            out += predicted_line(curve, point);
            for (const auto& part : point.parts) out += part_line(curve, point, part);
        }
        for (const auto& point : curve.measured) out += measured_line(curve, point);
    }
    return out;
}

}  // namespace arraytwin::report
