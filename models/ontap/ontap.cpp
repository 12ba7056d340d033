#include "models/ontap/ontap.hpp"

#include <algorithm>

namespace arraytwin::ontap {

using fabric::Path;
using sim::Task;
using twin::Access;
using twin::Io;
using twin::Operation;

Task<> Ontap::serve(Io io) { return io.operation == Operation::read ? read(io) : write(io); }

Task<> Ontap::read(Io io) {
    const bool streams = io.access == Access::sequential;
    const Path path = fabric_.next_path(io.volume);
    if (!fabric_.enter_queues(io, path)) co_await fabric_.wait_for_queues(io, path);
    co_await fabric_.send_command(io, path);
    co_await fabric_.take_command(io, path);
    if (ceilings_.limit()) co_await ceilings_.pass(io, 1);
    Node* const arrived = elsewhere(io, path);
    const controller::CostedOperation& operation = streams ? sequential_read_ : random_read_;
    if (arrived != nullptr) co_await take_protocol(io, operation, arrived);
    co_await process(io, operation, arrived);
    if (streams) {
        co_await arrive_in_memory(io);
    } else if (!owner(io).cache.holds_next(io.working_set)) {
        co_await read_drives(io);
    }
    if (arrived != nullptr) co_await hand_over(io, path);
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
    Node* const arrived = elsewhere(io, path);
    if (arrived != nullptr) {
        co_await take_protocol(io, write_, arrived);
        co_await hand_over(io, path);
    }
    co_await process(io, write_, arrived);
    co_await take_in(io);
    aggregate(io).expect(io.size);
    co_await owner(io).journal.log(io, io.access == Access::random);
    if (io.access == Access::random && compression_.splits_group(io.size)) pack_again(io);
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

Ontap::Node* Ontap::elsewhere(const Io& io, const Path& path) {
    if (!cluster_network_) return nullptr;
    const int arrived = fabric_.node_of(path);
    return arrived == volumes_[io.volume].number ? nullptr : nodes_[static_cast<std::size_t>(arrived)].get();
}

/// The node at which an I/O arrived does what belongs to the hosts' protocol, and wraps the rest for the other node: on
/// one of its cores, as a connection is bound to one.
sim::Simulation::Timer Ontap::take_protocol(Io io, const controller::CostedOperation& operation, Node* arrived) {
    const Forwarding& forwarding = parameters_.software.forwarding;
    const fabric::ProtocolParameters& protocol = parameters_.fabric.frames;
    const Duration of_command = operation.work.service * (forwarding.protocol_share * protocol.target_work);
    const Duration of_data = protocol.target_per_kib * io.size.kib();
    const controller::Processor::Operation work{of_command + at_clock(of_data + forwarding.per_io), {}};
    return arrived->processor.run_bound(*io.trail, core_of(io), work, {});
}

/// A write's data go to the node that serves the volume, a read's come from there.
sim::Simulation::Timer Ontap::hand_over(Io io, const Path& path) {
    const int server = volumes_[io.volume].number;
    const int arrived = fabric_.node_of(path);
    const bool reads = io.operation == Operation::read;
    return cluster_network_->cross(*io.trail, reads ? server : arrived, reads ? arrived : server, io.size);
}

/// Runs an operation on the core of its affinity; the hand-overs between domains come on top, with no core busy. What the
/// node where it `arrived` has done already, if it is another, is left out.
sim::Simulation::Timer Ontap::process(Io io, const controller::CostedOperation& operation, const Node* arrived) {
    Node& node = owner(io);
    controller::Processor::Operation work = operation.work;
    if (io.operation == Operation::read && io.access == Access::random) work.service += fetch_time(io.size);
    // The means themselves: a factor is of mean 1, and the fast solver records the means.
    const fabric::ProtocolParameters& protocol = parameters_.fabric.frames;
    const Duration plain = work.service + work.after;
    work.service = work.service * protocol.target_work;
    if (arrived == nullptr) {
        work.service += at_clock(protocol.target_per_kib * io.size.kib());
    } else {
        const double share = parameters_.software.forwarding.protocol_share;
        work.service -= operation.work.service * (share * protocol.target_work);
    }
    const double asked = io.application ? io.work * costs_.application_work : io.work;
    work.after = std::max(Duration{}, work.after + plain * (asked - 1.0)) * protocol.target_work;
    work.factor = operation.variability.draw(node.service);
    io.trail->add(node.software, {{}, operation.delay});
    return node.processor.run_bound(*io.trail, core_of(io), work, operation.delay);
}

/// Copies and checksums write data, on any core.
sim::Simulation::Timer Ontap::take_in(Io io) {
    return owner(io).processor.run_anywhere(*io.trail, at_clock(costs_.write_per_kib * io.size.kib()));
}

/// Core time of bringing in and unpacking what a random read asks for.
Duration Ontap::fetch_time(Bytes read) const {
    const Duration fetched = costs_.fetch_per_kib * compression_.fetched(read).kib();
    return at_clock(fetched + unpack_time(compression_.beside(read)));
}

Duration Ontap::unpack_time(Bytes bytes) const {
    return parameters_.software.compression.unpack_per_block * (bytes / wafl_block);
}

/// A write of less than its compression group, behind its acknowledgement: the group is read, unpacked, changed, packed
/// again and stored as a whole.
void Ontap::pack_again(const Io& io) {
    const Bytes read = compression_.read_for_overwrite(io.size);
    aggregate(io).read_groups(read, compression_.packed_group());
    fetch_to_reconstruct(io);
    const Duration fetched = costs_.fetch_per_kib * read.kib();
    const Duration unpacked = unpack_time(compression_.unpacked_for_overwrite(io.size));
    const Duration packed = costs_.consistency_point.reduce_per_block * (compression_.beside(io.size) / wafl_block);
    owner(io).processor.run_unattended(at_clock(fetched + unpacked + packed));
    aggregate(io).owe(compression_.stored_beside(io.size));
}

sim::Simulation::Timer Ontap::read_drives(Io io) {
    io.size = compression_.fetched(io.size);
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
