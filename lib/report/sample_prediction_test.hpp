// For the tests and for work on the page: a curve shaped like an AFF A800's 4K random reads, made up from a formula.
#pragma once

#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

inline void add_server(Point& point, const std::string& place, double utilization, double service, double wait) {
    point.utilization[place] = utilization;
    point.breakdown[place] = {wait, service};
    point.latency.mean += service + wait;
}

/// Paced at `share` of a peak of 1.22 M IOPS with at most 4,096 outstanding.
inline Point sample_point(double share) {
    constexpr double peak = 1.22e6;
    Point point;
    point.load = {4096, std::round(peak * share)};
    const double load = std::min(share, 0.997);
    point.iops = std::round(peak * load);
    point.mib_per_s = point.iops * 4 / 1024;
    for (int node = 1; node <= 2; ++node) {
        const double wait = share >= 1 ? 1320 : 0.7 * std::pow(load, 3) / (1 - load) * 30;
        add_server(point, fmt::format("node.{}.cpu", node), load - 0.003 * node, 22, wait);
        add_server(point, fmt::format("node.{}.software", node), 0, 48, 0);
    }
    for (const auto* name : {"1a", "1b", "2a", "2b"})
        add_server(point, fmt::format("port.{}", name), 0.39 * load, 0.8, 0.1);
    for (int host = 1; host <= 8; ++host) {
        add_server(point, fmt::format("host.{}.port.1", host), 0.78 * load, 1.6, 1.4 * load * load);
    }
    for (int drive = 1; drive <= 24; ++drive)
        add_server(point, fmt::format("drive.{}", drive), 0.21 * load, 2.2, 0.4 * load);
    point.bottleneck = "node.1.cpu";
    auto& latency = point.latency;
    latency.p50 = latency.mean * 0.93;
    latency.p95 = latency.mean * 1.55;
    latency.p99 = latency.mean * 2.1;
    latency.p99_9 = latency.mean * 3.2;
    latency.mean_ci95 = {latency.mean * 0.995, latency.mean * 1.005};
    latency.p99_ci95 = {latency.p99 * 0.98, latency.p99 * 1.02};
    point.prediction90_iops = Interval{point.iops * 0.95, point.iops * 1.05};
    point.prediction90_latency = Interval{latency.mean * 0.9, latency.mean * (1.1 + 0.25 * load * load)};
    return point;
}

inline Curve sample_curve() {
    Curve curve;
    curve.array = "aff-a800";
    curve.workload = "4k-random-read";
    curve.grade = Grade::calibrated;
    curve.measured_as = "a800-fc";
    for (const double share : {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0, 1.1, 1.2}) {
        curve.points.push_back(sample_point(share));
    }
    const auto& peak = curve.points[11];
    curve.peak = {peak.iops, peak.latency.mean};
    curve.sub_ms_iops = 1.1617e6;
    curve.knee = {curve.points[9].iops, curve.points[9].latency.mean};
    curve.measured = {
        {"a800-fc", "4k-random-read", "start", 118511, 217.5, 26, true, true, ""},
        {"a800-fc", "4k-random-read", "sub_ms_limit", 1070000, 1000, std::nullopt, true, true, "read off a chart"},
        {"a800-fc", "4k-random-read", "peak", 1219829, 3300, 4096, true, true, ""}};
    return curve;
}

/// The same point as two workloads that run at once, on a quarter and three quarters of the volumes.
inline void split(Point& point) {
    for (const double share : {0.25, 0.75}) {
        PartPoint part;
        part.workload = share < 0.5 ? "sql-80-20" : "64k:100r:0rand";
        part.volumes = static_cast<int>(32 * share);
        part.outstanding = static_cast<int>(4096 * share);
        part.iops = point.iops * share;
        part.mib_per_s = point.mib_per_s * share;
        part.latency = point.latency;
        point.parts.push_back(part);
    }
}

inline Prediction sample_prediction() {
    Prediction prediction;
    prediction.curves.push_back(sample_curve());
    prediction.run = {2.31, 4812345, 57211001, 2};
    return prediction;
}

}  // namespace arraytwin::report
