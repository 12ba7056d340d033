// The checks behind audit.hpp, each on one point or on points that belong together.
#pragma once

#include <span>
#include <vector>

#include "lib/measured/audit.hpp"

namespace arraytwin::measured {

/// From and to: what a printed figure may have been before it was rounded.
struct Range {
    double low = 0;
    double high = 0;
};

/// Half a unit of the last digit that is not zero: 2400 may be 2350 to 2450, 3640 may be 3635 to 3645.
Range unrounded(double value);

/// IOPS x latency; none without both.
struct InFlight {
    double value = 0;
    Range range;
};
struct MaybeInFlight {
    bool is_known = false;
    InFlight flight;
};
MaybeInFlight in_flight(const RunPoint& point);

/// Names the factor, if `ratio` is one that mistaken units give: " - a factor of 1,000: ...". Empty otherwise.
std::string unit_slip(double ratio);

void check_little(const RunPoint& point, std::size_t index, std::vector<Finding>& findings);
void check_throughput(const RunPoint& point, std::size_t index, std::vector<Finding>& findings);
void check_target(const RunPoint& point, std::size_t index, std::vector<Finding>& findings);
void check_percentiles(const RunPoint& point, std::size_t index, std::vector<Finding>& findings);

using Indices = std::span<const std::size_t>;

/// Points of one configuration.
void check_fill(const Run& run, Indices points, std::vector<Finding>& findings);
void check_copies(const Run& run, Indices points, std::vector<Finding>& findings);

/// Points of one curve, in the order of the load.
void check_repeats(const Run& run, Indices points, std::vector<Finding>& findings);
void check_falls_back(const Run& run, Indices points, std::vector<Finding>& findings);
void check_scale(const Run& run, Indices points, std::vector<Finding>& findings);

}  // namespace arraytwin::measured
