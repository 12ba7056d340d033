#include "lib/report/calibration_rows.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace arraytwin::report {

namespace {

std::optional<double> error_of(const std::vector<calibrate::Unseen>& unseen, std::size_t observation) {
    const auto found = std::find_if(unseen.begin(), unseen.end(),
                                    [&](const calibrate::Unseen& one) { return one.observation == observation; });
    return found == unseen.end() ? std::nullopt : std::optional{100 * std::expm1(found->log_error)};
}

std::optional<double> error_at(const CalibrationRow& row, Stage stage) {
    switch (stage) {
        case Stage::fitted:
            return row.error_pct;
        case Stage::left_out:
            return row.left_out_pct;
        case Stage::knee:
            return row.knee_pct;
    }
    return std::nullopt;
}

}  // namespace

std::vector<CalibrationRow> rows_of(const calibrate::Calibration& calibration) {
    std::vector<CalibrationRow> rows;
    const calibrate::Problem& problem = calibration.problem;
    for (const calibrate::Case& one : problem.cases) {
        for (const calibrate::Observation& observation : one.observations) {
            const std::size_t index = rows.size();
            CalibrationRow row;
            row.array = problem.array_names[static_cast<std::size_t>(one.array)];
            row.workload = problem.workload_names[static_cast<std::size_t>(one.workload)];
            row.label = observation.label;
            row.quantity = observation.quantity;
            row.measured = observation.measured;
            row.fitted = std::exp(calibration.fit.log_predicted[index]);
            row.error_pct = 100 * (row.fitted / row.measured - 1);
            row.weight = calibration.fit.weights[index];
            row.left_out_pct = error_of(calibration.left_out, index);
            row.knee_pct = error_of(calibration.knees, index);
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

compare::ErrorSizes sizes_of(const std::vector<CalibrationRow>& rows, Stage stage,
                             std::optional<calibrate::Quantity> quantity) {
    std::vector<double> sizes;
    for (const CalibrationRow& row : rows) {
        const auto error = error_at(row, stage);
        if (error && std::isfinite(*error) && (!quantity || *quantity == row.quantity))
            sizes.push_back(std::abs(*error));
    }
    return compare::sizes_of(std::move(sizes));
}

std::string constant_name(const calibrate::Calibration& calibration, std::size_t constant) {
    const calibrate::Problem& problem = calibration.problem;
    const calibrate::Constant& one = problem.constants[constant];
    if (one.arrays.empty()) {
        const std::string first = problem.workload_names[static_cast<std::size_t>(one.workloads.front())];
        const std::size_t more = one.workloads.size() - 1;
        return fmt::format("{}{}.{}", first, more > 0 ? fmt::format("+{}", more) : "", one.key);
    }
    const std::string key = one.key.starts_with("costs.") ? one.key.substr(6) : one.key;
    if (problem.array_names.size() == 1) return key;
    return problem.array_names[static_cast<std::size_t>(one.arrays.front())] + " " + key;
}

}  // namespace arraytwin::report
