#include "models/ontap/ontap.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arraytwin::ontap {

using fabric::Path;
using sim::Task;
using twin::Access;
using twin::Io;
using twin::Operation;

namespace {

std::vector<int> deal_volumes(const Parameters& parameters) {
    std::vector<int> owners;
    for (int v = 0; v < parameters.volumes.count; ++v) owners.push_back(v % parameters.nodes.count);
    return owners;
}

/// Half of a node's log holds the partner's mirror, and one of the two halves of the rest fills while the other is flushed.
journal::LogParameters log_of(const Parameters& parameters) {
    const bool mirrored = parameters.nodes.count > 1;
    const double share = parameters.costs.consistency_point.log_scale / (mirrored ? 4 : 2);
    const auto half = static_cast<std::int64_t>(static_cast<double>(parameters.nodes.journal.size.count()) * share);
    return {parameters.nodes.journal,
            parameters.nodes.partner_link,
            Bytes{half},
            parameters.costs.log_record_overhead,
            parameters.costs.log_lead,
            mirrored};
}

ConsistencyPointParameters consistency_point_of(const Parameters& parameters) {
    const ConsistencyPointCost& cost = parameters.costs.consistency_point;
    const Software& software = parameters.software;
    const double clock = parameters.core_time_factor();
    const Duration reduce = software.data_reduction ? cost.reduce_per_block : Duration{};
    const double ratio = software.data_reduction ? software.data_reduction_ratio : 1;
    return {cost.per_extent * clock,
            (cost.per_block + reduce) * clock,
            (1 + cost.metadata) / ratio,
            cost.cleaners,
            cost.message,
            software.chain,
            software.consistency_point_interval * cost.log_scale};
}

cache::BufferCache cache_of(const Parameters& parameters, const std::string& node, sim::RandomSource source) {
    const auto bytes = static_cast<double>(parameters.nodes.memory.count()) * parameters.software.cache_share;
    const Bytes all{static_cast<std::int64_t>(bytes * parameters.nodes.count)};
    return {all, parameters.volumes.size * parameters.volumes.count, {source, node, "cache hits"}};
}

}  // namespace

Ontap::Node::Node(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name,
                  const Parameters& parameters, std::vector<media::Ssd*> drives, sim::RandomSource source)
    : processor{simulation, ledger, name, parameters.nodes.cores},
      cache{cache_of(parameters, name, source)},
      read_ahead{parameters.software.read_ahead},
      aggregate{simulation,
                std::move(drives),
                parameters.parity_of_node(),
                wafl_block * parameters.software.chain,
                {source, name, "place of blocks"}},
      journal{simulation, ledger, name, log_of(parameters)},
      consistency_point{simulation, ledger, name, consistency_point_of(parameters), journal, processor, aggregate},
      service{source, name, "core time"},
      software{ledger.add(name + ".software", twin::Queueing::delay)} {}

Ontap::Ontap(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters, sim::RandomSource source)
    : simulation_{simulation},
      parameters_{parameters},
      costs_{parameters.costs},
      core_time_factor_{parameters.core_time_factor()},
      random_read_{at_clock(costs_.random_read)},
      sequential_read_{at_clock(costs_.sequential_read)},
      write_{at_clock(costs_.write)},
      owners_{deal_volumes(parameters)},
      fabric_{simulation, ledger, parameters.fabric, parameters.nodes.count, owners_} {
    add_drives(simulation, ledger);
    add_nodes(simulation, ledger, source);
}

Ontap::CostedOperation Ontap::at_clock(const OperationCost& cost) const {
    return {{at_clock(cost.service), at_clock(cost.after), 1, cost.variability},
            sim::Variability{cost.variability},
            at_clock(cost.delay)};
}

void Ontap::add_drives(sim::Simulation& simulation, twin::Ledger& ledger) {
    for (int number = 1; number <= parameters_.media.count; ++number) {
        drives_.push_back(std::make_unique<media::Ssd>(simulation, ledger, fmt::format("drive.{}", number),
                                                       parameters_.media.ssd, parameters_.fill()));
    }
}

void Ontap::add_nodes(sim::Simulation& simulation, twin::Ledger& ledger, sim::RandomSource source) {
    const auto shares = partition::deal(parameters_.layout.partition, parameters_.media.count,
                                        parameters_.layout.spares, parameters_.nodes.count);
    for (std::size_t n = 0; n < shares.size(); ++n) {
        std::vector<media::Ssd*> drives;
        for (int drive : shares[n].drives) drives.push_back(drives_[static_cast<std::size_t>(drive)].get());
        nodes_.push_back(std::make_unique<Node>(simulation, ledger, fmt::format("node.{}", n + 1), parameters_,
                                                std::move(drives), source));
    }
}

