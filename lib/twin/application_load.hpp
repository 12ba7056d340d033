// The clients of an application in a run: transactions of host work and I/Os in sequence, and the recorder of them.
//
// Without think time each client is a process of its own. With it, all clients that think are one stream of beginnings:
// think times are exponential, so of n clients that think, one begins after think_time / n, whichever it is; and a
// stream as if all did, of which each beginning counts with the share of those who do, is the same (uniformisation).
// So sixty thousand clients cost what their few transactions under way cost, and the run starts in its steady state.
// A template over the array, so that no call between two events is virtual. Array: as in host_load.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "lib/application/application.hpp"
#include "lib/sim/simulation.hpp"
#include "lib/stats/recorder.hpp"
#include "lib/twin/goal.hpp"
#include "lib/twin/io_source.hpp"
#include "lib/twin/places_of_hosts.hpp"
#include "lib/twin/station.hpp"
#include "lib/twin/twin.hpp"

namespace arraytwin::twin {

template <class Array>
class ApplicationLoad {
public:
    /// The application must outlive it.
    ApplicationLoad(sim::Simulation& simulation, Ledger& ledger, Array& array, const Application& application, int vms,
                    int volumes, sim::RandomSource source)
        : simulation_{simulation},
          ledger_{ledger},
          array_{array},
          application_{application},
          log_workload_{application.log_workload()},
          clients_{application.clients(vms)},
          vms_{static_cast<std::uint32_t>(vms)},
          hosts_{make_hosts(vms)},
          wait_{ledger.add(std::string{place_of_waiting}, Queueing::delay)},
          data_{application.io, {0, volumes}, source, "application data"},
          log_{log_workload_, {0, volumes}, source, "application log"},
          sizes_{source, "application", "size of each transaction"},
          thinking_{source, "application", "think times"},
          size_{application.hosts.variability},
          log_blocks_(vms_),
          recorder_{stats::RecorderOptions{.counters = static_cast<int>(ledger.cumulative().size())}} {}

    /// Runs until the summary is precise enough or `max_ios` I/Os have completed; `in_flight` transactions begin at once.
    stats::Summary measure(const RunOptions& options, std::int64_t in_flight) {
        start(std::clamp<std::int64_t>(in_flight, 0, clients_));
        const auto most = static_cast<std::int64_t>(
            std::max(1.0, static_cast<double>(options.max_ios) / std::max(1.0, application_.ios_per_transaction())));
        goal_ = std::min(most, std::max(first_goal, first_goal_turns * in_flight));
        for (;;) {
            if (!simulation_.run()) break;  // nothing pending: every client waits for ever
            stats::Summary summary = recorder_.summarize();
            precise_ = array_.has_cycled() && reached(summary, options.precision);
            if (precise_ || transactions_ >= most) return summary;
            goal_ = next_goal(summary, options.precision, transactions_, most);
        }
        return recorder_.summarize();
    }

    std::int64_t completions() const { return ios_; }
    bool precise() const { return precise_; }
    bool overloaded() const { return false; }

private:
    static constexpr std::int64_t first_goal = 4'000;    // transactions before the first look at the precision
    static constexpr std::int64_t first_goal_turns = 4;  // or this many of each that is under way

    std::vector<Station> make_hosts(int vms) {
        std::vector<Station> hosts;
        const int used = application_.hosts.used(vms);
        for (int host = 0; host < used; ++host) {
            const int own = vms / used + (host < vms % used ? 1 : 0);
            hosts.emplace_back(simulation_, ledger_, place_of_cores(host), application_.hosts.cores_of(own));
        }
        return hosts;
    }

    void start(std::int64_t in_flight) {
        if (application_.think_time == Duration{}) {
            for (std::int64_t id = 0; id < clients_; ++id) simulation_.spawn(client(static_cast<std::uint32_t>(id)));
            return;
        }
        simulation_.spawn(begin_after_thinking());
        for (next_ = 0; next_ < static_cast<std::uint64_t>(in_flight); ++next_) {
            simulation_.spawn(transaction(next_client()));
        }
    }

    std::uint32_t next_client() const {
        return static_cast<std::uint32_t>(next_ % static_cast<std::uint64_t>(clients_));
    }

    sim::Task<> client(std::uint32_t id) {
        for (;;) co_await transaction(id);
    }

    sim::Task<> begin_after_thinking() {
        const double all = static_cast<double>(clients_);
        const double interval_s = application_.think_time.seconds() / all;
        for (;;) {
            const Duration interval = Duration::from_seconds(thinking_.exponential() * interval_s);
            co_await simulation_.delay(interval);
            if (thinking_.uniform() * all < static_cast<double>(recorder_.outstanding()))
                continue;  // it does not think
            simulation_.spawn(transaction(next_client()));
            ++next_;
        }
    }

    sim::Task<> transaction(std::uint32_t client) {
        Trail trail;
        const Duration begin = simulation_.now();
        recorder_.started(begin);
        const double size = size_.draw(sizes_);
        const std::int64_t ios = whole(application_.ios);
        const std::int64_t log_writes = whole(application_.log.writes);
        const Duration slice =
            application_.hosts.cpu_time * (size / static_cast<double>(ios + log_writes + 1));  // between two I/Os
        const std::uint32_t vm = client % vms_;
        Station& host = hosts_[vm % hosts_.size()];

        const Duration waiting = application_.hosts.wait_time * size;
        trail.add(wait_, {Duration{}, waiting});
        co_await host.serve(trail, slice, waiting);
        settle(trail);
        Bytes moved;
        for (std::int64_t i = 0; i < ios; ++i) {
            const Io io = data_.next(client, static_cast<std::uint64_t>(i), trail);
            moved += io.size;
            co_await array_.serve(io);
            settle_io(trail);
            co_await host.serve(trail, slice);
            settle(trail);
        }
        for (std::int64_t i = 0; i < log_writes; ++i) {
            const Io io = log_.next(vm, log_blocks_[vm]++, trail);
            moved += io.size;
            co_await array_.serve(io);
            settle_io(trail);
            co_await host.serve(trail, slice);
            settle(trail);
        }
        complete(begin, moved);
    }

    /// A whole number whose mean is `mean`.
    std::int64_t whole(double mean) {
        const double floor = std::floor(mean);
        const bool more = mean > floor && sizes_.uniform() < mean - floor;
        return static_cast<std::int64_t>(floor) + (more ? 1 : 0);
    }

    void settle(Trail& trail) {
        ledger_.settle(trail);
        trail.clear();
    }

    void settle_io(Trail& trail) {
        settle(trail);
        ++ios_;
    }

    void complete(Duration begin, Bytes moved) {
        const Duration now = simulation_.now();
        if (recorder_.completed(now, now - begin, moved)) recorder_.snapshot(ledger_.cumulative());
        if (++transactions_ >= goal_) simulation_.stop();
    }

    sim::Simulation& simulation_;
    Ledger& ledger_;
    Array& array_;
    const Application& application_;
    Workload log_workload_;
    std::int64_t clients_;
    std::uint32_t vms_;
    std::vector<Station> hosts_;
    PlaceId wait_;
    IoSource data_;
    IoSource log_;
    sim::RandomStream sizes_;
    sim::RandomStream thinking_;
    sim::Variability size_;
    std::vector<std::uint64_t> log_blocks_;  // written so far, by virtual machine
    stats::Recorder recorder_;
    std::uint64_t next_ = 0;  // transactions that began after thinking
    std::int64_t transactions_ = 0;
    std::int64_t ios_ = 0;
    std::int64_t goal_ = 0;
    bool precise_ = false;
};

}  // namespace arraytwin::twin
