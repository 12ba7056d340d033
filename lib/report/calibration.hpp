// A calibration for the terminal and as JSON: what each constant came to and how sure that is, what the data could not
// tell, each residual, and how well workloads are predicted that were left out.
#pragma once

#include <string>

#include "lib/calibrate/calibrate.hpp"
#include "lib/report/table.hpp"

namespace arraytwin::report {

std::string table(const calibrate::Calibration& calibration, TableStyle style = {});

/// Schema 1: arrays, constants, points, errors, notes, run.
std::string to_json(const calibrate::Calibration& calibration);

/// A row for each point: measured, fitted, left out.
std::string to_csv(const calibrate::Calibration& calibration);

}  // namespace arraytwin::report
