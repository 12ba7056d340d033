// Parallel pieces of one load point - jobs, threads, hosts, volumes, reads and writes - as one.
//
// Rates add up. Mean latencies are weighted by I/Os. Percentiles come from merged histograms, or from the only piece
// that did any I/O; otherwise they cannot be known and stay absent. A piece without I/O says nothing about latency.
#pragma once

#include <string>

#include "lib/measured/run.hpp"

namespace arraytwin::measured {

enum class Direction { read, write, both };

struct Piece {
    Direction direction = Direction::both;
    double iops = 0;
    double ios = 0;  ///< for the weights; the rate serves where the count is not known
    std::optional<double> bytes_per_s;
    LatencyFigures latency;
    Histogram histogram;
};

class PieceSum {
public:
    void add(const Piece& piece);
    bool empty() const { return pieces_ == 0; }
    double iops() const { return iops_; }

    /// Rates, read share, throughput, latency and histogram. Block size from throughput where `point` has none.
    void put_into(RunPoint& point) const;

    /// Why percentiles are absent, or an empty text.
    std::string percentiles_lost() const;

private:
    double weight_ = 0;  // of what has a latency
    double weighted_us_ = 0;
    double all_weight_ = 0;
    double iops_ = 0, read_iops_ = 0, write_iops_ = 0, both_iops_ = 0;
    double bytes_per_s_ = 0;
    bool has_bytes_ = true;
    bool has_all_bins_ = true;
    bool completion_only_ = false;
    int pieces_ = 0;
    LatencyFigures first_;
    std::optional<double> max_, p99_low_, p99_high_;
    Histogram bins_;
};

}  // namespace arraytwin::measured
