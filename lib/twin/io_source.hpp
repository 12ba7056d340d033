// Draws the I/Os of a workload: their kind, their place, and how much work they are.
#pragma once

#include <cstdint>
#include <string_view>

#include "lib/sim/random.hpp"
#include "lib/twin/io.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::twin {

class IoSource {
public:
    /// `path` names who issues them. The workload must outlive it.
    IoSource(const Workload& workload, int volumes, sim::RandomSource source, std::string_view path)
        : workload_{&workload},
          volumes_{static_cast<std::uint32_t>(volumes)},
          places_{source, path, "place and kind of each I/O"} {}

    /// The next one of a stream, to its volume; `block` counts those that went before it.
    Io next(std::uint32_t stream, std::uint64_t block, Trail& trail) {
        Io io;
        io.operation = draw(workload_->read_share) ? Operation::read : Operation::write;
        io.access = draw(workload_->random_share) ? Access::random : Access::sequential;
        io.volume = static_cast<std::uint16_t>(stream % volumes_);
        io.stream = stream;
        io.position = io.access == Access::random ? places_() : block;
        io.size = workload_->block_size;
        io.work = static_cast<float>(io.operation == Operation::read ? workload_->read_work : workload_->write_work);
        io.working_set = static_cast<float>(workload_->working_set);
        io.trail = &trail;
        return io;
    }

private:
    bool draw(double share) { return share >= 1 || (share > 0 && places_.uniform() < share); }

    const Workload* workload_;
    std::uint32_t volumes_;
    sim::RandomStream places_;
};

}  // namespace arraytwin::twin
