// A server of the simulation with its place in the ledger: what models are built of.
#pragma once

#include <string>

#include "lib/sim/server.hpp"
#include "lib/twin/ledger.hpp"

namespace arraytwin::twin {

class Station {
public:
    /// `servers` behind one queue, at the place `name`.
    Station(sim::Simulation& simulation, Ledger& ledger, std::string name, int servers)
        : simulation_{&simulation},
          ledger_{&ledger},
          server_{simulation, servers},
          place_{ledger.add(std::move(name), Queueing::shared_queue, servers)} {}

    /// `co_await station.serve(trail, service)`: waits for its turn and for the service; resumes `delay` after it.
    sim::Simulation::Timer serve(Trail& trail, Duration service, Duration delay = {}) {
        const sim::Visit visit = server_.reserve(service);
        trail.add(place_, visit);
        ledger_->occupy(place_, service);
        return simulation_->delay(visit.wait + visit.service + delay);
    }

private:
    sim::Simulation* simulation_;
    Ledger* ledger_;
    sim::Server server_;
    PlaceId place_;
};

}  // namespace arraytwin::twin
