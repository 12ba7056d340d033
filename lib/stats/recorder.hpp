// The measurement of one replication: every I/O's start and completion go in, a Summary comes out.
//
// Observations are kept in a bounded number of blocks of equal numbers of completions; when all are full, neighbours
// merge and blocks double, so a run of any length keeps between half of the blocks and all of them. The warm-up cut
// falls on a block's boundary, and so do the batches of the intervals. Callers may have counters of their own (busy
// time of servers, waiting by server) measured over the same window: whenever completed() returns true, call snapshot()
// with their cumulative values.
// Instants must not decrease; latency = now - the instant given to started(). Outstanding x run time must stay below
// 9.2e18 ns (4,096 outstanding for 26 days).
// Cost: started and completed together 5-6 ns; nothing is allocated after construction except by summarize() (0.3 ms).
// Construction takes up to 2 ms (4 MiB of histograms): reuse a Recorder by reset(), or ask for fewer blocks.
// Intervals hold at 95 % if the window is some 1,600 relaxation times of the slowest queue or more (coverage_test.cpp).
// Sources: estimate.hpp, mser.hpp.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lib/stats/latency_histogram.hpp"
#include "lib/stats/summary.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::stats {

struct RecorderOptions {
    int blocks = 64;                // even, at least 4
    std::int64_t first_block = 40;  // completions in a block, before any merging
    int warm_up_batches = 8192;     // even; length of the series that MSER-5 works on
    int counters = 0;               // of the caller
};

/// Whether summarize() looks for a warm-up to drop. `keep` suits a recorder that was reset after one.
enum class WarmUp { cut, keep };

class Recorder {
public:
    explicit Recorder(const RecorderOptions& options = {});
    Recorder(Recorder&&) = default;
    Recorder& operator=(Recorder&&) = default;

    /// An I/O was issued.
    void started(Duration now) {
        advance(now);
        ++outstanding_;
        clipped_starts_ns_ += now.ns();
    }

    /// An I/O that was issued at `now - latency` completed. True if it closed a block: then call snapshot().
    bool completed(Duration now, Duration latency, Bytes size) {
        advance(now);
        --outstanding_;
        const std::int64_t clipped_start_ns = std::max(now.ns() - latency.ns(), open_.begin_ns);
        clipped_starts_ns_ -= clipped_start_ns;
        open_.residence_ns += now.ns() - clipped_start_ns;
        open_.latency_ns += latency.ns();
        open_.bytes += size.count();
        open_histogram_->record(latency);
        batch_latency_ns_ += latency.ns();
        if (--left_in_batch_ == 0) close_batch();
        if (++open_.completions < block_size_) return false;
        close_block();
        return true;
    }

    /// The caller's cumulative counters at the end of the block that has just closed. A counter's value is taken to
    /// have been 0 (or what reset() was given) at the beginning.
    void snapshot(std::span<const double> cumulative);

    /// Ends the run: closes the open block early, so that a short run counts to its end. True if there was one to
    /// close: then call snapshot(). Nothing may be recorded afterwards, except after reset().
    bool finish(Duration now);

    /// Forgets all completions and begins to measure at `now`; I/Os in flight stay in flight. `cumulative`: the
    /// caller's counters now (empty: zeros).
    void reset(Duration now, std::span<const double> cumulative = {});

    std::int64_t outstanding() const { return outstanding_; }
    /// In closed blocks and the open one.
    std::int64_t completions() const;
    int closed_blocks() const { return static_cast<int>(closed_.size()); }

    /// Covers closed blocks only. Call as often as you like while the run goes on.
    Summary summarize(WarmUp warm_up = WarmUp::cut) const;

private:
    struct Block {
        std::int64_t begin_ns = 0;
        std::int64_t end_ns = 0;
        std::int64_t completions = 0;
        std::int64_t latency_ns = 0;
        std::int64_t bytes = 0;
        std::int64_t area_ns = 0;       // outstanding integrated over time
        std::int64_t residence_ns = 0;  // of each I/O, clipped to the block

        void append(const Block& next);
    };

    void advance(Duration now) {
        open_.area_ns += outstanding_ * (now.ns() - open_.end_ns);
        open_.end_ns = now.ns();
    }
    void close_batch();
    void close_block();
    void merge_neighbours();
    std::size_t first_kept_block(bool& wanted_more) const;
    void add_totals(Summary& summary, std::size_t first) const;
    void add_intervals(Summary& summary, std::size_t first) const;
    std::span<const double> counters_before(std::size_t block) const;
    std::span<double> counters_before(std::size_t block);

    RecorderOptions options_;
    Block open_;  // its end_ns is the instant of the last event
    BlockHistogram* open_histogram_ = nullptr;
    std::int64_t outstanding_ = 0;
    std::int64_t clipped_starts_ns_ = 0;  // sum of max(start, begin of the open block) over the I/Os in flight
    std::int64_t block_size_ = 0;
    std::int64_t batch_size_ = 0;
    std::int64_t left_in_batch_ = 0;
    std::int64_t batch_latency_ns_ = 0;

    std::vector<Block> closed_;
    std::vector<BlockHistogram> histograms_;  // one for each block; that of the open one follows the closed ones'
    std::vector<double> counters_;            // row 0 at the beginning, row i + 1 at the end of block i
    std::vector<std::int64_t> batches_ns_;    // sums of latency over batch_size_ completions
};

}  // namespace arraytwin::stats
