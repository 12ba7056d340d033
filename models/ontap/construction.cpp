// What an ONTAP array is put together from: nodes, drives, aggregates, and the volumes dealt to them.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/failures/rebuild.hpp"
#include "models/ontap/ontap.hpp"

namespace arraytwin::ontap {

namespace {

/// Volumes belong to the nodes in turn, but turned by a pair after each round: they are dealt to hosts and paths in turn as
/// well, which would else always meet the same nodes.
int home_of(int volume, const Parameters& parameters) {
    const int pairs = (parameters.nodes.count + 1) / 2;
    const int turn = volume / 2;
    return volume % std::min(2, parameters.nodes.count) + 2 * ((turn + turn / pairs) % pairs);
}

/// The node that serves each volume.
std::vector<int> owners_of(const Parameters& parameters) {
    std::vector<int> owners;
    for (int v = 0; v < parameters.volumes.count; ++v) {
        owners.push_back(parameters.carrier_of(home_of(v, parameters)));
    }
    return owners;
}

journal::LogParameters log_of(const Parameters& parameters, int node) {
    return {parameters.nodes.journal,
            parameters.nodes.partner_link,
            std::min(parameters.log_half(node), parameters.costs.consistency_point.simulated_log),
            parameters.costs.log_record_overhead,
            parameters.costs.log_lead,
            parameters.mirrored(node)};
}

ConsistencyPointParameters consistency_point_of(const Parameters& parameters, int node) {
    const ConsistencyPointCost& cost = parameters.costs.consistency_point;
    const Software& software = parameters.software;
    const double clock = parameters.core_time_factor();
    const Duration reduce = software.data_reduction ? cost.reduce_per_block : Duration{};
    const double more_chains = software.ageing.more_chains(parameters.chain());
    const double reads = more_chains * software.ageing.reads_per_chain;
    const Duration fetched = parameters.costs.fetch_per_kib * (wafl_block.kib() * parameters.chain() * reads);
    return {cost.per_extent * clock,
            (cost.per_block + reduce + cost.per_extent * more_chains + fetched) * clock,
            (1 + cost.metadata) / parameters.reduction(),
            std::max(1, static_cast<int>(std::lround(cost.cleaner_share * parameters.nodes.cores))),
            cost.message,
            parameters.chain(),
            software.consistency_point_interval * std::min(1.0, cost.simulated_log / parameters.log_half(node)),
            reads};
}

/// As if all nodes were like this one, which may serve the volumes of two.
cache::BufferCache cache_of(const Parameters& parameters, const std::string& node, std::size_t nodes_served,
                            sim::RandomSource source) {
    const auto bytes = static_cast<double>(parameters.nodes.memory.count()) * parameters.software.cache_share;
    const Bytes all{static_cast<std::int64_t>(bytes * parameters.nodes.count / static_cast<double>(nodes_served))};
    return {all, parameters.volumes.size * parameters.volumes.count, {source, node, "cache hits"}};
}

std::string name_of(int node) { return fmt::format("node.{}", node + 1); }

}  // namespace

Ontap::Node::Node(sim::Simulation& simulation, twin::Ledger& ledger, int number, const Parameters& parameters,
                  std::vector<Aggregate*> aggregates, sim::RandomSource source)
    : processor{simulation, ledger, name_of(number), parameters.nodes.cores},
      cache{cache_of(parameters, name_of(number), aggregates.size(), source)},
      read_ahead{parameters.software.read_ahead},
      journal{simulation, ledger, name_of(number), log_of(parameters, number)},
      consistency_point{simulation, ledger,    name_of(number),      consistency_point_of(parameters, number),
                        journal,    processor, std::move(aggregates)},
      service{source, name_of(number), "core time"},
      software{ledger.add(name_of(number) + ".software", twin::Queueing::delay)} {}

Ontap::Ontap(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters, sim::RandomSource source)
    : simulation_{simulation},
      parameters_{parameters},
      costs_{parameters.costs},
      core_time_factor_{parameters.core_time_factor()},
      random_read_{costs_.random_read, core_time_factor_},
      sequential_read_{costs_.sequential_read, core_time_factor_},
      write_{costs_.write, core_time_factor_},
      compression_{parameters.software.compression, parameters.reduction()},
      fabric_{simulation,
              ledger,
              parameters.fabric,
              parameters.nodes.count,
              owners_of(parameters),
              parameters.failures.ports_down(parameters.fabric.ports.per_node)},
      ceilings_{simulation, ledger, parameters.volumes.count, parameters.volumes.qos.throttle(),
                parameters.volumes.qos.max_iops} {
    add_drives(simulation, ledger);
    add_aggregates(simulation, source);
    add_nodes(simulation, ledger, source);
    deal_volumes();
    if (parameters.volumes.non_optimized_share > 0) connect_nodes(simulation, ledger);
}

void Ontap::connect_nodes(sim::Simulation& simulation, twin::Ledger& ledger) {
    std::vector<int> up;
    for (int node = 0; node < parameters_.nodes.count; ++node) {
        if (!parameters_.failures.has_node(node)) up.push_back(node);
    }
    fabric_.reach_over(up, parameters_.volumes.non_optimized_share);
    cluster_network_.emplace(simulation, ledger, parameters_.nodes.cluster_link, parameters_.nodes.count);
}

void Ontap::add_drives(sim::Simulation& simulation, twin::Ledger& ledger) {
    const std::vector<double> shares = rebuild_shares(parameters_);
    for (int number = 1; number <= parameters_.media.count; ++number) {
        const double share = shares[static_cast<std::size_t>(number - 1)];
        drives_.push_back(std::make_unique<media::Ssd>(simulation, ledger, fmt::format("drive.{}", number),
                                                       failures::beside_rebuild(parameters_.media.ssd, share),
                                                       parameters_.filled()));
    }
}

void Ontap::add_aggregates(sim::Simulation& simulation, sim::RandomSource source) {
    const auto drive = [&](int number) { return drives_[static_cast<std::size_t>(number)].get(); };
    for (int node = 0; node < parameters_.nodes.count; ++node) {
        AggregateDrives drives;
        drives.groups = drives_of(parameters_, node);
        const std::vector<int> rebuilt_on = replacements(parameters_, drives.groups);
        for (std::size_t m = 0; m < rebuilt_on.size(); ++m) {
            const int member = drives.groups.members[m];
            const bool failed = parameters_.failures.has_drive(member);
            media::Ssd* const replacement = rebuilt_on[m] >= 0 ? drive(rebuilt_on[m]) : nullptr;
            drives.read.push_back(failed ? nullptr : drive(member));
            drives.written.push_back(failed ? replacement : drive(member));
        }
        const sim::RandomStream places{source, name_of(node), "place of blocks"};
        aggregates_.push_back(std::make_unique<Aggregate>(simulation, std::move(drives), parameters_.parity_of_node(),
                                                          wafl_block * parameters_.chain(), places));
    }
}

void Ontap::add_nodes(sim::Simulation& simulation, twin::Ledger& ledger, sim::RandomSource source) {
    for (int node = 0; node < parameters_.nodes.count; ++node) {
        std::vector<Aggregate*> served;
        for (int home = 0; home < parameters_.nodes.count; ++home) {
            if (parameters_.carrier_of(home) == node)
                served.push_back(aggregates_[static_cast<std::size_t>(home)].get());
        }
        const bool down = parameters_.failures.has_node(node);
        nodes_.push_back(
            down ? nullptr : std::make_unique<Node>(simulation, ledger, node, parameters_, std::move(served), source));
    }
}

void Ontap::deal_volumes() {
    const auto affinities = static_cast<std::uint64_t>(parameters_.software.affinities);
    std::vector<std::uint64_t> served(nodes_.size(), 0);
    for (int v = 0; v < parameters_.volumes.count; ++v) {
        const int home = home_of(v, parameters_);
        const auto node = static_cast<std::size_t>(parameters_.carrier_of(home));
        volumes_.push_back({aggregates_[static_cast<std::size_t>(home)].get(), nodes_[node].get(),
                            static_cast<int>(node), served[node]++ * affinities});
    }
}

}  // namespace arraytwin::ontap
