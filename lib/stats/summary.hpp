// What one measured run, or several independent replications of it, says: throughput, latency, and how certain they
// are.
//
// Everything refers to the kept window, after the warm-up. Times in the names' units; intervals are 95 %. Little's law
// holds exactly: area_ns (outstanding integrated over the window, from counting) equals residence_ns (the time in the
// array of every I/O, clipped to the window, from its latency). Cost: a Summary holds a histogram, 128 KiB: move it.
// Sources: batch means and replications as in estimate.hpp, warm-up as in mser.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lib/stats/estimate.hpp"
#include "lib/stats/latency_histogram.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::stats {

struct Summary {
    Duration begin;  // of the window; of the first replication's after combine()
    Duration end;
    Duration window;                // end - begin; the sum over replications
    std::int64_t observations = 0;  // completions within the window
    std::int64_t dropped = 0;       // completions before it
    bool warm_up_too_long = false;  // MSER-5 wanted to drop more than half (of any replication)
    int batches = 0;                // that the intervals rest on
    int replications = 1;

    Estimate throughput;  // I/Os a second
    Estimate mean_us;     // latency
    Estimate p99_us;      // latency
    double p50_us = 0;    // latency
    double p95_us = 0;    // latency
    double p99_9_us = 0;  // latency
    double bytes_per_second = 0;
    double mean_outstanding = 0;

    std::int64_t area_ns = 0;
    std::int64_t residence_ns = 0;

    std::vector<double> counters;  // growth of each of the caller's counters over the window
    LatencyHistogram histogram;
};

/// One summary of independent replications, in the order given. Up to 9 of them pool their batches (a t interval over
/// few replications would be several times too wide), 10 or more are compared with each other, which needs no trust in
/// batches.
/// All must have the same number of counters. No replications give an empty Summary.
Summary combine(std::span<const Summary> replications);

/// The precision at which a run may stop: 95 % half-widths, relative to the value.
struct Precision {
    double mean = 0.01;
    double p99 = 0.025;
};

/// The run is long enough: both half-widths are within the precision and the warm-up was found.
bool reached(const Summary& summary, const Precision& precision);

/// By what factor the window should grow to reach the precision, as half-widths shrink with its square root; at least
/// 1.
/// Infinite when there is no interval yet.
double growth_needed(const Summary& summary, const Precision& precision);

}  // namespace arraytwin::stats
