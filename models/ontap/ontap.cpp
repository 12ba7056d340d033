#include "models/ontap/ontap.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "models/failures/rebuild.hpp"

namespace arraytwin::ontap {

using fabric::Path;
using sim::Task;
using twin::Access;
using twin::Io;
using twin::Operation;

namespace {

/// Volumes belong to the nodes in turn.
int home_of(int volume, const Parameters& parameters) { return volume % parameters.nodes.count; }

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
    const double ratio = software.data_reduction ? software.data_reduction_ratio : 1;
    return {cost.per_extent * clock,
            (cost.per_block + reduce) * clock,
            (1 + cost.metadata) / ratio,
            std::max(1, static_cast<int>(std::lround(cost.cleaner_share * parameters.nodes.cores))),
            cost.message,
            software.chain,
            software.consistency_point_interval * std::min(1.0, cost.simulated_log / parameters.log_half(node))};
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
}

void Ontap::add_drives(sim::Simulation& simulation, twin::Ledger& ledger) {
    const std::vector<double> shares = rebuild_shares(parameters_);
    for (int number = 1; number <= parameters_.media.count; ++number) {
        const double share = shares[static_cast<std::size_t>(number - 1)];
        drives_.push_back(std::make_unique<media::Ssd>(simulation, ledger, fmt::format("drive.{}", number),
                                                       failures::beside_rebuild(parameters_.media.ssd, share),
                                                       parameters_.fill()));
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
                                                          wafl_block * parameters_.software.chain, places));
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
        volumes_.push_back(
            {aggregates_[static_cast<std::size_t>(home)].get(), nodes_[node].get(), served[node]++ * affinities});
    }
}

Task<> Ontap::serve(Io io) { return io.operation == Operation::read ? read(io) : write(io); }

Task<> Ontap::read(Io io) {
    const bool streams = io.access == Access::sequential;
    const Path path = fabric_.next_path(io.volume);
    if (!fabric_.enter_queues(io, path)) co_await fabric_.wait_for_queues(io, path);
    co_await fabric_.send_command(io, path);
    co_await fabric_.take_command(io, path);
    if (ceilings_.limit()) co_await ceilings_.pass(io, 1);
    co_await process(io, streams ? sequential_read_ : random_read_);
    if (streams) {
        co_await arrive_in_memory(io);
    } else if (!owner(io).cache.holds_next(io.working_set)) {
        co_await read_drives(io);
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
    if (ceilings_.limit()) co_await ceilings_.pass(io, 1);
    co_await process(io, write_);
    co_await take_in(io);
    aggregate(io).expect(io.size);
    co_await owner(io).journal.log(io, io.access == Access::random);
    const Duration sent = co_await fabric_.reply(io, path);  // acknowledged; a consistency point does the rest later
    co_await fabric_.take_reply(io, path, sent);
    fabric_.leave_queues(io, path);
}

/// Each volume's affinities are spread over the cores in turn; a place in the volume belongs to one of them. Scrambled, or
/// streams that advance together would meet on the same cores again and again.
std::size_t Ontap::core_of(const Io& io) const {
    const auto affinities = static_cast<std::uint64_t>(parameters_.software.affinities);
    const std::uint64_t place = sim::scramble(io.position + (static_cast<std::uint64_t>(io.stream) << 40));
    return (volumes_[io.volume].first_core + place % affinities) % static_cast<std::uint64_t>(parameters_.nodes.cores);
}

/// Runs an operation on the core of its affinity; the hand-overs between domains come on top, with no core busy.
sim::Simulation::Timer Ontap::process(Io io, const controller::CostedOperation& operation) {
    Node& node = owner(io);
    controller::Processor::Operation work = operation.work;
    if (io.operation == Operation::read && io.access == Access::random)
        work.service += at_clock(costs_.fetch_per_kib * io.size.kib());
    // The means themselves: a factor is of mean 1, and the fast solver records the means.
    const fabric::ProtocolParameters& protocol = parameters_.fabric.frames;
    const Duration plain = work.service + work.after;
    work.service = work.service * protocol.target_work + at_clock(protocol.target_per_kib * io.size.kib());
    work.after = std::max(Duration{}, work.after + plain * (io.work - 1.0)) * protocol.target_work;
    work.factor = operation.variability.draw(node.service);
    io.trail->add(node.software, {{}, operation.delay});
    return node.processor.run_bound(*io.trail, core_of(io), work, operation.delay);
}

/// Copies and checksums write data, on any core.
sim::Simulation::Timer Ontap::take_in(Io io) {
    return owner(io).processor.run_anywhere(*io.trail, at_clock(costs_.write_per_kib * io.size.kib()));
}

sim::Simulation::Timer Ontap::read_drives(Io io) {
    const sim::Simulation::Timer done = aggregate(io).read(io);
    fetch_to_reconstruct(io);
    return done;
}

/// What is read beyond the I/O's own blocks costs the cores as much as any block that is fetched.
void Ontap::fetch_to_reconstruct(const Io& io) {
    const Bytes more = aggregate(io).take_read_to_reconstruct();
    if (more > Bytes{}) owner(io).processor.run_unattended(at_clock(costs_.fetch_per_kib * more.kib()));
}

/// Waits for the stream's block if read-ahead has not brought it yet, and fetches the one a window ahead.
sim::Simulation::Timer Ontap::arrive_in_memory(Io io) {
    Node& node = owner(io);
    const Duration arrival = std::max(simulation_.now(), node.read_ahead.arrival(io.stream, io.position));
    node.read_ahead.fetch_ahead(io.stream, io.position, aggregate(io).fetch(io.size));
    node.processor.run_unattended(at_clock(costs_.fetch_per_kib * io.size.kib()));
    fetch_to_reconstruct(io);
    io.trail->add(node.software, {arrival - simulation_.now(), {}});
    return simulation_.until(arrival);
}

bool Ontap::has_cycled() const {
    constexpr int few = 3;
    return std::all_of(nodes_.begin(), nodes_.end(), [](const auto& node) {
        if (node == nullptr) return true;
        const int completed = node->consistency_point.completed();
        return completed >= few || (completed == 0 && node->journal.empty());
    });
}

Task<> Ontap::flush() {
    for (const auto& node : nodes_) {
        if (node != nullptr) co_await node->consistency_point.flush();
    }
}

}  // namespace arraytwin::ontap
