// The throttles of all volumes, and the place at which what they hold up is seen: `volumes.qos`.
#pragma once

#include <optional>
#include <vector>

#include "lib/sim/simulation.hpp"
#include "lib/twin/io.hpp"
#include "models/qos/throttle.hpp"

namespace arraytwin::qos {

class Ceilings {
public:
    /// As many volumes, each with a throttle of its own. Without a limit there is no such place.
    Ceilings(sim::Simulation& simulation, twin::Ledger& ledger, int volumes, const Throttle& throttle, double rate);

    bool limit() const { return !throttles_.empty(); }

    /// `co_await`, only if there is a limit: until the volume may go on with an I/O of this weight.
    sim::Simulation::Timer pass(const twin::Io& io, double weight);

private:
    sim::Simulation* simulation_;
    twin::Ledger* ledger_;
    double rate_;
    std::vector<Throttle> throttles_;
    twin::PlaceId place_ = 0;
};

}  // namespace arraytwin::qos
