// The hosts' side of a run: threads that issue I/Os, closed or paced, and the recorder that measures them.
//
// closed: each of N threads issues its next I/O when the last returns. paced: the same, but each I/O also needs a ticket,
// and tickets come at exponential intervals (vdbench's iorate, fio's rate_iops): latency counts from the issue, not from
// the ticket. open: no limit on threads. A template over the array, so that no call between two events is virtual.
//
// Array must have: `Task<> serve(Io)`, `Task<> flush()` (resumes when nothing is left to do behind the I/Os), and
// `bool has_cycled()` (whether what it does in cycles, such as consistency points, has been seen a few times).
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "lib/sim/resource.hpp"
#include "lib/sim/simulation.hpp"
#include "lib/stats/recorder.hpp"
#include "lib/twin/goal.hpp"
#include "lib/twin/io.hpp"
#include "lib/twin/io_source.hpp"
#include "lib/twin/twin.hpp"

namespace arraytwin::twin {

template <class Array>
class HostLoad {
public:
    HostLoad(sim::Simulation& simulation, Ledger& ledger, Array& array, const Workload& workload, int volumes,
             const OfferedLoad& load, sim::RandomSource source)
        : simulation_{simulation},
          ledger_{ledger},
          array_{array},
          volumes_{volumes},
          load_{load},
          ios_{workload, volumes, source, "hosts"},
          arrivals_{source, "hosts", "arrivals"},
          tickets_{simulation, 0},
          recorder_{stats::RecorderOptions{.counters = static_cast<int>(ledger.cumulative().size())}} {}

    /// Runs until the summary is precise enough or `max_ios` have completed.
    stats::Summary measure(const RunOptions& options) {
        start();
        goal_ = std::min<std::int64_t>(options.max_ios, std::max(first_goal, first_goal_turns * threads()));
        for (;;) {
            if (!simulation_.run()) break;  // nothing pending: every thread waits for ever
            stats::Summary summary = recorder_.summarize();
            precise_ = !overloaded_ && array_.has_cycled() && reached(summary, options.precision);
            if (precise_ || overloaded_ || completions_ >= options.max_ios) return summary;
            goal_ = next_goal(summary, options.precision, completions_, options.max_ios);
        }
        return recorder_.summarize();
    }

    /// One I/O after the other, to each volume in turn; then the array finishes what it has begun. The ledger then holds
    /// all of its work, and nobody was in anybody's way.
    void record(std::int64_t ios) {
        ledger_.record_moments();
        simulation_.spawn(record_one_by_one(ios));
        simulation_.run();
    }

    std::int64_t completions() const { return completions_; }

    /// The last summary reached the precision that was asked for, on a run that shows all that the array does.
    bool precise() const { return precise_; }

    /// An open load came faster than the array can carry it, and the run was given up.
    bool overloaded() const { return overloaded_; }

private:
    static constexpr std::int64_t first_goal = 20'000;   // completions before the first look at the precision
    static constexpr std::int64_t first_goal_turns = 8;  // or this many of each thread

    static constexpr std::uint32_t open_streams = 1024;      // that an open load's arrivals belong to in turn
    static constexpr std::int64_t most_in_flight = 200'000;  // of an open load: beyond it the array never catches up

    std::int64_t threads() const { return load_.outstanding.value_or(1); }

    void start() {
        if (load_.target_iops) simulation_.spawn(load_.outstanding ? pace() : arrive());
        if (!load_.outstanding) return;
        for (int id = 0; id < *load_.outstanding; ++id) simulation_.spawn(thread(static_cast<std::uint32_t>(id)));
    }

    sim::Task<> thread(std::uint32_t id) {
        Trail trail;
        std::uint64_t block = 0;
        for (;;) {
            if (load_.target_iops) co_await tickets_.acquire();
            const Io io = ios_.next(id, block++, trail);
            const Duration begin = issue(io);
            co_await array_.serve(io);
            complete(io, begin);
        }
    }

    sim::Task<> pace() {
        for (;;) {
            co_await simulation_.delay(next_interval());
            tickets_.release();
        }
    }

    sim::Task<> arrive() {
        for (std::uint32_t id = 0;; ++id) {
            co_await simulation_.delay(next_interval());
            if (recorder_.outstanding() >= most_in_flight) break;
            simulation_.spawn(single(id % open_streams, id / open_streams));
        }
        overloaded_ = true;
        simulation_.stop();
    }

    sim::Task<> single(std::uint32_t stream, std::uint64_t block) {
        Trail trail;
        const Io io = ios_.next(stream, block, trail);
        const Duration begin = issue(io);
        co_await array_.serve(io);
        complete(io, begin);
    }

    sim::Task<> record_one_by_one(std::int64_t ios) {
        goal_ = INT64_MAX;
        for (std::int64_t i = 0; i < ios; ++i) {
            Trail trail;
            const Io io =
                ios_.next(static_cast<std::uint32_t>(i % volumes_), static_cast<std::uint64_t>(i / volumes_), trail);
            const Duration begin = issue(io);
            co_await array_.serve(io);
            complete(io, begin);
        }
        co_await array_.flush();
        simulation_.stop();
    }

    Duration issue(const Io& io) {
        io.trail->clear();
        recorder_.started(simulation_.now());
        return simulation_.now();
    }

    void complete(const Io& io, Duration begin) {
        const Duration now = simulation_.now();
        ledger_.settle(*io.trail);
        if (recorder_.completed(now, now - begin, io.size)) recorder_.snapshot(ledger_.cumulative());
        if (++completions_ >= goal_) simulation_.stop();
    }

    Duration next_interval() { return Duration::from_seconds(arrivals_.exponential() / *load_.target_iops); }

    sim::Simulation& simulation_;
    Ledger& ledger_;
    Array& array_;
    int volumes_;
    OfferedLoad load_;
    IoSource ios_;
    sim::RandomStream arrivals_;
    sim::Resource tickets_;
    stats::Recorder recorder_;
    bool precise_ = false;
    bool overloaded_ = false;
    std::int64_t completions_ = 0;
    std::int64_t goal_ = 0;
};

}  // namespace arraytwin::twin
