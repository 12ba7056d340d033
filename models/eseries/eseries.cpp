#include "models/eseries/eseries.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arraytwin::eseries {

using fabric::Path;
using sim::Task;
using twin::Access;
using twin::Io;
using twin::Operation;

namespace {

std::vector<int> deal_volumes(const Parameters& parameters) {
    std::vector<int> owners;
    for (int v = 0; v < parameters.volumes.count; ++v)
        owners.push_back(parameters.carrier_of(v % parameters.nodes.count));
    return owners;
}

/// What is not kept for writes and the partner's mirror of them is the same memory: it holds what was read as well.
cache::BufferCache cache_of(const Parameters& parameters, const std::string& name, sim::RandomSource source) {
    const auto bytes = static_cast<double>(parameters.nodes.memory.count()) * parameters.software.cache_share;
    const Bytes all{static_cast<std::int64_t>(bytes * parameters.controllers_up())};
    return {all, parameters.volumes.size * parameters.volumes.count, {source, name, "cache hits"}};
}

}  // namespace

Eseries::Controller::Controller(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name,
                                const Parameters& parameters, BackEnd& back_end, std::size_t number_from_0,
                                sim::RandomSource source)
    : number{number_from_0},
      processor{simulation, ledger, name, parameters.nodes.cores},
      cache{cache_of(parameters, name, source)},
      read_ahead{parameters.software.read_ahead},
      write_cache{simulation, ledger, name, parameters, processor, back_end, number_from_0},
      service{source, name, "core time"},
      software{ledger.add(name + ".software", twin::Queueing::delay)} {}

Eseries::Eseries(sim::Simulation& simulation, twin::Ledger& ledger, const Parameters& parameters,
                 sim::RandomSource source)
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
              deal_volumes(parameters),
              parameters.failures.ports_down(parameters.fabric.ports.per_node)},
      chips_{simulation, ledger, parameters},
      back_end_{simulation, ledger, parameters, source},
      ceilings_{simulation, ledger, parameters.volumes.count, parameters.volumes.qos.throttle(),
                parameters.volumes.qos.max_iops} {
    for (int number = 0; number < parameters.nodes.count; ++number) {
        if (parameters.failures.has_node(number)) continue;
        controllers_.push_back(std::make_unique<Controller>(simulation, ledger, fmt::format("node.{}", number + 1),
                                                            parameters, back_end_, static_cast<std::size_t>(number),
                                                            source));
    }
}

Task<> Eseries::serve(Io io) { return io.operation == Operation::read ? read(io) : write(io); }

Task<> Eseries::read(Io io) {
    const bool streams = io.access == Access::sequential;
    const Path path = fabric_.next_path(io.volume);
    if (!fabric_.enter_queues(io, path)) co_await fabric_.wait_for_queues(io, path);
    co_await fabric_.send_command(io, path);
    co_await fabric_.take_command(io, path);
    if (!chips_.enter(path)) co_await chips_.wait_for_exchange(io, path);
    co_await chips_.take_command(io, path);
    if (ceilings_.limit()) co_await ceilings_.pass(io, 1);
    co_await process(io, streams ? sequential_read_ : random_read_);
    if (streams) {
        co_await arrive_in_memory(io);
    } else if (!owner(io).cache.holds_next(io.working_set)) {
        co_await read_drives(io);
    }
    const Duration sent = co_await fabric_.reply(io, path);
    chips_.leave(path);
    co_await fabric_.take_reply(io, path, sent);
    fabric_.leave_queues(io, path);
}

Task<> Eseries::write(Io io) {
    const Path path = fabric_.next_path(io.volume);
    if (!fabric_.enter_queues(io, path)) co_await fabric_.wait_for_queues(io, path);
    co_await fabric_.send_command(io, path);
    co_await fabric_.take_command(io, path);
    if (!chips_.enter(path)) co_await chips_.wait_for_exchange(io, path);
    co_await chips_.take_command(io, path);
    const Duration data_sent = co_await fabric_.send_data(io, path);
    co_await fabric_.receive_data(io, path, data_sent);
    if (ceilings_.limit()) co_await ceilings_.pass(io, 1);
    co_await process(io, write_);
    co_await take_in(io);
    if (parameters_.write_through()) {
        co_await write_through(io);
    } else {
        co_await owner(io).write_cache.store(io);
    }
    const Duration sent = co_await fabric_.reply(io, path);  // acknowledged; the cache is flushed later
    chips_.leave(path);
    co_await fabric_.take_reply(io, path, sent);
    fabric_.leave_queues(io, path);
}

