// How far a calibrated prediction may be off: the interval that holds the truth with 90 % probability.
//
// Two parts, as variances of logarithms: what the fit leaves open of the constants (its covariance, through the derivatives
// of the fast solver), and what the model itself gets wrong on workloads that it was not fitted to (cross-validation).
//   most that the array carries   covariance + unseen.iops^2
//   latency below that            covariance + unseen.latency^2 + (d ln latency / d ln IOPS x unseen.knee)^2
// A paced load stays at its target as long as the array carries it; at a given number outstanding, Little's law turns the
// interval of IOPS into that of the latency.
#pragma once

#include <cstdint>
#include <vector>

#include "lib/twin/calibrated_spec.hpp"
#include "lib/twin/fast_twin.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::twin {

class Uncertainty {
public:
    /// Records the demands with each constant moved in turn; some milliseconds. The spec must have a record.
    Uncertainty(const CalibratedSpec& spec, const Workload& workload, std::uint64_t seed, int jobs);

    /// Sets the point's 90 % intervals.
    void add_to(Point& point) const;

private:
    /// Of the logarithm of a quantity at a load, from the fit's covariance.
    template <class Ask>
    double variance(const Ask& ask) const;

    Interval capacity(int outstanding) const;
    Interval latency_at(const Point& point, const Interval& carried) const;

    const CalibrationRecord* record_;
    std::vector<FastTwin> twins_;         // as calibrated, then with one constant moved
    std::vector<std::size_t> constants_;  // index of the constant moved in each of the others
};

}  // namespace arraytwin::twin
