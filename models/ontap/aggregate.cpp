#include "models/ontap/aggregate.hpp"

#include <algorithm>

namespace arraytwin::ontap {

Aggregate::Aggregate(sim::Simulation& simulation, std::vector<media::Ssd*> drives, int parity, Bytes chain,
                     sim::RandomStream random)
    : simulation_{&simulation},
      drives_{std::move(drives)},
      amplification_{static_cast<double>(drives_.size()) /
                     static_cast<double>(drives_.size() - static_cast<std::size_t>(parity))},
      chain_{chain},
      random_{random} {}

/// Blocks lie where the write allocator last put them, so a logical place says nothing about the drive.
media::Done Aggregate::read_random_drive(Bytes bytes, const media::Ssd*& from) {
    const std::uint64_t word = random_();
    media::Ssd& drive = *drives_[(word >> 32) % drives_.size()];
    from = &drive;
    return drive.read(bytes, word);
}

sim::Simulation::Timer Aggregate::read(twin::Io io) {
    const media::Ssd* drive = nullptr;
    const media::Done done = read_random_drive(std::min(io.size, chain_), drive);
    Duration last = done.at;
    for (Bytes rest = io.size - std::min(io.size, chain_); rest > Bytes{}; rest -= std::min(rest, chain_)) {
        const media::Ssd* other = nullptr;
        last = std::max(last, read_random_drive(std::min(rest, chain_), other).at);
    }
    io.trail->add(drive->place(), {done.visit.wait, last - simulation_->now() - done.visit.wait});
    return simulation_->until(last);
}

Duration Aggregate::fetch(Bytes bytes) {
    Duration last;
    for (Bytes rest = bytes; rest > Bytes{}; rest -= std::min(rest, chain_)) {
        const media::Ssd* drive = nullptr;
        last = std::max(last, read_random_drive(std::min(rest, chain_), drive).at);
    }
    return last;
}

sim::Simulation::Timer Aggregate::write_stripes(Bytes data) {
    owed_ += static_cast<double>(data.count()) * amplification_;
    Duration last = simulation_->now();
    for (; owed_ >= static_cast<double>(chain_.count()); owed_ -= static_cast<double>(chain_.count())) {
        last = std::max(last, drives_[next_drive_]->write(chain_).at);
        next_drive_ = next_drive_ + 1 == drives_.size() ? 0 : next_drive_ + 1;
    }
    return simulation_->until(last);
}

}  // namespace arraytwin::ontap
