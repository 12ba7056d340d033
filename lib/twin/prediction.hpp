// What the twin answers: a curve of points, each with its throughput, latency, limits and how far to trust it.
// Plain data, shared by the program's output, the reports and the embedding interface. Latencies are microseconds.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace arraytwin {

/// A closed interval, in the unit of the number that it bounds.
struct Interval {
    double low = 0;
    double high = 0;
};

/// The load that was offered: at most `outstanding` I/Os at once (none: unlimited), at `target_iops` (none: as fast as they return).
struct OfferedLoad {
    std::optional<int> outstanding = {};
    std::optional<double> target_iops = {};
};

/// A number of microseconds that can say so: `latency.mean.us()`. Otherwise a double.
class Microseconds {
public:
    constexpr Microseconds(double us = 0) : us_{us} {}
    constexpr operator double() const { return us_; }
    constexpr double us() const { return us_; }
    constexpr Microseconds& operator+=(double us) { return us_ += us, *this; }

private:
    double us_;
};

/// Latency as the host sees it. Percentiles are absent (NaN) from the fast solver.
struct LatencySummary {
    Microseconds mean;
    Microseconds p50;
    Microseconds p95;
    Microseconds p99;
    Microseconds p99_9;
    Interval mean_ci95;
    Interval p99_ci95;
};

/// Microseconds that the average I/O spends at one server.
struct ServerTime {
    double wait = 0;
    double service = 0;
};

/// One of several workloads that run at once.
struct PartPoint {
    std::string workload;
    int volumes = 0;      ///< that it runs on
    int outstanding = 0;  ///< its part of the load's; 0: unlimited
    double iops = 0;
    double mib_per_s = 0;
    LatencySummary latency;
};

struct Point {
    OfferedLoad load;
    double iops = 0;
    double mib_per_s = 0;
    LatencySummary latency;
    bool overloaded = false;                    ///< an open load that the array cannot carry: queues grow without end
    bool precision_reached = true;              ///< false: the intervals are wider than was asked for
    std::optional<Interval> prediction90_iops;  ///< set once a calibration knows its own error
    std::optional<Interval> prediction90_latency;
    std::string bottleneck;                       ///< the server with the highest utilization, by place: "node.1.cpu"
    std::map<std::string, double> utilization;    ///< by place, 0 to 1
    std::map<std::string, ServerTime> breakdown;  ///< by place; sums to the mean latency
    std::vector<PartPoint> parts = {};            ///< of a workload that has parts, in its order
};

/// A measured point laid beside the curve; absent values were not published.
struct MeasuredPoint {
    std::string config;
    std::string workload;
    std::string point;  ///< "start", "peak", "sub_ms_limit" ...
    std::optional<double> iops;
    std::optional<double> latency_us;
    std::optional<double> outstanding;
    bool fit = true;  ///< false: neither fitted nor scored
    bool latency_usable = true;
    std::string note;
};

struct Crest {
    double iops = 0;
    double latency_us = 0;
};

enum class Grade { spec_only, calibrated, cross_validated };

struct Curve {
    std::string array;
    std::string workload;
    std::uint64_t seed = 1;
    Grade grade = Grade::spec_only;
    std::string measured_as;  ///< configuration of data/measured; empty if none
    std::vector<Point> points;
    Crest peak;                         ///< the point with the most IOPS
    std::optional<double> sub_ms_iops;  ///< interpolated IOPS where the mean crosses 1 ms; none if it starts above
    Crest knee;                         ///< the point with the largest IOPS / latency
    std::vector<MeasuredPoint> measured;
    std::vector<std::string> warnings;
};

/// What it took; the only part of a result that differs between two equal runs.
struct RunCost {
    double wall_seconds = 0;
    std::uint64_t simulated_ios = 0;
    std::uint64_t events = 0;
    int jobs = 1;
};

struct Prediction {
    std::vector<Curve> curves;
    RunCost run;
};

}  // namespace arraytwin
