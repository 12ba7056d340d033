// Predictions of applications, as a table for the terminal, as JSON (schema 1) and as CSV, measured rows beside them.
#pragma once

#include <string>

#include "lib/report/table.hpp"
#include "lib/twin/application_prediction.hpp"

namespace arraytwin::report {

std::string application_table(const ApplicationCurve& curve, TableStyle style = {});

/// As a prediction's, with "applications" and no "curves".
std::string application_json(const ApplicationPrediction& prediction);

/// A row for each number of virtual machines, predicted and measured.
std::string application_csv(const ApplicationPrediction& prediction);

}  // namespace arraytwin::report
