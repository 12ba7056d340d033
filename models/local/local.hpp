// A host with its drives in one simulation: the paths of reads and writes from the application's call to its answer.
#pragma once

#include <memory>
#include <vector>

#include "models/local/drive.hpp"

namespace arraytwin::local {

class Local {
public:
    /// `parameters` must outlive it.
    Local(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters, sim::RandomSource source);

    /// From the application's call to its return.
    sim::Task<> serve(twin::Io io);

    /// Nothing is left to do behind an I/O but what its channel is promised to already.
    sim::Task<> flush();

    /// Nothing happens in cycles.
    bool has_cycled() const { return true; }

private:
    sim::Task<> read(twin::Io io);
    sim::Task<> write(twin::Io io);

    Drive& drive_of(const twin::Io& io) { return *drives_[io.volume % drives_.size()]; }
    sim::Simulation::Timer submit(twin::Io io);
    sim::Simulation::Timer complete(twin::Io io);

    const Costs& costs_;
    twin::Station cpu_;
    std::vector<std::unique_ptr<Drive>> drives_;
};

}  // namespace arraytwin::local
