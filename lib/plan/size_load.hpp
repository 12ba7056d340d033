// An array in one state (all up, or one node down) under what a need asks: by the fast solver, and simulated.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/plan/candidates.hpp"
#include "lib/plan/need.hpp"
#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/family.hpp"
#include "lib/twin/fast_twin.hpp"
#include "lib/twin/predict.hpp"
#include "lib/twin/uncertainty.hpp"

namespace arraytwin::plan {

/// How far the fast solver may be from the simulator (models' READMEs; a test of every array holds them to it). What it finds
/// within this margin of a target is simulated, not dismissed.
inline constexpr double margin_of_latency = 0.10;
inline constexpr double margin_of_iops = 0.03;

/// What a point misses of a need's targets, in words; nothing if it meets them. Targets that the point cannot tell, such as
/// the fast solver's percentiles, must at least be above its mean. `slack`: share by which a latency may be above its target.
std::vector<std::string> misses(const Point& point, const Need& need, double slack);

/// The latency of one of the need's workloads at a point.
const LatencySummary& latency_of(const Point& point, const Need& need, std::size_t workload);

class SizeLoad {
public:
    /// `node_down` counts from 1; 0: all are up. Everything that is wrong with the array in that state.
    static Result<SizeLoad> make(const spec::DataFolder& data, const Candidate& candidate, const Need& need,
                                 int node_down, std::uint64_t seed);

    int node_down() const { return node_down_; }
    const BuiltTwin& array() const { return array_; }
    const Workload& workload() const { return workload_; }

    /// IOPS to offer so that each workload gets `needed` of what it needs.
    double offered(double needed) const { return needed * offered_per_needed_; }

    /// By the fast solver, so many times what is needed.
    Point fast(double times) const;

    /// By the fast solver, with so many outstanding and nothing that holds them back.
    Point full(int outstanding) const { return fast_.point({outstanding, std::nullopt}); }

    /// The most that it carries with no target missed, as a multiple of what is needed; a percentile is taken to stay as far
    /// above the mean as in `simulated`. Bisection by the fast solver.
    double most(const Need& need, const Point* simulated) const;

    /// The load with the largest IOPS / latency, as a multiple of what is needed.
    double knee() const;

    /// Simulated at a multiple of what is needed, as `arraytwin predict --at iops=` does it: a curve of one point. On the calling
    /// thread.
    Result<PredictedCurve> simulate(double times) const;

    /// How far predictions of it may be off, as its calibration has it; none without a record.
    std::optional<twin::Uncertainty> uncertainty(int jobs) const;

private:
    SizeLoad(BuiltTwin array, Workload workload, double offered_per_needed, int node_down, std::uint64_t seed);
    double saturation() const;

    BuiltTwin array_;
    Workload workload_;
    twin::FastTwin fast_;
    double offered_per_needed_ = 1;  // IOPS
    int node_down_ = 0;
    std::uint64_t seed_ = 1;
};

}  // namespace arraytwin::plan
