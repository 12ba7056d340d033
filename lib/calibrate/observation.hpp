// What a measured point says that a model can be held against: one number, at the load at which it was measured.
//
// By Little's law a point says one thing only. At a known number outstanding without a pace (a peak, a depth sweep) it is
// its IOPS; of a paced point it is the latency; where a review says at how many IOPS the latency reaches 1 ms, those IOPS.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lib/measured/run.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::calibrate {

enum class Quantity {
    iops,             ///< at `load`
    latency,          ///< mean, microseconds, at `load`
    iops_at_latency,  ///< at which the mean latency crosses `latency_limit_us`, with at most `load.outstanding`
};

/// "iops", "latency" or "knee": the kinds whose errors are told apart.
std::string_view name_of(Quantity quantity);

struct Observation {
    std::string label;  ///< "start", "peak", or what the file calls the point
    OfferedLoad load;
    Quantity quantity = Quantity::iops;
    double measured = 0;  ///< IOPS or microseconds
    double noise = 0;     ///< standard deviation of its logarithm
    double latency_limit_us = 1000;
    measured::RunSource source;
    int line = 0;
    std::optional<int> hosts = {};  ///< that made the load, where the file tells
};

/// One standard deviation, as a share of the value, of what is printed or read off a chart. docs/modelling.md.
struct Noise {
    double iops = 0.02;
    double latency = 0.04;
    double knee = 0.03;
};

/// What the point says, if anything: unusable points and those without a number of outstanding I/Os say nothing.
/// `budget`: the most that the workload has outstanding, for paced points and where the point does not tell.
std::optional<Observation> observation_of(const measured::RunPoint& point, int budget, const Noise& noise);

}  // namespace arraytwin::calibrate
