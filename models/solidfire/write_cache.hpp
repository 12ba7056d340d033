// The write cache of one node: a log in NVRAM of the writes whose slices it owns, and of those that it mirrors.
//
// A write takes room at its primary node until both copies of all its blocks are on drives. The other half of the
// memory holds mirrors; nodes are alike, so the secondary's room is not counted a second time. README.md.
#pragma once

#include <string>

#include "lib/sim/link.hpp"
#include "lib/sim/resource.hpp"
#include "lib/twin/ledger.hpp"
#include "models/journal/parameters.hpp"

namespace arraytwin::solidfire {

class WriteCache {
public:
    /// At the place `<node>.nvram`; `room`: for the writes of slices that the node owns.
    WriteCache(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& node,
               const journal::JournalParameters& memory, Bytes room);

    /// `co_await`: waits for room, and tells how long. No record may be larger than all of it.
    auto take_room(Bytes bytes) { return room_.acquire(bytes.count()); }

    /// A record goes into the memory: what that takes beside the work of others, the wait for them included.
    sim::Visit store(Bytes bytes);

    /// `co_await`: the same on the path of an I/O, which goes on `delay` after it.
    sim::Simulation::Timer log(twin::Trail& trail, Bytes bytes, Duration delay);

    /// So much of what was written is on drives, both copies.
    void release(Bytes bytes);

    /// `co_await`: until nothing is left to write to drives; takes all the room, give it back with reopen().
    auto drain() { return room_.acquire(size_.count()); }
    void reopen() { room_.release(size_.count()); }

    /// Bytes that were written to drives, for each byte of room.
    double turnover() const { return destaged_ / size_; }

    twin::PlaceId place() const { return place_; }

private:
    sim::Simulation* simulation_;
    twin::Ledger* ledger_;
    twin::PlaceId place_;
    sim::Link memory_;
    Duration persist_time_;
    Bytes size_;
    sim::Resource room_;
    Bytes destaged_;
};

}  // namespace arraytwin::solidfire
