// A drive as its host sees it: a queue of commands, channels that work beside each other, and one link for all data.
//
// Each channel is a first-come-first-served queue of its own, because data lie where they lie: an I/O waits for its
// channel though others idle. An I/O of several chunks takes as many channels at once and is done with the last.
// Nothing is allocated after construction. Physics: README.md.
#pragma once

#include <string>

#include "lib/sim/random.hpp"
#include "lib/twin/io.hpp"
#include "lib/twin/station.hpp"
#include "models/local/parameters.hpp"

namespace arraytwin::local {

class Drive {
public:
    using Timer = sim::Simulation::Timer;

    /// At the places `name` (its channels), `name`.queue, `name`.path and `name`.link. `parameters` must outlive it.
    Drive(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name, const Parameters& parameters,
          sim::RandomSource source);

    /// `co_await`: through the driver's queue and over to the drive.
    Timer send_command(twin::Io io);

    /// `co_await`: the channels read or write all chunks of it.
    Timer access_chunks(twin::Io io);

    /// `co_await`: its data over the link.
    Timer transfer(twin::Io io);

private:
    const OperationCost& cost_of(const twin::Io& io) const;
    std::size_t first_channel(const twin::Io& io) const;
    sim::Visit access_chunk(const twin::Io& io, std::size_t channel, Bytes bytes);

    sim::Simulation& simulation_;
    twin::Ledger& ledger_;
    const Media& media_;
    const Costs& costs_;
    twin::Station queue_;
    sim::Server link_;
    sim::Server channels_;
    twin::PlaceId link_place_;
    twin::PlaceId place_;  // of the channels
    twin::PlaceId path_;   // the delay in which nobody waits for anybody
    sim::Variability read_variability_;
    sim::Variability write_variability_;
    sim::Variability link_variability_;
    sim::RandomStream channel_times_;
    sim::RandomStream link_times_;
};

}  // namespace arraytwin::local
