#include "models/journal/journal.hpp"

#include <algorithm>

namespace arraytwin::journal {

namespace {

constexpr Bytes frame{4096};  // remote writes and copies go in pages

}  // namespace

Journal::Journal(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& node,
                 const LogParameters& parameters)
    : simulation_{simulation},
      ledger_{ledger},
      parameters_{parameters},
      memory_{simulation, parameters.memory.write_rate, {}, {}, frame},
      mirror_{simulation, parameters.mirror.speed * parameters.mirror.count, {}, {}, frame},
      place_{ledger.add(node + ".journal", twin::Queueing::shared_queue)},
      mirror_place_{ledger.add(node + ".partner_link", twin::Queueing::shared_queue)},
      room_{simulation, parameters.half.count()},
      flush_wanted_{simulation, false} {}

sim::Task<> Journal::log(twin::Io io, bool starts_extent) {
    const Bytes record = io.size + parameters_.record_overhead;
    const std::int64_t room = std::min(record, parameters_.half).count();
    if (!flushing_ && room_.available() < room) flush_wanted_.open();
    const Duration waited = co_await room_.acquire(room);
    filling_.bytes += io.size;
    if (starts_extent) filling_.extents += io.work;

    // The memory takes this node's records and its partner's; the two nodes are alike, so each record counts twice.
    const Duration begin = simulation_.now();
    const sim::Transfer own = memory_.send(parameters_.mirrored ? record * 2 : record);
    const Duration safe_here = own.tail + parameters_.memory.persist_time;
    ledger_.occupy(place_, own.visit.service);
    io.trail->add(place_, {waited + own.visit.wait, safe_here - begin - own.visit.wait});
    Duration safe = safe_here;
    if (parameters_.mirrored) {
        const sim::Transfer sent = mirror_.send(record);
        safe = std::max(safe_here, sent.tail + parameters_.mirror.round_trip + parameters_.memory.persist_time);
        ledger_.occupy(mirror_place_, sent.visit.service);
        const Duration wait = std::min(safe - safe_here, sent.visit.wait);
        io.trail->add(mirror_place_, {wait, safe - safe_here - wait});
    }
    co_await simulation_.until(safe);
}

Dirty Journal::switch_halves() {
    const Dirty full = filling_;
    filling_ = {};
    flushing_ = true;
    flush_wanted_.shut();
    const auto room = static_cast<std::int64_t>(parameters_.lead * static_cast<double>(parameters_.half.count()));
    allowed_ = parameters_.lead;
    room_.release(room - room_.available());
    return full;
}

void Journal::flushed(double share) {
    if (share < 1)
        return allow(share + parameters_.lead * (1 - share));  // full just when the flush ends: nobody stalls
    flushing_ = false;
    allow(1);
    if (room_.has_waiters()) flush_wanted_.open();
}

void Journal::allow(double share) {
    const auto half = static_cast<double>(parameters_.half.count());
    room_.release(static_cast<std::int64_t>(share * half) - static_cast<std::int64_t>(allowed_ * half));
    allowed_ = share;
}

}  // namespace arraytwin::journal
