// A comparison of measured and predicted points, as a table for the terminal, as JSON (schema 1), as CSV and as curves
// with the measured points laid over them for the HTML page.
#pragma once

#include <string>
#include <vector>

#include "lib/compare/comparison.hpp"
#include "lib/compare/gate.hpp"
#include "lib/report/json.hpp"
#include "lib/report/table.hpp"

namespace arraytwin::report {

/// The limits that were asked for, none if there was no gate, and what is beyond them.
struct GateResult {
    compare::Limits limits;
    std::vector<compare::Breach> breaches;
};

/// Point by point, then the audit, then a row for each workload and the verdict over all: what matters most is last,
/// where a terminal stops.
std::string comparison_table(const compare::Report& report, const GateResult& gate, TableStyle style);

std::string comparison_json(const compare::Report& report, const GateResult& gate);

/// A row for each measured point.
std::string comparison_csv(const compare::Report& report);

/// "peak of 4k-random-read: +7.1 % is more than 5 %".
std::string breach_words(const compare::Breach& breach);

/// The predicted curves with their measured points, and for each the errors at equal load and the verdict.
Prediction comparison_curves(const compare::Report& report);
std::vector<Overlay> comparison_overlays(const compare::Report& report);

}  // namespace arraytwin::report
