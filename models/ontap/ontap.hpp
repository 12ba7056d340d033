// An ONTAP array in one simulation: the paths of reads and writes through fabric, cores, cache, log and drives.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "models/cache/buffer_cache.hpp"
#include "models/cache/read_ahead.hpp"
#include "models/controller/processor.hpp"
#include "models/fabric/fabric.hpp"
#include "models/journal/journal.hpp"
#include "models/ontap/aggregate.hpp"
#include "models/ontap/cluster_network.hpp"
#include "models/ontap/compression.hpp"
#include "models/ontap/consistency_point.hpp"
#include "models/ontap/parameters.hpp"
#include "models/qos/ceilings.hpp"

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
    /// One controller that is up. `aggregates`: its own, and its partner's if that is down. Not movable: its parts refer to
    /// each other.
    struct Node {
        Node(sim::Simulation& simulation, twin::Ledger& ledger, int number, const Parameters& parameters,
             std::vector<Aggregate*> aggregates, sim::RandomSource source);

        controller::Processor processor;
        cache::BufferCache cache;
        cache::ReadAhead read_ahead;
        journal::Journal journal;
        ConsistencyPoint consistency_point;
        sim::RandomStream service;  // variability of operations
        twin::PlaceId software;     // hand-overs in which no core is busy
    };

    sim::Task<> read(twin::Io io);
    sim::Task<> write(twin::Io io);

    void add_drives(sim::Simulation& simulation, twin::Ledger& ledger);
    void add_aggregates(sim::Simulation& simulation, sim::RandomSource source);
    void add_nodes(sim::Simulation& simulation, twin::Ledger& ledger, sim::RandomSource source);
    void deal_volumes();
    void connect_nodes(sim::Simulation& simulation, twin::Ledger& ledger);
    Node& owner(const twin::Io& io) { return *volumes_[io.volume].node; }
    Aggregate& aggregate(const twin::Io& io) { return *volumes_[io.volume].aggregate; }
    std::size_t core_of(const twin::Io& io) const;
    Duration at_clock(Duration core_time) const { return core_time * core_time_factor_; }
    /// The node at which an I/O arrived; null if it is the one that serves its volume.
    Node* elsewhere(const twin::Io& io, const fabric::Path& path);
    sim::Simulation::Timer take_protocol(twin::Io io, const controller::CostedOperation& operation, Node* arrived);
    sim::Simulation::Timer hand_over(twin::Io io, const fabric::Path& path);
    sim::Simulation::Timer process(twin::Io io, const controller::CostedOperation& operation, const Node* arrived);
    sim::Simulation::Timer take_in(twin::Io io);
    sim::Simulation::Timer arrive_in_memory(twin::Io io);
    sim::Simulation::Timer read_drives(twin::Io io);
    void fetch_to_reconstruct(const twin::Io& io);
    Duration fetch_time(Bytes read) const;
    Duration unpack_time(Bytes bytes) const;
    void pack_again(const twin::Io& io);

    sim::Simulation& simulation_;
    const Parameters& parameters_;
    const Costs& costs_;
    double core_time_factor_;
    controller::CostedOperation random_read_;
    controller::CostedOperation sequential_read_;
    controller::CostedOperation write_;
    Compression compression_;
    fabric::Fabric fabric_;
    std::optional<ClusterNetwork> cluster_network_;  // where I/Os arrive at nodes that do not serve them
    qos::Ceilings ceilings_;
    std::vector<std::unique_ptr<media::Ssd>> drives_;
    std::vector<std::unique_ptr<Aggregate>> aggregates_;  // by the node whose they are
    std::vector<std::unique_ptr<Node>> nodes_;            // null where one is down
    struct Volume {
        Aggregate* aggregate;
        Node* node;                // that serves it
        int number;                // of that node, counted from 0
        std::uint64_t first_core;  // of its affinities, before the node's cores begin anew
    };
    std::vector<Volume> volumes_;
};

}  // namespace arraytwin::ontap
