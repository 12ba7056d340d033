#include "models/solidfire/write_cache.hpp"

namespace arraytwin::solidfire {

namespace {

constexpr Bytes page{4096};  // records are copied in pages

}  // namespace

WriteCache::WriteCache(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& node,
                       const journal::JournalParameters& memory, Bytes room)
    : simulation_{&simulation},
      ledger_{&ledger},
      place_{ledger.add(node + ".nvram", twin::Queueing::shared_queue)},
      memory_{simulation, memory.write_rate, {}, {}, page},
      persist_time_{memory.persist_time},
      size_{room},
      room_{simulation, room.count()} {}

sim::Visit WriteCache::store(Bytes bytes) {
    const sim::Transfer stored = memory_.send(bytes);
    ledger_->occupy(place_, stored.visit.service);
    return {stored.visit.wait, stored.visit.service + persist_time_};
}

sim::Simulation::Timer WriteCache::log(twin::Trail& trail, Bytes bytes, Duration delay) {
    const sim::Visit visit = store(bytes);
    trail.add(place_, {visit.wait, visit.service + delay});
    return simulation_->delay(visit.wait + visit.service + delay);
}

void WriteCache::release(Bytes bytes) {
    destaged_ += bytes;
    room_.release(bytes.count());
}

}  // namespace arraytwin::solidfire
