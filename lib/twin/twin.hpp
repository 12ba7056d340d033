// One array, described and checked, ready to be asked. Immutable: any number of threads may run it at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/application/application.hpp"
#include "lib/sim/random.hpp"
#include "lib/stats/summary.hpp"
#include "lib/twin/ledger.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::twin {

/// How long a simulated point may run, and when it is good enough.
struct RunOptions {
    stats::Precision precision = {};
    std::int64_t max_ios = 400'000;
};

/// What one part of a workload did in it. Its summary has no counters.
struct PartRun {
    std::string workload;
    int volumes = 0;
    int outstanding = 0;
    stats::Summary summary;
};

/// One simulated point: what was measured, and where the time went. Summary's counters are the ledger's columns.
struct Run {
    stats::Summary summary;
    std::vector<Place> places;
    std::vector<PartRun> parts;  ///< of a workload that has parts
    bool precise = false;        ///< the precision that was asked for was reached
    bool overloaded = false;     ///< an open load came faster than the array can carry it; the run was given up
    std::uint64_t ios = 0;
    std::uint64_t events = 0;
};

/// Totals over a short, lightly loaded run that was let finish all that it had begun.
struct RecordedDemands {
    std::vector<Place> places;
    std::vector<double> totals;  ///< the ledger's columns
    std::int64_t ios = 0;
};

class Twin {
public:
    virtual ~Twin() = default;

    /// Volumes that the hosts use; each workload's threads are spread over them.
    virtual int volumes() const = 0;

    /// Simulates one load until it is precise enough or has run `max_ios`.
    virtual Run run(const Workload& workload, const OfferedLoad& load, const RunOptions& options,
                    sim::RandomSource source) const = 0;

    /// Simulates an application in `vms` virtual machines, `in_flight` of its transactions under way from the start. The
    /// run's summary is of transactions, its `ios` of the I/Os that they made. A twin that cannot says nothing.
    virtual Run run_application(const Application& /*application*/, int /*vms*/, std::int64_t /*in_flight*/,
                                const RunOptions& /*options*/, sim::RandomSource /*source*/) const {
        return {};
    }

    /// How long each I/O occupies each server when nobody is in its way; at most `ios` I/Os.
    virtual RecordedDemands record_demands(const Workload& workload, int ios, sim::RandomSource source) const = 0;
};

}  // namespace arraytwin::twin
