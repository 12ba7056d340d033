// An E-Series array in one simulation: the paths of reads and writes through fabric, chips, cores, caches and drives.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/cache/buffer_cache.hpp"
#include "models/cache/read_ahead.hpp"
#include "models/eseries/back_end.hpp"
#include "models/eseries/host_chips.hpp"
#include "models/eseries/write_cache.hpp"
#include "models/fabric/fabric.hpp"
#include "models/qos/ceilings.hpp"

namespace arraytwin::eseries {

class Eseries {
public:
    /// `parameters` must outlive it.
    Eseries(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters, sim::RandomSource source);

    /// From the application's call to its return.
    sim::Task<> serve(twin::Io io);

    /// Writes out all that has been acknowledged.
    sim::Task<> flush();

    /// Each write cache that is used has been filled and flushed a few times.
    bool has_cycled() const;

private:
    /// Not movable: its parts refer to each other.
    struct Controller {
        Controller(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name,
                   const Parameters& parameters, BackEnd& back_end, std::size_t number, sim::RandomSource source);

        std::size_t number;
        controller::Processor processor;
        cache::BufferCache cache;
        cache::ReadAhead read_ahead;
        WriteCache write_cache;
        sim::RandomStream service;  // variability of operations
        twin::PlaceId software;     // hand-overs in which no core is busy
    };

    sim::Task<> read(twin::Io io);
    sim::Task<> write(twin::Io io);
    sim::Task<> write_through(twin::Io io);

    Controller& owner(const twin::Io& io) { return *controllers_[io.volume % controllers_.size()]; }
    std::size_t core_of(const twin::Io& io) const;
    Duration on_cores(Duration core_time) const { return core_time * core_time_factor_; }
    sim::Simulation::Timer process(twin::Io io, const controller::CostedOperation& operation);
    sim::Simulation::Timer take_in(twin::Io io);
    sim::Simulation::Timer arrive_in_memory(twin::Io io);
    sim::Simulation::Timer read_drives(twin::Io io);
    void fetch_to_reconstruct(const twin::Io& io);
    Duration flush_work(const twin::Io& io);

    sim::Simulation& simulation_;
    const Parameters& parameters_;
    const Costs& costs_;
    double core_time_factor_;
    controller::CostedOperation random_read_;
    controller::CostedOperation sequential_read_;
    controller::CostedOperation write_;
    fabric::Fabric fabric_;
    HostChips chips_;
    BackEnd back_end_;
    qos::Ceilings ceilings_;
    std::vector<std::unique_ptr<Controller>> controllers_;  // that are up
};

}  // namespace arraytwin::eseries
