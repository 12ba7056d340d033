#include "lib/twin/ledger.hpp"

namespace arraytwin::twin {

PlaceId Ledger::add(std::string name, Queueing queueing, int servers) {
    places_.push_back({std::move(name), queueing, servers});
    totals_.resize(places_.size() * columns);
    return static_cast<PlaceId>(places_.size() - 1);
}

void Ledger::settle_with_moments(const Trail& trail) {
    settle(trail);
    for (const Trail::Visited& visited : trail.visits()) {
        const auto service_ns = static_cast<double>(visited.service_ns);
        at(visited.place, visits) += 1;
        at(visited.place, squared_service) += service_ns * service_ns;
    }
}

}  // namespace arraytwin::twin