/// Nobody holds a mirror: the answer waits for the drives, and streams are not collected.
Task<> Eseries::write_through(Io io) {
    const std::size_t node = owner(io).number;
    const Duration begin = simulation_.now();
    const BackEnd::Step read = back_end_.each_part(io, node, &BackEnd::read_old);
    if (read.at > begin) {
        io.trail->add(read.place, {read.drive.wait, read.at - begin - read.drive.wait});
        co_await simulation_.until(read.at);
    }
    const Duration known = simulation_.now();
    const BackEnd::Step written = back_end_.each_part(io, node, &BackEnd::write_new);
    io.trail->add(written.place, written.drive);
    const Duration more = written.at - known - written.drive.wait - written.drive.service;
    io.trail->add(back_end_.links_place(node), {{}, more});
    co_await simulation_.until(written.at);
}

/// The core that a place in a volume belongs to. Scrambled, or streams that advance together would meet on the same cores
/// again and again.
std::size_t Eseries::core_of(const Io& io) const {
    const std::uint64_t thread = static_cast<std::uint64_t>(io.volume) << 32 | io.stream;
    return sim::scramble(io.position ^ sim::scramble(thread)) % static_cast<std::uint64_t>(parameters_.nodes.cores);
}

sim::Simulation::Timer Eseries::process(Io io, const controller::CostedOperation& operation) {
    Controller& node = owner(io);
    controller::Processor::Operation work = operation.work;
    if (io.operation == Operation::read && io.access == Access::random)
        work.service += on_cores(costs_.fetch_per_kib * io.size.kib());
    // The means themselves: a factor is of mean 1, and the fast solver records the means.
    const fabric::ProtocolParameters& protocol = parameters_.fabric.frames;
    const double asked = io.application ? io.work * costs_.application_work : io.work;
    const double more = asked * protocol.target_work;
    work.service = work.service * more + on_cores(protocol.target_per_kib * io.size.kib());
    work.after = work.after * more;
    work.factor = operation.variability.draw(node.service);
    io.trail->add(node.software, {{}, operation.delay});
    return node.processor.run_bound(*io.trail, core_of(io), work, operation.delay);
}

/// Takes in write data on any core; in write-through also does what flushing would do later.
sim::Simulation::Timer Eseries::take_in(Io io) {
    Duration work = on_cores(costs_.write_per_kib * io.size.kib());
    if (parameters_.write_through()) work += flush_work(io);
    return owner(io).processor.run_anywhere(*io.trail, work);
}

Duration Eseries::flush_work(const Io& io) {
    Duration work;
    back_end_.striping().for_each_part(back_end_.address(io), io.size, [&](const layout::StripePart& part) {
        const StripeWrite write{part, 0, true, io.work};
        work += core_time_of(write, back_end_, costs_.flush, core_time_factor_);
    });
    return work;
}

sim::Simulation::Timer Eseries::read_drives(Io io) {
    const sim::Simulation::Timer done = back_end_.read(io, owner(io).number);
    fetch_to_reconstruct(io);
    return done;
}

/// What is read beyond the I/O's own data costs the cores as much as anything that is fetched.
void Eseries::fetch_to_reconstruct(const Io& io) {
    const Bytes more = back_end_.take_read_to_reconstruct();
    if (more > Bytes{}) owner(io).processor.run_unattended(on_cores(costs_.fetch_per_kib * more.kib()));
}

/// Waits for the stream's block if read-ahead has not brought it yet, and fetches the one a window ahead.
sim::Simulation::Timer Eseries::arrive_in_memory(Io io) {
    Controller& node = owner(io);
    const Duration arrival = std::max(simulation_.now(), node.read_ahead.arrival(io.stream, io.position));
    node.read_ahead.fetch_ahead(io.stream, io.position, back_end_.fetch(io, node.number));
    node.processor.run_unattended(on_cores(costs_.fetch_per_kib * io.size.kib()));
    fetch_to_reconstruct(io);
    io.trail->add(node.software, {arrival - simulation_.now(), {}});
    return simulation_.until(arrival);
}

bool Eseries::has_cycled() const {
    return std::all_of(controllers_.begin(), controllers_.end(),
                       [](const auto& node) { return node->write_cache.has_cycled(); });
}

Task<> Eseries::flush() {
    for (const auto& node : controllers_) co_await node->write_cache.flush();
}

}  // namespace arraytwin::eseries
