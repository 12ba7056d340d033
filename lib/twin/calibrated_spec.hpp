// The documents behind a built array, kept so that its constants can be moved again: for intervals, and for the workloads
// whose fingerprint the calibration holds.
#pragma once

#include <optional>
#include <string>

#include "lib/spec/document.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/calibration_record.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin {

struct Family;

namespace twin {

struct CalibratedSpec {
    const Family* family = nullptr;
    spec::Document array;                     ///< resolved
    spec::Document calibration;               ///< with its tables [workloads.NAME] and [fit]
    std::optional<CalibrationRecord> record;  ///< none: priors
};

/// The keys that the calibration's [workloads.NAME] set, put into the workload of that name; any other comes back as it is.
/// So for each part.
Workload as_calibrated(const CalibratedSpec& spec, const Workload& workload);

/// What is wrong with the tables [workloads.NAME] of a calibration.
Diagnostics check_workloads(const spec::Document& calibration);

}  // namespace twin
}  // namespace arraytwin
