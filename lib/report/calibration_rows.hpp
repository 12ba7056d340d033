// Inside the report: the points of a calibration with their errors, and the sizes of these, for table, JSON and CSV.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lib/calibrate/calibrate.hpp"
#include "lib/compare/comparison.hpp"

namespace arraytwin::report {

struct CalibrationRow {
    std::string array;
    std::string workload;
    std::string label;
    calibrate::Quantity quantity = calibrate::Quantity::iops;
    double measured = 0;
    double fitted = 0;
    double error_pct = 0;
    double weight = 1;                   ///< that the robust loss left it
    std::optional<double> left_out_pct;  ///< error where its workload was not fitted
    std::optional<double> knee_pct;      ///< error where only the workload's peak was
};

std::vector<CalibrationRow> rows_of(const calibrate::Calibration& calibration);

enum class Stage { fitted, left_out, knee };

/// Of the errors of one quantity; of all quantities if there is none.
compare::ErrorSizes sizes_of(const std::vector<CalibrationRow>& rows, Stage stage,
                             std::optional<calibrate::Quantity> quantity);

/// "write.delay" of an array's costs, "sql.read_work"; with the array's name where there are several.
std::string constant_name(const calibrate::Calibration& calibration, std::size_t constant);

}  // namespace arraytwin::report
