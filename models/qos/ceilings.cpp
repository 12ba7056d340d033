#include "models/qos/ceilings.hpp"

namespace arraytwin::qos {

Ceilings::Ceilings(sim::Simulation& simulation, twin::Ledger& ledger, int volumes, const Throttle& throttle,
                   double rate)
    : simulation_{&simulation}, ledger_{&ledger}, rate_{rate} {
    if (!throttle.limits()) return;
    throttles_.assign(static_cast<std::size_t>(volumes), throttle);
    place_ = ledger.add("volumes.qos", twin::Queueing::shared_queue, volumes);
}

/// An I/O uses up its share of the volume's rate, which bounds what all can have, but it is not a service that it waits
/// for: it only waits when it comes too early.
sim::Simulation::Timer Ceilings::pass(const twin::Io& io, double weight) {
    const Duration now = simulation_->now();
    const Duration start = throttles_[io.volume].admit(now, weight);
    ledger_->occupy(place_, Duration::from_seconds(weight / rate_));
    if (start > now) io.trail->add(place_, {start - now, {}});
    return simulation_->until(start);
}

}  // namespace arraytwin::qos
