// What the twin answers of an application: transactions a second and their latency by number of virtual machines.
// Plain data, as prediction.hpp. Latencies are microseconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/twin/prediction.hpp"

namespace arraytwin {

struct ApplicationPoint {
    int vms = 0;
    std::int64_t clients = 0;
    Point transactions;       ///< its iops are transactions a second, its latency and breakdown a transaction's
    double array_iops = 0;    ///< I/Os a second that the array serves
    double host_ceiling = 0;  ///< transactions a second that the hosts can compute; infinite if they need not
    bool at_hosts = false;    ///< the bottleneck is a host's, not the array's
};

/// A measured row laid beside them; absent values were not published.
struct MeasuredApplication {
    std::string config;
    std::string application;
    int vms = 0;
    std::optional<double> clients;
    std::optional<double> tps;
    std::optional<double> latency_us;
    std::optional<double> p99_us;
    std::string note;
};

/// Predicted / measured - 1, percent; of what was measured at a number of virtual machines that was predicted.
struct ApplicationErrors {
    std::optional<double> tps;
    std::optional<double> latency;
    std::optional<double> p99;
    std::optional<double> tps_given_latency;  ///< clients / (think time + measured latency) against measured
};

struct ApplicationCurve {
    std::string array;
    std::string application;
    std::uint64_t seed = 1;
    Grade grade =
        Grade::spec_only;     ///< of the array; the application's constants say for themselves where they are from
    std::string measured_as;  ///< configuration of data/measured; empty if none
    double think_time_us = 0;
    std::vector<ApplicationPoint> points;
    std::vector<MeasuredApplication> measured;
    std::vector<std::string> warnings;
};

struct ApplicationPrediction {
    std::vector<ApplicationCurve> curves;
    RunCost run;
};

ApplicationErrors errors_of(const ApplicationCurve& curve, const MeasuredApplication& measured);

}  // namespace arraytwin
