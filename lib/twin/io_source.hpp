// Draws the I/Os of a workload: their kind, their place, and how much work they are.
//
// Each stream keeps to a volume, in turn. Where some volumes are hot, random I/Os choose one of the hot or of the others each
// time, and only what is sequential keeps to its volume.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lib/sim/random.hpp"
#include "lib/twin/io.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::twin {

class IoSource {
public:
    /// `path` names who issues them; their streams are told apart from others' by beginning at `first_stream`. The
    /// workload must outlive it.
    IoSource(const Workload& workload, VolumeRange volumes, sim::RandomSource source, std::string_view path,
             std::uint32_t first_stream = 0)
        : workload_{&workload},
          blocks_{workload.sizes()},
          first_volume_{static_cast<std::uint32_t>(volumes.first)},
          volumes_{static_cast<std::uint32_t>(volumes.count)},
          first_stream_{first_stream},
          places_{source, path, "place and kind of each I/O"},
          sizes_{source, path, "size of each I/O"},
          heat_{source, path, "hot spots"} {
        if (workload.hot_volumes > 0) {
            const double hot = std::round(workload.hot_volumes * volumes.count);
            hot_volumes_ = std::clamp<std::uint32_t>(static_cast<std::uint32_t>(hot), 1, volumes_);
        }
        const double size = workload.working_set;
        const double hot_space = hot_volumes_ > 0 ? static_cast<double>(hot_volumes_) / volumes_ : workload.hot_space;
        all_ = {size};
        hot_ = {size * hot_space};
        cold_ = {size * (1 - hot_space), size * hot_space};
    }

    /// The next one of a stream, counted from 0, to its volume; `block` counts those that went before it.
    Io next(std::uint32_t stream, std::uint64_t block, Trail& trail) {
        Io io;
        io.operation = draw(workload_->read_share) ? Operation::read : Operation::write;
        io.access = draw(workload_->random_share) ? Access::random : Access::sequential;
        io.volume = static_cast<std::uint16_t>(first_volume_ + stream % volumes_);
        io.stream = first_stream_ + stream;
        io.position = io.access == Access::random ? places_() : block;
        io.size = next_size();
        const double of_kind = io.operation == Operation::read ? workload_->read_work : workload_->write_work;
        io.work = static_cast<float>(of_kind * workload_->work);
        io.application = workload_->application;
        io.working_set = all_;
        io.trail = &trail;
        if (workload_->hot_share > 0 && io.access == Access::random) choose_spot(io);
        return io;
    }

private:
    bool draw(double share) { return share >= 1 || (share > 0 && places_.uniform() < share); }

    void choose_spot(Io& io) {
        const bool all_hot = cold_.size <= 0;
        const bool hot = all_hot || heat_.uniform() < workload_->hot_share;
        io.working_set = hot ? hot_ : cold_;
        if (hot_volumes_ == 0 || all_hot) return;
        const std::uint32_t first = hot ? 0 : hot_volumes_;
        const double count = hot ? hot_volumes_ : volumes_ - hot_volumes_;
        io.volume =
            static_cast<std::uint16_t>(first_volume_ + first + static_cast<std::uint32_t>(heat_.uniform() * count));
    }

    Bytes next_size() {
        if (blocks_.size() == 1) return blocks_.front().size;
        double left = sizes_.uniform();
        for (const Block& block : blocks_) {
            left -= block.share;
            if (left < 0) return block.size;
        }
        return blocks_.back().size;
    }

    const Workload* workload_;
    std::vector<Block> blocks_;
    std::uint32_t first_volume_;
    std::uint32_t volumes_;
    std::uint32_t first_stream_;
    sim::RandomStream places_;
    sim::RandomStream sizes_;
    sim::RandomStream heat_;
    std::uint32_t hot_volumes_ = 0;  // the first ones
    WorkingSet all_, hot_, cold_;
};

}  // namespace arraytwin::twin
