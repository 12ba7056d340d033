// A node's aggregate: RAID groups of drives that WAFL reads blocks from and writes whole stripes to.
#pragma once

#include <vector>

#include "lib/sim/random.hpp"
#include "lib/twin/io.hpp"
#include "models/media/ssd.hpp"

namespace arraytwin::ontap {

class Aggregate {
public:
    /// `drives` in use, the parity ones (`parity` of them) spread over all as blocks see it; `chain`: what is written to
    /// one drive in a row.
    Aggregate(sim::Simulation& simulation, std::vector<media::Ssd*> drives, int parity, Bytes chain,
              sim::RandomStream random);

    /// Reads an I/O's blocks from wherever they have been written, and waits for them.
    sim::Simulation::Timer read(twin::Io io);

    /// The same for read-ahead, for which nobody waits; returns when it will be done.
    Duration fetch(Bytes bytes);

    /// `co_await`: writes data as part of full stripes, its share of parity with it.
    sim::Simulation::Timer write_stripes(Bytes data);

private:
    media::Done read_random_drive(Bytes bytes, const media::Ssd*& from);

    sim::Simulation* simulation_;
    std::vector<media::Ssd*> drives_;
    double amplification_;  // drive bytes for each data byte
    Bytes chain_;
    sim::RandomStream random_;
    std::size_t next_drive_ = 0;
    double owed_ = 0;  // drive bytes that were written but not yet sent, less than one chain
};

}  // namespace arraytwin::ontap
