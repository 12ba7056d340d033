// What a measured run says, whatever program wrote it: points in one set of units, where they came from, what is odd.
//
// Absent values were not measured or not told; they are never 0. Rates are per second, latencies microseconds,
// throughput MiB/s, blocks KiB, shares percent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace arraytwin::measured {

/// Latency as the host saw it, in microseconds.
struct LatencyFigures {
    std::optional<double> mean;
    std::optional<double> p50;
    std::optional<double> p95;
    std::optional<double> p99;
    std::optional<double> p99_9;
    std::optional<double> max;
    bool completion_only = false;  ///< the percentiles leave out submission, as fio's do unless told otherwise
};

/// I/Os whose latency lay from `low_us` to `high_us`; equal where the format gives one value for a bin.
struct HistogramBin {
    double low_us = 0;
    double high_us = 0;
    std::uint64_t count = 0;
};

/// From low to high.
using Histogram = std::vector<HistogramBin>;

struct RunSource {
    std::string file;     ///< path as the user gave it; "runs.zip/run1.json" inside an archive
    std::string format;   ///< name of the reader: "fio-json"
    std::string version;  ///< of the program that wrote it; empty if not told
};

/// One load point. `config` and `workload` say to which curve it belongs, `label` what the file calls it.
struct RunPoint {
    std::string config;
    std::string workload;
    std::string label;
    std::optional<double> block_kib;
    std::optional<double> read_pct;
    std::optional<double> random_pct;
    std::optional<double> iops;
    std::optional<double> read_iops;
    std::optional<double> write_iops;
    std::optional<double> mib_per_s;
    LatencyFigures latency;
    std::optional<double> outstanding;  ///< I/Os that were allowed at once
    std::optional<double> in_flight;    ///< I/Os that the program itself counted at once, on average
    std::optional<double> target_iops;  ///< the pace that was asked for
    std::optional<int> hosts;
    Histogram histogram;
    bool usable = true;  ///< false: the source says that it is not to be fitted
    bool latency_usable = true;
    std::string note;
    RunSource source;
    int line = 0;  ///< where in the file; 0 if that says nothing
};

struct RunWarning {
    std::string file;
    int line = 0;
    std::string text;
};

/// Counters that only ever grow, read at one moment; two of them make a point (counters.hpp).
struct CounterSample {
    std::string object;  ///< the volume, or the whole array
    std::string epoch;   ///< a change means that the counters began anew: time of reset, owning controller
    double time_s = 0;
    double reads = 0;
    double writes = 0;
    double read_us = 0;  ///< summed latency; of all I/Os where `split` is false
    double write_us = 0;
    std::optional<double> read_bytes;
    std::optional<double> write_bytes;
    bool split = true;  ///< false: reads hold all I/Os
    RunSource source;
    int line = 0;
};

struct Run {
    std::vector<RunPoint> points;
    std::vector<RunWarning> warnings;
};

}  // namespace arraytwin::measured
