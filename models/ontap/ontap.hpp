// An ONTAP array in one simulation: the paths of reads and writes through fabric, cores, cache, log and drives.
#pragma once

#include <memory>
#include <vector>

#include "models/cache/buffer_cache.hpp"
#include "models/cache/read_ahead.hpp"
#include "models/controller/processor.hpp"
#include "models/fabric/fabric.hpp"
#include "models/journal/journal.hpp"
#include "models/ontap/aggregate.hpp"
#include "models/ontap/consistency_point.hpp"
#include "models/ontap/parameters.hpp"

namespace arraytwin::ontap {

class Ontap {
public:
    /// `parameters` must outlive it.
    Ontap(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters, sim::RandomSource source);

    /// From the application's call to its return.
    sim::Task<> serve(twin::Io io);

    /// Carries out all that has been acknowledged and not yet written.
    sim::Task<> flush();

    /// Each node that has been written to has carried out a few consistency points.
    bool has_cycled() const;

private:
    /// One controller with the aggregate that it owns. Not movable: its parts refer to each other.
    struct Node {
        Node(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name, const Parameters& parameters,
             std::vector<media::Ssd*> drives, sim::RandomSource source);

        controller::Processor processor;
        cache::BufferCache cache;
        cache::ReadAhead read_ahead;
        Aggregate aggregate;
        journal::Journal journal;
        ConsistencyPoint consistency_point;
        sim::RandomStream service;  // variability of operations
        twin::PlaceId software;     // hand-overs in which no core is busy
    };

    /// What a kind of operation costs on this array's cores.
    struct CostedOperation {
        controller::Processor::Operation work;
        sim::Variability variability;
        Duration delay;
    };

    sim::Task<> read(twin::Io io);
    sim::Task<> write(twin::Io io);

    void add_drives(sim::Simulation& simulation, twin::Ledger& ledger);
    void add_nodes(sim::Simulation& simulation, twin::Ledger& ledger, sim::RandomSource source);
    Node& owner(const twin::Io& io) { return *nodes_[static_cast<std::size_t>(owners_[io.volume])]; }
    std::size_t core_of(const twin::Io& io) const;
    Duration at_clock(Duration core_time) const { return core_time * core_time_factor_; }
    CostedOperation at_clock(const OperationCost& cost) const;
    sim::Simulation::Timer process(twin::Io io, const CostedOperation& operation);
    sim::Simulation::Timer take_in(twin::Io io);
    sim::Simulation::Timer arrive_in_memory(twin::Io io);

    sim::Simulation& simulation_;
    const Parameters& parameters_;
    const Costs& costs_;
    double core_time_factor_;
    CostedOperation random_read_;
    CostedOperation sequential_read_;
    CostedOperation write_;
    std::vector<int> owners_;  // node of each volume
    fabric::Fabric fabric_;
    std::vector<std::unique_ptr<media::Ssd>> drives_;
    std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace arraytwin::ontap
