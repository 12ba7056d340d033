#include "models/solidfire/solidfire.hpp"

#include <algorithm>
#include <numeric>

namespace arraytwin::solidfire {

using controller::CostedOperation;
using fabric::Attendance;
using fabric::Path;
using sim::Task;
using Timer = sim::Simulation::Timer;
using twin::Io;
using twin::Operation;

namespace {

constexpr int copies = 2;
constexpr Bytes metadata_page{4096};

int blocks_of(Bytes bytes) {
    return static_cast<int>((bytes.count() + element_block.count() - 1) / element_block.count());
}

/// What copies that are on drives, or will never be, give back of the log: each half of its block.
Bytes share_of_copies(int count) { return Bytes{element_block.count() * count / copies}; }

void append(twin::Trail& trail, const twin::Trail& more) {
    for (const twin::Trail::Visited& visited : more.visits()) {
        const auto ns = [](float time) { return Duration::from_ns(static_cast<std::int64_t>(time)); };
        trail.add(visited.place, {ns(visited.wait_ns), ns(visited.service_ns)});
    }
}

/// An operation's work, and what its data take beside it: proportional to bytes, so it does not vary.
controller::Processor::Operation slice_work(const Io& io, controller::Processor::Operation work, Duration of_data) {
    const Duration varying = work.service + work.after;
    const double share = varying == Duration{} ? 0 : varying / (varying + of_data);
    const auto relative = static_cast<double>(io.work);
    return {(work.service + of_data) * relative, work.after * relative, 1 + share * (work.factor - 1),
            share * share * work.variability};
}

}  // namespace

Task<> SolidFire::serve(Io io) { return io.operation == Operation::read ? read(io) : write(io); }

Task<> SolidFire::read(Io io) {
    const Path path = fabric_.next_path(io.volume);
    if (!fabric_.enter_queues(io, path)) co_await fabric_.wait_for_queues(io, path);
    co_await fabric_.send_command(io, path);
    co_await fabric_.take_command(io, path);
    if (ceilings_.limit()) co_await throttle(io);
    const double factor = draw_factor(io, read_);
    const Duration no_data{};
    co_await come_in(io, read_, no_data, factor);  // looks up the hash of each 4 KiB block
    if (looks_up_on_drive(io)) co_await look_up_on_drive(io);
    co_await fetch(io);
    const Duration unpack = core_time_.read_per_kib * io.size.kib();
    co_await finish(io, read_, unpack, factor);
    const Duration sent = co_await fabric_.reply(io, path);
    co_await fabric_.take_reply(io, path, sent);
    fabric_.leave_queues(io, path);
}

Task<> SolidFire::write(Io io) {
    const Path path = fabric_.next_path(io.volume);
    if (!fabric_.enter_queues(io, path)) co_await fabric_.wait_for_queues(io, path);
    co_await fabric_.send_command(io, path);
    co_await fabric_.take_command(io, path);
    const Duration data_sent = co_await fabric_.send_data(io, path);
    co_await fabric_.receive_data(io, path, data_sent);
    if (ceilings_.limit()) co_await throttle(io);
    const double factor = draw_factor(io, write_);
    const Duration pack = core_time_.write_per_kib * io.size.kib();
    co_await come_in(io, write_, pack, factor);
    co_await log(io, factor);
    const Duration no_data{};
    co_await finish(io, write_, no_data, factor);
    destage(io);
    const Duration sent = co_await fabric_.reply(io, path);  // acknowledged; both copies of the blocks are put later
    co_await fabric_.take_reply(io, path, sent);
    fabric_.leave_queues(io, path);
}

/// As on ONTAP: a place in the volume belongs to one core of the node, scrambled so that streams do not march in step.
std::size_t SolidFire::core_of(const Io& io) const {
    const auto affinities = static_cast<std::uint64_t>(parameters_.software.affinities);
    const std::uint64_t place = sim::scramble(io.position + (static_cast<std::uint64_t>(io.stream) << 40));
    return (slices_[io.volume].first_core + place % affinities) % static_cast<std::uint64_t>(parameters_.nodes.cores);
}

/// One for both visits of an I/O.
double SolidFire::draw_factor(const Io& io, const CostedOperation& operation) {
    return operation.variability.draw(node(slice(io).primary).service);
}

Timer SolidFire::throttle(Io io) { return ceilings_.pass(io, parameters_.volumes.qos.curve.weight(io.size)); }

/// The slice service takes an I/O in; the hand-overs come on top, with no core busy.
Timer SolidFire::come_in(Io io, const CostedOperation& operation, Duration of_data, double factor) {
    Node& primary = node(slice(io).primary);
    io.trail->add(primary.software, {{}, operation.delay});
    const auto work = slice_work(io, {operation.work.service, {}, factor, operation.work.variability}, of_data);
    return primary.processor.run_bound(*io.trail, core_of(io), work, operation.delay);
}

/// Its second visit: what is left before the answer, and behind it.
Timer SolidFire::finish(Io io, const CostedOperation& operation, Duration of_data, double factor) {
    const auto work = slice_work(io, {{}, operation.work.after, factor, operation.work.variability}, of_data);
    const Duration no_delay{};
    return node(slice(io).primary).processor.run_bound(*io.trail, core_of(io), work, no_delay);
}

bool SolidFire::looks_up_on_drive(const Io& io) {
    const double misses = parameters_.software.lookup_misses;
    return misses > 0 && node(slice(io).primary).service.uniform() < misses;
}

Timer SolidFire::look_up_on_drive(Io io) {
    Node& primary = node(slice(io).primary);
    const media::Done done = primary.metadata.read(metadata_page, primary.service());
    io.trail->add(primary.metadata.place(), done.visit);
    return simulation_.until(done.at);
}

/// Blocks on a drive that has failed come from the node of their other copy.
BlocksByNode SolidFire::choose_copies(int blocks) {
    BlocksByNode by_node = placement_.choose_copies(blocks);
    for (const int drive : parameters_.failures.drives) {
        const int node = parameters_.node_of_drive(drive);
        if (parameters_.failures.has_node(node)) continue;
        const auto at = static_cast<std::size_t>(node);
        const double lost = lost_shares_[at];
        for (int i = by_node[at]; i > 0; --i) {
            if (!placement_.happens(lost)) continue;
            --by_node[at];
            ++by_node[static_cast<std::size_t>(placement_.other_than(node))];
        }
        break;  // all failed drives are of one node
    }
    return by_node;
}

/// Blocks come from the nodes that their hashes name, all at once; the longest branch is the one that counts as waited for.
Task<> SolidFire::fetch(Io io) {
    const int primary = slice(io).primary;
    const BlocksByNode blocks = choose_copies(blocks_of(io.size));
    const auto end = blocks.begin() + parameters_.nodes.count;
    const auto most = std::max_element(blocks.begin(), end);
    if (*most == blocks_of(io.size)) {
        co_await fetch_from(primary, static_cast<int>(most - blocks.begin()), *most, io, Attendance::attended);
        co_return;
    }
    Branches branches{sim::Resource{simulation_, 0}, {}};
    int count = 0;
    for (auto of_node = blocks.begin(); of_node != end; ++of_node) {
        if (*of_node == 0) continue;
        ++count;
        const auto attendance = of_node == most ? Attendance::attended : Attendance::unattended;
        simulation_.spawn(
            branch(primary, static_cast<int>(of_node - blocks.begin()), *of_node, io, attendance, &branches));
    }
    co_await branches.ended.acquire(count);
    append(*io.trail, branches.last);
}

Task<> SolidFire::branch(int primary, int from, int blocks, Io io, Attendance attendance, Branches* branches) {
    twin::Trail trail;
    io.trail = &trail;
    co_await fetch_from(primary, from, blocks, io, attendance);
    branches->last = trail;
    branches->ended.release();
}

/// A node's blocks lie with different block services, which work beside each other.
Task<> SolidFire::fetch_from(int primary, int from, int blocks, Io io, Attendance attendance) {
    const Bytes request = parameters_.fabric.frames.command;
    if (from != primary) co_await fabric_.send_message(*io.trail, primary, request);
    BlockServices& services = node(from).block_services;
    const Duration core_time = core_time_.block_read * static_cast<double>(io.work);
    for (int i = 1; i < blocks; ++i) node(from).processor.run_unattended(core_time);
    co_await node(from).processor.run_anywhere(*io.trail, core_time);  // the last one to begin
    co_await services.read(*io.trail, blocks);
    const Bytes data = services.stored_block() * blocks;
    if (from != primary) co_await fabric_.send_between(*io.trail, from, primary, data, attendance);
}

/// Safe in the write caches of the slice's two nodes, or of the one that is left.
Task<> SolidFire::log(Io io, double factor) {
    const SliceNodes of_volume = slice(io);
    Node& primary = node(of_volume.primary);
    const Bytes record = element_block * blocks_of(io.size);
    const Duration waited = co_await primary.write_cache.take_room(record);
    const Duration begin = simulation_.now();
    const sim::Visit own = primary.write_cache.store(record);
    if (of_volume.secondary != no_node) co_await mirror(io, record, factor);
    const Duration late = std::max(begin + own.wait + own.service, simulation_.now()) - simulation_.now();
    if (waited + late == Duration{}) co_return;
    io.trail->add(primary.write_cache.place(), {waited + late, {}});
    co_await simulation_.delay(late);
}

Task<> SolidFire::mirror(Io io, Bytes record, double factor) {
    const SliceNodes of_volume = slice(io);
    Node& secondary = node(of_volume.secondary);
    co_await fabric_.send_between(*io.trail, of_volume.primary, of_volume.secondary, record, Attendance::attended);
    const Duration core_time = core_time_.mirror * static_cast<double>(io.work);
    const controller::Processor::Operation mirror{core_time, {}, factor, write_.work.variability};
    const Duration no_delay{};
    co_await secondary.processor.run_bound(*io.trail, core_of(io), mirror, no_delay);
    const Duration answer = fabric_.message_time(parameters_.fabric.frames.response);
    co_await secondary.write_cache.log(*io.trail, record, answer);
}

/// Both copies of each block set out, behind the host's back.
void SolidFire::destage(const Io& io) {
    const int blocks = blocks_of(io.size);
    const SliceNodes of_volume = slice(io);
    const Bytes metadata = parameters_.software.metadata_per_block * blocks;
    node(of_volume.primary).metadata.write(metadata);
    if (of_volume.secondary != no_node) node(of_volume.secondary).metadata.write(metadata);
    const BlocksByNode by_node = placement_.place_copies(blocks);
    const int placed = std::accumulate(by_node.begin(), by_node.end(), 0);
    if (placed < copies * blocks)
        node(of_volume.primary).write_cache.release(share_of_copies(copies * blocks - placed));
    for (int to = 0; to < parameters_.nodes.count; ++to) {
        const int of_node = by_node[static_cast<std::size_t>(to)];
        if (of_node > 0) simulation_.spawn(put(of_volume.primary, to, of_node, io.work));
    }
}

Task<> SolidFire::put(int primary, int to, int blocks, float work) {
    twin::Trail unattended;
    BlockServices& services = node(to).block_services;
    const Bytes data = services.stored_block() * blocks;
    if (to != primary) co_await fabric_.send_between(unattended, primary, to, data, Attendance::unattended);
    const Duration core_time = core_time_.block_write * static_cast<double>(work);
    for (int i = 1; i < blocks; ++i) node(to).processor.run_unattended(core_time);
    co_await node(to).processor.run_in_background(core_time);
    const Duration safe = services.write(blocks);
    co_await simulation_.until(safe);
    node(primary).write_cache.release(share_of_copies(blocks));
}

bool SolidFire::has_cycled() const {
    constexpr double few = 2;
    return std::all_of(nodes_.begin(), nodes_.end(), [](const auto& node) {
        const double turnover = node->write_cache.turnover();
        return turnover == 0 || turnover >= few;
    });
}

Task<> SolidFire::flush() {
    for (const auto& node : nodes_) {
        co_await node->write_cache.drain();
        node->write_cache.reopen();
    }
}

std::vector<std::int64_t> SolidFire::copies_by_drive() const {
    std::vector<std::int64_t> all;
    for (const auto& node : nodes_) {
        const auto& of_node = node->block_services.copies();
        all.insert(all.end(), of_node.begin(), of_node.end());
    }
    return all;
}

}  // namespace arraytwin::solidfire
