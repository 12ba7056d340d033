// A SolidFire cluster in one simulation: the paths of reads and writes through fabric, slice services, block services.
#pragma once

#include <memory>
#include <vector>

#include "models/controller/operation_cost.hpp"
#include "models/controller/processor.hpp"
#include "models/fabric/fabric.hpp"
#include "models/qos/ceilings.hpp"
#include "models/solidfire/block_services.hpp"
#include "models/solidfire/double_helix.hpp"
#include "models/solidfire/parameters.hpp"
#include "models/solidfire/qos.hpp"
#include "models/solidfire/write_cache.hpp"

namespace arraytwin::solidfire {

inline constexpr int no_node = -1;

/// A volume's slice is served by one node and mirrored by another, if there is one.
struct SliceNodes {
    int primary = 0;
    int secondary = no_node;
};

class SolidFire {
public:
    /// `parameters` must outlive it.
    SolidFire(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters,
              sim::RandomSource source);

    /// From the application's call to its return.
    sim::Task<> serve(twin::Io io);

    /// Until both copies of all that has been acknowledged are on drives.
    sim::Task<> flush();

    /// The log of each node that has been written to was turned over a few times.
    bool has_cycled() const;

    /// Copies of blocks that each block drive has been given, by node and slot.
    std::vector<std::int64_t> copies_by_drive() const;

private:
    /// Not movable: its parts refer to each other.
    struct Node {
        Node(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name, const Parameters& parameters,
             const std::vector<std::unique_ptr<media::Ssd>>& drives, int number, sim::RandomSource source);

        controller::Processor processor;
        WriteCache write_cache;
        media::Ssd& metadata;
        BlockServices block_services;
        sim::RandomStream service;  // variability of operations, and what is looked up
        twin::PlaceId software;     // hand-overs in which no core is busy
    };

    struct Slice {
        SliceNodes nodes;
        std::uint64_t first_core = 0;  // of its affinities, before the node's cores begin anew
    };

    /// Branches of one read; the last one to end is the one that the I/O waited for.
    struct Branches {
        sim::Resource ended;
        twin::Trail last;
    };

    sim::Task<> read(twin::Io io);
    sim::Task<> write(twin::Io io);
    sim::Task<> fetch(twin::Io io);
    sim::Task<> branch(int primary, int from, int blocks, twin::Io io, fabric::Attendance attendance,
                       Branches* branches);
    sim::Task<> fetch_from(int primary, int from, int blocks, twin::Io io, fabric::Attendance attendance);
    sim::Task<> log(twin::Io io, double factor);
    sim::Task<> put(int primary, int to, int blocks, float work);
    void destage(const twin::Io& io);

    void add_drives(sim::Simulation& simulation, twin::Ledger& ledger);
    void add_nodes(sim::Simulation& simulation, twin::Ledger& ledger, sim::RandomSource source);
    Node& node(int number) { return *nodes_[static_cast<std::size_t>(number)]; }
    const SliceNodes& slice(const twin::Io& io) const { return slices_[io.volume].nodes; }
    BlocksByNode choose_copies(int blocks);
    sim::Task<> mirror(twin::Io io, Bytes record, double factor);
    std::size_t core_of(const twin::Io& io) const;
    Duration at_clock(Duration core_time) const { return core_time * core_time_factor_; }
    double draw_factor(const twin::Io& io, const controller::CostedOperation& operation);
    sim::Simulation::Timer throttle(twin::Io io);
    sim::Simulation::Timer come_in(twin::Io io, const controller::CostedOperation& operation, Duration of_data,
                                   double factor);
    sim::Simulation::Timer finish(twin::Io io, const controller::CostedOperation& operation, Duration of_data,
                                  double factor);
    sim::Simulation::Timer look_up_on_drive(twin::Io io);
    bool looks_up_on_drive(const twin::Io& io);

    sim::Simulation& simulation_;
    const Parameters& parameters_;
    double core_time_factor_;
    controller::CostedOperation read_;
    controller::CostedOperation write_;
    struct {
        Duration read_per_kib;
        Duration write_per_kib;
        Duration mirror;
        Duration block_read;
        Duration block_write;
    } core_time_;
    std::vector<int> owners_;  // primary node of each volume
    std::vector<Slice> slices_;
    fabric::Fabric fabric_;
    qos::Ceilings ceilings_;
    DoubleHelix placement_;
    std::vector<double> lost_shares_;  // of each node's block drives
    std::vector<std::unique_ptr<media::Ssd>> drives_;
    std::vector<std::unique_ptr<Node>> nodes_;
};

}  // namespace arraytwin::solidfire
