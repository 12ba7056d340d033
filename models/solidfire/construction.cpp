// How a cluster is put together: nodes with their parts, and which node serves which volume.
#include <fmt/format.h>

#include "models/failures/rebuild.hpp"
#include "models/solidfire/solidfire.hpp"

namespace arraytwin::solidfire {

namespace {

/// Primaries in turn, but turned by one node after each round: volumes are dealt to hosts in turn as well, and so each
/// host still reaches every node.
int primary_of(int volume, int nodes) { return (volume + volume / nodes) % nodes; }

/// The nodes after the primary mirror its volumes, one after the other.
int secondary_of(int volume, int primary, int nodes) { return (primary + 1 + volume / nodes % (nodes - 1)) % nodes; }

/// A primary that is down leaves the slice to its secondary; what has lost a node gets another only in a rebuild.
SliceNodes slice_nodes(int volume, const Parameters& parameters) {
    const failures::Failures& failures = parameters.failures;
    const int nodes = parameters.nodes.count;
    const int primary = primary_of(volume, nodes);
    const int secondary = secondary_of(volume, primary, nodes);
    const bool lost = failures.has_node(primary) || failures.has_node(secondary);
    if (!lost) return {primary, secondary};
    const int left = failures.has_node(primary) ? secondary : primary;
    if (!failures.rebuilds()) return {left, no_node};
    int next = (left + 1 + volume / nodes % (nodes - 1)) % nodes;
    while (next == left || failures.has_node(next)) next = (next + 1) % nodes;
    return {left, next};
}

std::vector<int> deal_volumes(const Parameters& parameters) {
    std::vector<int> owners;
    for (int v = 0; v < parameters.volumes.count; ++v) owners.push_back(slice_nodes(v, parameters).primary);
    return owners;
}

int down_node(const Parameters& parameters) {
    return parameters.failures.nodes.empty() ? no_node : parameters.failures.nodes.front();
}

Homes homes_of(const Parameters& parameters) { return parameters.failures.rebuilds() ? Homes::moved : Homes::original; }

cache::BufferCache cache_of(const Parameters& parameters, const std::string& node, sim::RandomSource source) {
    const auto bytes = static_cast<double>(parameters.nodes.memory.count()) * parameters.software.cache_share;
    const Bytes all{static_cast<std::int64_t>(bytes * parameters.nodes_up())};
    return {all, parameters.volumes.size * parameters.volumes.count, {source, node, "cache hits"}};
}

std::vector<media::Ssd*> block_drives(const Parameters& parameters,
                                      const std::vector<std::unique_ptr<media::Ssd>>& drives, int node) {
    const int first = node * (parameters.block_drives_of_node() + 1);
    std::vector<media::Ssd*> of_node;
    for (int slot = 1; slot <= parameters.block_drives_of_node(); ++slot) {
        if (parameters.failures.has_drive(first + slot) && parameters.lost_share(node) < 1) continue;
        of_node.push_back(drives[static_cast<std::size_t>(first + slot)].get());
    }
    return of_node;
}

}  // namespace

SolidFire::Node::Node(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name,
                      const Parameters& parameters, const std::vector<std::unique_ptr<media::Ssd>>& drives, int number,
                      sim::RandomSource source)
    : processor{simulation, ledger, name, parameters.nodes.cores},
      write_cache{simulation, ledger, name, parameters.nodes.journal, parameters.write_room()},
      metadata{*drives[static_cast<std::size_t>(number * (parameters.block_drives_of_node() + 1))]},
      block_services{simulation,
                     parameters,
                     block_drives(parameters, drives, number),
                     cache_of(parameters, name, source),
                     {source, name, "hashes of blocks"},
                     homes_of(parameters) == Homes::moved ? 0 : parameters.lost_share(number)},
      service{source, name, "core time"},
      software{ledger.add(name + ".software", twin::Queueing::delay)} {}

SolidFire::SolidFire(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters,
                     sim::RandomSource source)
    : simulation_{simulation},
      parameters_{parameters},
      core_time_factor_{parameters.core_time_factor()},
      read_{parameters.costs.read, core_time_factor_ * parameters.fabric.frames.target_work},
      write_{parameters.costs.write, core_time_factor_ * parameters.fabric.frames.target_work},
      core_time_{at_clock(parameters.costs.read_per_kib + parameters.fabric.frames.target_per_kib),
                 at_clock(parameters.costs.write_per_kib + parameters.fabric.frames.target_per_kib),
                 at_clock(parameters.costs.mirror), at_clock(parameters.costs.block_read),
                 at_clock(parameters.costs.block_write)},
      owners_{deal_volumes(parameters)},
      fabric_{simulation,        ledger,
              parameters.fabric, parameters.nodes.count,
              owners_,           parameters.failures.ports_down(parameters.fabric.ports.per_node)},
      ceilings_{simulation, ledger, parameters.volumes.count, parameters.volumes.qos.throttle(),
                parameters.volumes.qos.max_iops},
      placement_{parameters.nodes.count,
                 {source, "cluster", "hashes of blocks"},
                 down_node(parameters),
                 homes_of(parameters)} {
    const auto affinities = static_cast<std::uint64_t>(parameters.software.affinities);
    std::vector<std::uint64_t> served(static_cast<std::size_t>(parameters.nodes.count), 0);
    for (int v = 0; v < parameters.volumes.count; ++v) {
        const SliceNodes nodes = slice_nodes(v, parameters);
        slices_.push_back({nodes, served[static_cast<std::size_t>(nodes.primary)]++ * affinities});
    }
    for (int node = 0; node < parameters.nodes.count; ++node) lost_shares_.push_back(parameters.lost_share(node));
    fabric_.connect_nodes();
    add_drives(simulation, ledger);
    add_nodes(simulation, ledger, source);
}

void SolidFire::add_drives(sim::Simulation& simulation, twin::Ledger& ledger) {
    const double share =
        parameters_.failures.rebuild_share();  // second copies lie on all block drives, and so do new ones
    for (int drive = 0; drive < parameters_.media.count; ++drive) {
        const double of_drive = parameters_.is_metadata_drive(drive) ? 0 : share;
        drives_.push_back(std::make_unique<media::Ssd>(simulation, ledger, fmt::format("drive.{}", drive + 1),
                                                       failures::beside_rebuild(parameters_.media.ssd, of_drive),
                                                       parameters_.fill()));
    }
}

void SolidFire::add_nodes(sim::Simulation& simulation, twin::Ledger& ledger, sim::RandomSource source) {
    for (int number = 0; number < parameters_.nodes.count; ++number) {
        nodes_.push_back(std::make_unique<Node>(simulation, ledger, fmt::format("node.{}", number + 1), parameters_,
                                                drives_, number, source));
    }
}

}  // namespace arraytwin::solidfire
