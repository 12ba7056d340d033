#include "models/eseries/write_cache.hpp"

#include <algorithm>
#include <cmath>

namespace arraytwin::eseries {

using sim::Task;

namespace {

constexpr Bytes page{4096};  // mirroring goes in pages

Bytes share_of(Bytes bytes, double share) {
    return Bytes{static_cast<std::int64_t>(static_cast<double>(bytes.count()) * share)};
}

/// Where in its unit a stream stands when a run begins: evenly spread over streams, or all would complete one together.
Bytes begun_before(std::uint32_t stream, Bytes unit) {
    constexpr double golden_ratio = 0.6180339887498949;
    const double turns = golden_ratio * stream;
    return share_of(unit, turns - std::floor(turns));
}

}  // namespace

Duration core_time_of(const StripeWrite& write, const BackEnd& back_end, const FlushCost& cost, double factor) {
    Duration time = cost.per_update * static_cast<double>(write.work) + cost.per_kib * write.part.bytes().kib();
    if (!back_end.striping().mirrored()) {
        const layout::UpdatePlan plan = back_end.plan(write);
        const int for_parity = plan.reads + plan.writes - write.part.count;
        time += cost.parity_per_kib * ((write.part.of_member * for_parity).kib());
    }
    return time * factor;
}

WriteCache::WriteCache(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name,
                       const Parameters& parameters, controller::Processor& processor, BackEnd& back_end,
                       std::size_t node)
    : simulation_{simulation},
      ledger_{ledger},
      parameters_{parameters},
      processor_{processor},
      back_end_{back_end},
      node_{node},
      mirrored_{parameters.software.cache_mirroring},
      core_time_factor_{parameters.core_time_factor()},
      capacity_{std::min(parameters.write_cache(), parameters.costs.simulated_cache)},
      start_{share_of(capacity_, parameters.software.flush_start)},
      stop_{share_of(capacity_, parameters.software.flush_stop)},
      flush_after_{parameters.software.flush_after * (capacity_ / parameters.write_cache())},
      unit_{back_end.striping().mirrored() ? back_end.striping().segment() : back_end.striping().stripe_data()},
      mirror_{simulation, parameters.nodes.partner_link.speed * parameters.nodes.partner_link.count, {}, {}, page},
      place_{ledger.add(name + ".cache", twin::Queueing::delay)},
      mirror_place_{ledger.add(name + ".partner_link", twin::Queueing::shared_queue)},
      flush_place_{ledger.add(name + ".flush", twin::Queueing::shared_queue, parameters.costs.flush.tasks)},
      flush_writes_place_{
          ledger.add(name + ".flush_writes", twin::Queueing::shared_queue, parameters.costs.flush.outstanding)},
      room_{simulation, capacity_.count()},
      calls_{simulation, 0},
      prepared_writes_{simulation, 0},
      clean_{simulation, true} {
    for (int i = 0; i < parameters.costs.flush.tasks; ++i) simulation.spawn(prepare());
    for (int i = 0; i < parameters.costs.flush.outstanding; ++i) simulation.spawn(carry_out());
    simulation.spawn(call_old());
}

Task<> WriteCache::store(twin::Io io) {
    const std::int64_t room = std::min(io.size, capacity_).count();
    if (!room_.try_acquire(room)) {
        call_down_to({});
        const Duration waited = co_await room_.acquire(room);
        io.trail->add(place_, {waited, {}});
    }
    if (mirrored_) {
        const sim::Transfer sent = mirror_.send(io.size);
        const Duration round_trip = parameters_.nodes.partner_link.round_trip;
        ledger_.occupy(mirror_place_, sent.visit.service);
        io.trail->add(mirror_place_, {sent.visit.wait, sent.visit.service + round_trip});
        co_await simulation_.until(sent.tail + round_trip);
    }
    io.access == twin::Access::sequential ? add_to_stream(io) : add_scattered(io);
    room_.release(room);
}

void WriteCache::add_scattered(const twin::Io& io) {
    const std::uint16_t group = back_end_.group_of(io.volume);
    back_end_.striping().for_each_part(back_end_.address(io), io.size, [&](const layout::StripePart& part) {
        add({part, group, true, io.work});
    });
}

WriteCache::Stream& WriteCache::stream_of(const twin::Io& io) {
    if (streams_.size() <= io.stream) streams_.resize(io.stream + 1UL);
    Stream& stream = streams_[io.stream];
    if (!stream.begun) {
        const std::int64_t units = back_end_.address(io).count() / unit_.count();
        stream = {true, unit_ * units, begun_before(io.stream, unit_), io.work, io.volume};
    }
    return stream;
}

/// Streams were there before the run: the unit in which one is found counts as written from its beginning.
void WriteCache::add_to_stream(const twin::Io& io) {
    Stream& stream = stream_of(io);
    stream.collected += io.size;
    in_streams_ += io.size;
    while (stream.collected >= unit_) add_unit(stream);
}

void WriteCache::add_unit(Stream& stream) {
    add({back_end_.striping().part(stream.next, unit_), back_end_.group_of(stream.volume), false, stream.work});
    stream.next += unit_;
    stream.collected -= unit_;
    in_streams_ -= unit_;
}

void WriteCache::add(const StripeWrite& write) {
    const Bytes bytes = write.part.bytes();
    room_.release(-bytes.count());
    dirty_.push({write, simulation_.now()});
    uncalled_bytes_ += bytes;
    unwritten_ += bytes;
    clean_.shut();
    if (uncalled_bytes_ > start_) call_down_to(stop_);
}

void WriteCache::call_oldest() {
    uncalled_bytes_ -= dirty_.at(called_++).write.part.bytes();
    calls_.release();
}

void WriteCache::call_down_to(Bytes level) {
    while (uncalled_bytes_ > level) call_oldest();
}

Task<> WriteCache::call_old() {
    for (;;) {
        const Duration now = simulation_.now();
        while (uncalled() > 0 && dirty_.at(called_).since + flush_after_ <= now) call_oldest();
        const Duration oldest = uncalled() > 0 ? dirty_.at(called_).since : now;
        co_await simulation_.until(oldest + flush_after_);
    }
}

/// Core work: one of few tasks at a time. The drives are then left to carry_out().
Task<> WriteCache::prepare() {
    for (;;) {
        co_await calls_.acquire();
        const Duration begin = simulation_.now();
        const StripeWrite write = dirty_.pop().write;
        --called_;
        const Duration work = core_time_of(write, back_end_, parameters_.costs.flush, core_time_factor_);
        co_await processor_.run_in_background(work);
        ledger_.occupy(flush_place_, simulation_.now() - begin);
        prepared_.push(write);
        prepared_writes_.release();
    }
}

Task<> WriteCache::carry_out() {
    for (;;) {
        co_await prepared_writes_.acquire();
        const Duration begin = simulation_.now();
        const StripeWrite write = prepared_.pop();
        const BackEnd::Step read = back_end_.read_old(write, node_);
        if (read.at > begin) co_await simulation_.until(read.at);
        const BackEnd::Step written = back_end_.write_new(write, node_);
        co_await simulation_.until(written.at);
        // Without the waits at the drives: else it would seem to be full whenever they are.
        ledger_.occupy(flush_writes_place_, written.at - begin - read.drive.wait - written.drive.wait);
        written_ += write.part.bytes();
        unwritten_ -= write.part.bytes();
        room_.release(write.part.bytes().count());
        if (unwritten_ == Bytes{}) clean_.open();
    }
}

bool WriteCache::has_cycled() const {
    constexpr int few = 3;
    if (written_ + unwritten_ + in_streams_ <= Bytes{}) return true;
    return written_ > start_ * few || (written_ > Bytes{} && simulation_.now() > flush_after_ * (2 * few));
}

/// What streams have collected, over all of them, as whole units.
void WriteCache::close_streams() {
    const double open = std::round(in_streams_ / unit_);
    for (std::size_t s = 0, added = 0; s < streams_.size() && static_cast<double>(added) < open; ++s) {
        if (!streams_[s].begun) continue;
        add_unit(streams_[s]);
        ++added;
    }
}

Task<> WriteCache::flush() {
    close_streams();
    call_down_to({});
    co_await clean_.pass();
}

}  // namespace arraytwin::eseries
