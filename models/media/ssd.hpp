// A flash drive: independent dies behind one port, with a buffer that writes end in.
//
// A read waits for its die, senses, and leaves over the channel and the port. Programs and erases run behind the buffer,
// in the dies' idle time: a read that meets one waits for it to be suspended. Garbage collection is not simulated page by
// page: its steady state is a write amplification in closed form, from over-provisioning and fill, and drives start in
// it. Memory does not depend on the capacity. Physics and sources: README.md.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lib/sim/link.hpp"
#include "lib/twin/ledger.hpp"
#include "models/media/parameters.hpp"

namespace arraytwin::media {

/// Pages written to flash for each page from the host, in steady state, when a share `fill` of the drive's size holds
/// data and cleaning takes the oldest block: A = a / (a + W(-a e^-a)) with a = flash / data (Desnoyers 2012, eq. 9).
double write_amplification(double over_provisioning, double fill);

/// What one command met at the drive, and when it is done.
struct Done {
    Duration at;
    sim::Visit visit;
};

class Ssd {
public:
    /// At the places `name`, `name`.programs and `name`.port. `fill`: share of the drive's size that holds data, 0 to 1.
    Ssd(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name, const SsdParameters& parameters,
        double fill);

    /// A read whose place on the drive is drawn from `random` (64 uniform bits). What was programmed together lies on one
    /// die; larger reads take several dies at once.
    Done read(Bytes bytes, std::uint64_t random);

    /// A write: done when the buffer has taken it. Whole units go on to the dies, in turn.
    Done write(Bytes bytes);

    twin::PlaceId place() const { return place_; }

private:
    /// Reads first; what programs and erases have left to do drains while the die would be idle.
    struct Die {
        Duration reads_until;
        Duration drained_until;
        Duration backlog;

        void drain(Duration now);
    };

    Duration sense(Die& die, Bytes bytes, std::uint64_t random);

    sim::Simulation* simulation_;
    twin::Ledger* ledger_;
    SsdParameters parameters_;
    twin::PlaceId place_;
    twin::PlaceId programs_place_;  // apart: reads go before programs, so they do not queue for them
    twin::PlaceId port_place_;
    sim::Link port_;
    std::vector<Die> dies_;
    std::size_t next_die_ = 0;
    Bytes sensed_at_once_;       // one page of each plane
    Bytes unprogrammed_;         // in the buffer, less than a unit
    Duration backlog_of_unit_;   // die time behind one program unit from the host, garbage collection included
    Duration buffered_backlog_;  // of each die when the buffer is full
};

}  // namespace arraytwin::media
