#include "lib/twin/ledger.hpp"

namespace arraytwin::twin {

PlaceId Ledger::add(std::string name, Queueing queueing, int servers) {
    places_.push_back({std::move(name), queueing, servers});
    totals_.resize(places_.size() * columns);
    return static_cast<PlaceId>(places_.size() - 1);
}

void Ledger::expect(PlaceId place, Duration mean, double variability) {
    const auto mean_ns = static_cast<double>(mean.ns());
    at(place, visits) += 1;
    at(place, expected) += mean_ns;
    at(place, expected_square) += mean_ns * mean_ns * (1 + variability);
}

}  // namespace arraytwin::twin