Task<> Ontap::serve(Io io) { return io.operation == Operation::read ? read(io) : write(io); }

Task<> Ontap::read(Io io) {
    const bool streams = io.access == Access::sequential;
    const Path path = fabric_.next_path(io.volume);
    if (!fabric_.enter_queues(io, path)) co_await fabric_.wait_for_queues(io, path);
    co_await fabric_.send_command(io, path);
    co_await fabric_.take_command(io, path);
    co_await process(io, streams ? sequential_read_ : random_read_);
    if (streams) {
        co_await arrive_in_memory(io);
    } else if (!owner(io).cache.holds_next()) {
        co_await owner(io).aggregate.read(io);
    }
    const Duration sent = co_await fabric_.reply(io, path);
    co_await fabric_.take_reply(io, path, sent);
    fabric_.leave_queues(io, path);
}

Task<> Ontap::write(Io io) {
    const Path path = fabric_.next_path(io.volume);
    if (!fabric_.enter_queues(io, path)) co_await fabric_.wait_for_queues(io, path);
    co_await fabric_.send_command(io, path);
    co_await fabric_.take_command(io, path);
    const Duration data_sent = co_await fabric_.send_data(io, path);
    co_await fabric_.receive_data(io, path, data_sent);
    co_await process(io, write_);
    co_await take_in(io);
    co_await owner(io).journal.log(io, io.access == Access::random);
    const Duration sent = co_await fabric_.reply(io, path);  // acknowledged; a consistency point does the rest later
    co_await fabric_.take_reply(io, path, sent);
    fabric_.leave_queues(io, path);
}

/// Each volume's affinities are spread over the cores in turn; a place in the volume belongs to one of them. Scrambled, or
/// streams that advance together would meet on the same cores again and again.
std::size_t Ontap::core_of(const Io& io) const {
    const auto affinities = static_cast<std::uint64_t>(parameters_.software.affinities);
    const auto volume_of_node = io.volume / static_cast<std::uint64_t>(parameters_.nodes.count);
    const std::uint64_t place = sim::scramble(io.position + (static_cast<std::uint64_t>(io.stream) << 40));
    return (volume_of_node * affinities + place % affinities) % static_cast<std::uint64_t>(parameters_.nodes.cores);
}

/// Runs an operation on the core of its affinity; the hand-overs between domains come on top, with no core busy.
sim::Simulation::Timer Ontap::process(Io io, const CostedOperation& operation) {
    Node& node = owner(io);
    controller::Processor::Operation work = operation.work;
    if (io.operation == Operation::read && io.access == Access::random)
        work.service += at_clock(costs_.fetch_per_kib * io.size.kib());
    work.factor = operation.variability.draw(node.service) * io.work;
    io.trail->add(node.software, {{}, operation.delay});
    return node.processor.run_bound(*io.trail, core_of(io), work, operation.delay);
}

/// Copies and checksums write data, on any core.
sim::Simulation::Timer Ontap::take_in(Io io) {
    return owner(io).processor.run_anywhere(*io.trail, at_clock(costs_.write_per_kib * io.size.kib()));
}

/// Waits for the stream's block if read-ahead has not brought it yet, and fetches the one a window ahead.
sim::Simulation::Timer Ontap::arrive_in_memory(Io io) {
    Node& node = owner(io);
    const Duration arrival = std::max(simulation_.now(), node.read_ahead.arrival(io.stream, io.position));
    node.read_ahead.fetch_ahead(io.stream, io.position, node.aggregate.fetch(io.size));
    node.processor.run_unattended(at_clock(costs_.fetch_per_kib * io.size.kib()));
    io.trail->add(node.software, {arrival - simulation_.now(), {}});
    return simulation_.until(arrival);
}

bool Ontap::has_cycled() const {
    constexpr int few = 3;
    return std::all_of(nodes_.begin(), nodes_.end(), [](const auto& node) {
        const int completed = node->consistency_point.completed();
        return completed >= few || (completed == 0 && node->journal.empty());
    });
}

Task<> Ontap::flush() {
    for (const auto& node : nodes_) co_await node->consistency_point.flush();
}

}  // namespace arraytwin::ontap
