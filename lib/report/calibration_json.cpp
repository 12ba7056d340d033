#include <cmath>

#include <fmt/format.h>

#include "lib/report/calibration.hpp"
#include "lib/report/calibration_rows.hpp"
#include "lib/report/csv_row.hpp"
#include "lib/report/json_text.hpp"

namespace arraytwin::report {

namespace {

using calibrate::Calibration;
using calibrate::Constant;
using calibrate::Measurement;
using calibrate::Verdict;

Json value_json(const Constant& constant, double value) {
    const spec::Node node = node_of(constant, value);
    return node.kind == spec::NodeKind::number ? Json(node.number) : Json(node.text);
}

Json constant_json(const Calibration& calibration, std::size_t c) {
    const Constant& constant = calibration.problem.constants[c];
    const Verdict& verdict = calibration.constants[c];
    Json confused = Json::array();
    for (const auto& [other, correlation] : verdict.confused_with) {
        confused.push_back({{"constant", constant_name(calibration, other)}, {"correlation", correlation}});
    }
    Json settled = Json::array();
    for (const Measurement& measurement : verdict.settled_by) {
        settled.push_back({{"workload", measurement.workload},
                           {"outstanding", *measurement.load.outstanding},
                           {"variance_reduction", measurement.reduction}});
    }
    return {{"constant", constant_name(calibration, c)},
            {"meaning", constant.meaning},
            {"prior", value_json(constant, constant.prior)},
            {"spread", constant.spread},
            {"value", value_json(constant, verdict.value)},
            {"ci95", {value_json(constant, verdict.low95), value_json(constant, verdict.high95)}},
            {"learnt", verdict.learnt},
            {"identifiable", verdict.identified},
            {"confused_with", std::move(confused)},
            {"settled_by", std::move(settled)}};
}

Json point_json(const CalibrationRow& row) {
    return {{"array", row.array},
            {"workload", row.workload},
            {"point", row.label},
            {"quantity", std::string{name_of(row.quantity)}},
            {"measured", row.measured},
            {"fitted", row.fitted},
            {"error_pct", row.error_pct},
            {"weight", row.weight},
            {"left_out_error_pct", number_or_null(row.left_out_pct)},
            {"knee_error_pct", number_or_null(row.knee_pct)}};
}

Json errors_json(const std::vector<CalibrationRow>& rows, Stage stage) {
    Json errors = Json::object();
    for (const auto quantity :
         {calibrate::Quantity::iops, calibrate::Quantity::latency, calibrate::Quantity::iops_at_latency}) {
        const auto sizes = sizes_of(rows, stage, quantity);
        errors[std::string{name_of(quantity)}] = sizes.count == 0 ? Json(nullptr)
                                                                  : Json{{"count", sizes.count},
                                                                         {"mean_pct", sizes.mean},
                                                                         {"median_pct", sizes.median},
                                                                         {"worst_pct", sizes.worst}};
    }
    return errors;
}

}  // namespace

std::string to_json(const Calibration& calibration) {
    const auto rows = rows_of(calibration);
    Json constants = Json::array();
    for (std::size_t c = 0; c < calibration.constants.size(); ++c) constants.push_back(constant_json(calibration, c));
    Json points = Json::array();
    for (const CalibrationRow& row : rows) points.push_back(point_json(row));
    return json_text({{"schema", 1},
                      {"arrays", calibration.problem.array_names},
                      {"constants", std::move(constants)},
                      {"points", std::move(points)},
                      {"errors",
                       {{"in_sample", errors_json(rows, Stage::fitted)},
                        {"workload_left_out", errors_json(rows, Stage::left_out)},
                        {"knee", errors_json(rows, Stage::knee)}}},
                      {"notes", calibration.notes},
                      {"run", {{"wall_s", calibration.seconds}, {"iterations", calibration.fit.iterations}}}});
}

std::string to_csv(const Calibration& calibration) {
    std::string text =
        "array,workload,point,quantity,measured,fitted,error_pct,weight,left_out_error_pct,knee_error_pct\r\n";
    for (const CalibrationRow& row : rows_of(calibration)) {
        CsvRow cells;
        cells.text(row.array).text(row.workload).text(row.label).text(name_of(row.quantity)).number(row.measured);
        cells.number(row.fitted).number(row.error_pct).number(row.weight).number(row.left_out_pct).number(row.knee_pct);
        text += cells.line();
    }
    return text;
}

}  // namespace arraytwin::report
