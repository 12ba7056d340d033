// What a calibration knows of itself: which constants were fitted, how they vary together, how well it predicts what it has
// not seen, and for which loads. The table [fit] of a document of data/calibrations; written by lib/calibrate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lib/spec/document.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::twin {

/// Root mean square errors of logarithms, about the share by which a prediction is off.
struct PredictionErrors {
    double iops = 0;     ///< of the most that the array carries
    double latency = 0;  ///< of the mean latency of a lightly loaded array
    double knee = 0;     ///< of the IOPS at which the latency crosses 1 ms
};

/// The loads that were fitted, from low to high.
struct CalibratedRange {
    Interval block_size;  ///< bytes
    Interval read_share;
    Interval random_share;
    double outstanding = 0;  ///< most
};

struct CalibrationRecord {
    /// Of each fitted constant, every key that holds it: "costs.write.delay" of the array, "workloads.sql.read_work".
    std::vector<std::vector<std::string>> constants;
    std::vector<std::vector<double>> covariance;  ///< of their logarithms
    PredictionErrors unseen;                      ///< of workloads that were left out (cross-validation)
    CalibratedRange range;
    std::vector<std::string> workloads;  ///< that were cross-validated

    bool has_seen(const std::string& workload) const;
};

/// The record of a calibration, or none if it was not fitted: priors.
Result<std::optional<CalibrationRecord>> read_record(const spec::Document& calibration);

/// What of the workload, and of the most that is outstanding, lies outside the range; a sentence each.
std::vector<std::string> outside(const CalibratedRange& range, const Workload& workload, double outstanding);

}  // namespace arraytwin::twin
