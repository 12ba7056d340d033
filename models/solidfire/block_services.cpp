#include "models/solidfire/block_services.hpp"

#include <algorithm>
#include <cmath>

namespace arraytwin::solidfire {

namespace {

Bytes compressed(double compression) {
    return Bytes{static_cast<std::int64_t>(std::ceil(static_cast<double>(element_block.count()) / compression))};
}

}  // namespace

BlockServices::BlockServices(sim::Simulation& simulation, const Parameters& parameters, std::vector<media::Ssd*> drives,
                             cache::BufferCache cache, sim::RandomStream hashes, double unwritten)
    : simulation_{&simulation},
      drives_{std::move(drives)},
      cache_{cache},
      hashes_{hashes},
      stored_block_{compressed(parameters.software.compression)},
      new_share_{1 / parameters.software.deduplication},
      unwritten_{unwritten},
      safe_(drives_.size()),
      copies_(drives_.size()) {}

sim::Simulation::Timer BlockServices::read(twin::Trail& trail, int blocks) {
    media::Done last{simulation_->now(), {}};
    const media::Ssd* slowest = nullptr;
    for (int i = 0; i < blocks; ++i) {
        if (cache_.holds_next()) continue;
        media::Ssd& drive = *drives_[hashes_.below(drives_.size())];
        const media::Done done = drive.read(stored_block_, hashes_());
        if (slowest != nullptr && done.at <= last.at) continue;
        last = done;
        slowest = &drive;
    }
    if (slowest != nullptr) trail.add(slowest->place(), last.visit);
    return simulation_->until(last.at);
}

Duration BlockServices::write(int blocks) {
    Duration safe = simulation_->now();
    for (int i = 0; i < blocks; ++i) {
        if (unwritten_ > 0 && hashes_.uniform() < unwritten_) continue;
        const std::uint64_t service = hashes_.below(drives_.size());
        ++copies_[service];
        if (new_share_ < 1 && hashes_.uniform() >= new_share_) continue;
        Duration& drive_safe = safe_[service];  // a drive whose buffer is full holds up all that come later
        drive_safe = std::max(drive_safe, drives_[service]->write(stored_block_).at);
        safe = std::max(safe, drive_safe);
    }
    return safe;
}

}  // namespace arraytwin::solidfire
