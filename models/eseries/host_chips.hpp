// The chips of the host interface cards: each serves some of a controller's ports, one command at a time, and holds a
// limited number of commands.
#pragma once

#include <vector>

#include "lib/sim/resource.hpp"
#include "lib/twin/io.hpp"
#include "lib/twin/station.hpp"
#include "models/eseries/parameters.hpp"
#include "models/fabric/topology.hpp"

namespace arraytwin::eseries {

class HostChips {
public:
    /// At the places `node.1.chip.1`, ...
    HostChips(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters);

    /// Takes one of the chip's exchanges at once, if one is free, as mostly.
    bool enter(const fabric::Path& path) { return chip(path).exchanges.try_acquire(); }
    sim::Task<> wait_for_exchange(twin::Io io, fabric::Path path);

    /// `co_await`: the chip's work for a command.
    sim::Simulation::Timer take_command(const twin::Io& io, const fabric::Path& path) {
        return chip(path).commands.serve(*io.trail, command_time_);
    }
    void leave(const fabric::Path& path) { chip(path).exchanges.release(); }

private:
    struct Chip {
        twin::Station commands;
        sim::Resource exchanges;
        twin::PlaceId exchanges_place;
    };

    Chip& chip(const fabric::Path& path) { return chips_[static_cast<std::size_t>(path.target_port / ports_of_chip_)]; }

    Duration command_time_;
    int ports_of_chip_;
    std::vector<Chip> chips_;
};

}  // namespace arraytwin::eseries
