// The hosts' side of a run: threads that issue I/Os, closed or paced, and the recorder that measures them.
//
// closed: each of N threads issues its next I/O when the last returns. paced: the same, but each I/O also needs a ticket,
// and tickets come at exponential intervals (vdbench's iorate, fio's rate_iops): latency counts from the issue, not from
// the ticket. open: no limit on threads. Parts of a workload have threads and volumes of their own, and a recorder each;
// tickets go to whichever thread has waited longest. A template over the array, so that no call between two events is
// virtual.
//
// Array must have: `Task<> serve(Io)`, `Task<> flush()` (resumes when nothing is left to do behind the I/Os), and
// `bool has_cycled()` (whether what it does in cycles, such as consistency points, has been seen a few times).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lib/sim/resource.hpp"
#include "lib/sim/simulation.hpp"
#include "lib/stats/recorder.hpp"
#include "lib/twin/goal.hpp"
#include "lib/twin/io.hpp"
#include "lib/twin/io_source.hpp"
#include "lib/twin/twin.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::twin {

template <class Array>
class HostLoad {
public:
    HostLoad(sim::Simulation& simulation, Ledger& ledger, Array& array, const Workload& workload, int volumes,
             const OfferedLoad& load, sim::RandomSource source)
        : simulation_{simulation},
          ledger_{ledger},
          array_{array},
          load_{load},
          workloads_{parts_of(workload, volumes)},
          arrivals_{source, "hosts", "arrivals"},
          tickets_{simulation, 0},
          recorder_{stats::RecorderOptions{.counters = static_cast<int>(ledger.cumulative().size())}} {
        add_parts(source);
    }

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

    /// What each part has done; nothing of a workload of one kind.
    std::vector<PartRun> parts() const {
        std::vector<PartRun> runs;
        for (std::size_t p = 0; p < parts_.size(); ++p) {
            if (!parts_[p].recorder) continue;
            runs.push_back({workloads_[p].workload.name, workloads_[p].on.count, static_cast<int>(parts_[p].streams),
                            parts_[p].recorder->summarize()});
        }
        return runs;
    }

    /// The last summary reached the precision that was asked for, on a run that shows all that the array does.
    bool precise() const { return precise_; }

    /// An open load came faster than the array can carry it, and the run was given up.
    bool overloaded() const { return overloaded_; }

private:
    static constexpr std::int64_t first_goal = 20'000;   // completions before the first look at the precision
    static constexpr std::int64_t first_goal_turns = 8;  // or this many of each thread

    static constexpr std::uint32_t open_streams = 1024;      // that an open load's arrivals belong to in turn
    static constexpr std::uint32_t open_stride = 617;        // odd, so that it meets each of them
    static constexpr std::int64_t most_in_flight = 200'000;  // of an open load: beyond it the array never catches up

    struct Part {
        std::uint32_t streams = 0;  // threads; of an open load those that its arrivals belong to in turn
        std::uint32_t volumes = 0;
        IoSource ios;
        std::optional<stats::Recorder> recorder;  // if there are several
    };

    void add_parts(sim::RandomSource source) {
        const auto streams = deal_threads(load_.outstanding.value_or(open_streams), workloads_);
        std::uint32_t first = 0;
        for (std::size_t p = 0; p < workloads_.size(); ++p) {
            const WorkloadPart& part = workloads_[p];
            const auto own = static_cast<std::uint32_t>(streams[p]);
            const std::string path = p == 0 ? "hosts" : "hosts." + std::to_string(p + 1);
            parts_.push_back({own,
                              static_cast<std::uint32_t>(part.on.count),
                              IoSource{part.workload, part.on, source, path, first},
                              {}});
            if (workloads_.size() > 1) parts_.back().recorder.emplace();
            first += own;
        }
    }

    std::int64_t threads() const { return load_.outstanding.value_or(1); }

    void start() {
        if (load_.target_iops) simulation_.spawn(load_.outstanding ? pace() : arrive());
        if (!load_.outstanding) return;
        for (Part& part : parts_) {
            for (std::uint32_t id = 0; id < part.streams; ++id) simulation_.spawn(thread(&part, id));
        }
    }

    sim::Task<> thread(Part* part, std::uint32_t id) {
        Trail trail;
        std::uint64_t block = 0;
        for (;;) {
            if (load_.target_iops) co_await tickets_.acquire();
            const Io io = part->ios.next(id, block++, trail);
            const Duration begin = issue(*part, io);
            co_await array_.serve(io);
            complete(*part, io, begin);
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
            std::uint32_t stream = id % open_streams;
            if (parts_.size() > 1) stream = stream * open_stride % open_streams;  // parts in turn, not each in a row
            Part* part = parts_.data();
            for (; stream >= part->streams; ++part) stream -= part->streams;
            simulation_.spawn(single(part, stream, id / open_streams));
        }
        overloaded_ = true;
        simulation_.stop();
    }

    sim::Task<> single(Part* part, std::uint32_t stream, std::uint64_t block) {
        Trail trail;
        const Io io = part->ios.next(stream, block, trail);
        const Duration begin = issue(*part, io);
        co_await array_.serve(io);
        complete(*part, io, begin);
    }

    sim::Task<> record_one_by_one(std::int64_t ios) {
        goal_ = INT64_MAX;
        const auto count = static_cast<std::int64_t>(parts_.size());
        for (std::int64_t i = 0; i < ios; ++i) {
            Trail trail;
            Part& part = parts_[static_cast<std::size_t>(i % count)];
            const auto turn = static_cast<std::uint64_t>(i / count);
            const Io io = part.ios.next(static_cast<std::uint32_t>(turn % part.volumes), turn / part.volumes, trail);
            const Duration begin = issue(part, io);
            co_await array_.serve(io);
            complete(part, io, begin);
        }
        co_await array_.flush();
        simulation_.stop();
    }

    Duration issue(Part& part, const Io& io) {
        io.trail->clear();
        recorder_.started(simulation_.now());
        if (part.recorder) part.recorder->started(simulation_.now());
        return simulation_.now();
    }

    void complete(Part& part, const Io& io, Duration begin) {
        const Duration now = simulation_.now();
        if (part.recorder) part.recorder->completed(now, now - begin, io.size);
        ledger_.settle(*io.trail);
        if (recorder_.completed(now, now - begin, io.size)) recorder_.snapshot(ledger_.cumulative());
        if (++completions_ >= goal_) simulation_.stop();
    }

    Duration next_interval() { return Duration::from_seconds(arrivals_.exponential() / *load_.target_iops); }

    sim::Simulation& simulation_;
    Ledger& ledger_;
    Array& array_;
    OfferedLoad load_;
    std::vector<WorkloadPart> workloads_;
    sim::RandomStream arrivals_;
    sim::Resource tickets_;
    stats::Recorder recorder_;
    std::vector<Part> parts_;  // parallel to workloads_
    bool precise_ = false;
    bool overloaded_ = false;
    std::int64_t completions_ = 0;
    std::int64_t goal_ = 0;
};

}  // namespace arraytwin::twin
