#include "models/local/drive.hpp"

#include <algorithm>

namespace arraytwin::local {

using twin::Io;
using twin::Operation;

Drive::Drive(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& name, const Parameters& parameters,
             sim::RandomSource source)
    : simulation_{simulation},
      ledger_{ledger},
      media_{parameters.media},
      costs_{parameters.costs},
      queue_{simulation, ledger, name + ".queue", 1},
      link_{simulation, 1},
      channels_{simulation, media_.channels},
      link_place_{ledger.add(name + ".link", twin::Queueing::shared_queue)},
      place_{ledger.add(name, twin::Queueing::own_queues, media_.channels)},
      path_{ledger.add(name + ".path", twin::Queueing::delay)},
      read_variability_{costs_.read.variability},
      write_variability_{costs_.write.variability},
      link_variability_{costs_.link_variability},
      channel_times_{source, name, "time of a channel"},
      link_times_{source, name, "time of the link"} {}

Drive::Timer Drive::send_command(Io io) {
    const Duration delay = cost_of(io).delay;
    const Timer arrival = queue_.serve(*io.trail, costs_.command + costs_.command_per_kib * io.size.kib(), delay);
    io.trail->add(path_, {{}, delay});
    return arrival;
}

/// The chunk that is done last is the one that was waited for.
Drive::Timer Drive::access_chunks(Io io) {
    const auto length = [](const sim::Visit& visit) { return visit.wait + visit.service; };
    sim::Visit longest;
    std::size_t channel = first_channel(io);
    for (Bytes rest = io.size; rest > Bytes{}; rest -= std::min(rest, media_.chunk)) {
        const sim::Visit visit = access_chunk(io, channel, std::min(rest, media_.chunk));
        if (length(visit) > length(longest)) longest = visit;
        channel = (channel + 1) % channels_.count();
    }
    io.trail->add(place_, longest);
    return simulation_.delay(length(longest));
}

Drive::Timer Drive::transfer(Io io) {
    const Duration mean = costs_.link_per_kib * io.size.kib();
    const sim::Visit visit = link_.reserve(mean * link_variability_.draw(link_times_));
    io.trail->add(link_place_, visit);
    ledger_.occupy(link_place_, visit.service, mean, costs_.link_variability);
    return simulation_.delay(visit.wait + visit.service);
}

const OperationCost& Drive::cost_of(const Io& io) const {
    return io.operation == Operation::read ? costs_.read : costs_.write;
}

/// Chunks lie on the channels in turn; random places and the starts of streams are drawn evenly over them.
std::size_t Drive::first_channel(const Io& io) const {
    if (io.access == twin::Access::random) return io.position % channels_.count();
    const auto size = static_cast<std::uint64_t>(io.size.count());
    const std::uint64_t chunks_before = io.position * size / static_cast<std::uint64_t>(media_.chunk.count());
    return (sim::scramble(io.stream) % channels_.count() + chunks_before) % channels_.count();
}

/// One factor of mean 1 lengthens or shortens all that the channel does for a chunk.
sim::Visit Drive::access_chunk(const Io& io, std::size_t channel, Bytes bytes) {
    const OperationCost& cost = cost_of(io);
    const auto& variability = io.operation == Operation::read ? read_variability_ : write_variability_;
    const Duration service = cost.service + cost.per_kib * bytes.kib();
    const double factor = variability.draw(channel_times_);
    const Duration after = cost.after * factor;
    const sim::Visit visit = channels_.reserve_one(channel, service * factor, after);
    ledger_.occupy(place_, visit.service + after, service + cost.after, cost.variability);
    return visit;
}

}  // namespace arraytwin::local
