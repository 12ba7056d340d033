// The cores of one controller: each a first-come-first-served queue, for work that is bound to it and work that is not.
//
// Bound work (a volume's affinity) waits for its own core, even if others idle: that is what makes latency climb long
// before the processor is full. Other work takes the core that is free first. Both use up the same cores. README.md.
#pragma once

#include <string>

#include "lib/sim/server.hpp"
#include "lib/twin/ledger.hpp"

namespace arraytwin::controller {

class Processor {
public:
    /// At the place `<node>.cpu`.
    Processor(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& node, int cores)
        : simulation_{&simulation},
          ledger_{&ledger},
          cores_{simulation, cores},
          bound_{ledger.add(node + ".cpu", twin::Queueing::own_queues, cores)},
          unbound_{ledger.add(node + ".cpu", twin::Queueing::any_server, cores)} {}

    std::size_t cores() const { return cores_.count(); }

    /// Core time of one operation: `service` is waited for, `after` is not; both were drawn with one `factor` of mean 1.
    struct Operation {
        Duration service;
        Duration after;
        double factor = 1;
        double variability = 0;
    };

    /// `co_await`: runs on a given core, and resumes `delay` after it is through.
    sim::Simulation::Timer run_bound(twin::Trail& trail, std::size_t core, const Operation& operation, Duration delay) {
        const Duration after = operation.after * operation.factor;
        const sim::Visit visit = cores_.reserve_one(core, operation.service * operation.factor, after);
        trail.add(bound_, visit);
        ledger_->occupy(bound_, visit.service + after, operation.service + operation.after, operation.variability);
        return simulation_->delay(visit.wait + visit.service + delay);
    }

    /// `co_await`: runs on the core that is free first.
    sim::Simulation::Timer run_anywhere(twin::Trail& trail, Duration service) {
        const sim::Visit visit = cores_.reserve(service);
        trail.add(unbound_, visit);
        ledger_->occupy(unbound_, service);
        return simulation_->delay(visit.wait + visit.service);
    }

    /// `co_await`: the same for work that belongs to no I/O.
    sim::Simulation::Timer run_in_background(Duration service) {
        ledger_->occupy(unbound_, service);
        const sim::Visit visit = cores_.reserve(service);
        return simulation_->delay(visit.wait + visit.service);
    }

    /// Takes a core for work that nobody waits for.
    void run_unattended(Duration service) {
        ledger_->occupy(unbound_, service);
        cores_.reserve(service);
    }

private:
    sim::Simulation* simulation_;
    twin::Ledger* ledger_;
    sim::Server cores_;
    twin::PlaceId bound_;
    twin::PlaceId unbound_;
};

}  // namespace arraytwin::controller
