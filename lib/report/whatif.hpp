// What-if for the terminal, as JSON (schema 1) and as CSV: each variant beside the base, load by load.
//
// Two kinds of interval, never mixed: `percent95` of a difference is the simulation's noise, and shrinks with replications;
// `prediction90` of a peak is what the calibration knows of its own error.
#pragma once

#include <string>

#include "lib/plan/whatif.hpp"
#include "lib/report/table.hpp"

namespace arraytwin::report {

/// A grid for each variant, and sentences: what limits, how far the load may grow, how far to trust the model.
std::string whatif_table(const plan::WhatIf& whatif, TableStyle style);

std::string whatif_json(const plan::WhatIf& whatif);

/// A row for each variant, load and metric.
std::string whatif_csv(const plan::WhatIf& whatif);

/// "better", "worse", "same", "undecided", "mixed".
std::string_view name_of(plan::Verdict verdict);

/// "iops", "mean_us", "p99_us": the JSON's and the CSV's names.
std::string_view name_of(plan::Metric metric);

/// "max, 4,096 outstanding", "400,000 IOPS, 4,096 outstanding".
std::string load_words(const OfferedLoad& load);

}  // namespace arraytwin::report
