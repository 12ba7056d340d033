#include "models/ontap/aggregate.hpp"

#include <algorithm>

namespace arraytwin::ontap {

Aggregate::Aggregate(sim::Simulation& simulation, AggregateDrives drives, int parity, Bytes chain,
                     sim::RandomStream random)
    : simulation_{&simulation},
      drives_{std::move(drives)},
      amplification_{static_cast<double>(drives_.read.size()) /
                     static_cast<double>(drives_.read.size() - static_cast<std::size_t>(parity))},
      chain_{chain},
      random_{random} {}

/// Blocks lie where the write allocator last put them, so a logical place says nothing about the drive.
media::Done Aggregate::read_random_drive(Bytes bytes, const media::Ssd*& from) {
    const std::uint64_t word = random_();
    const std::size_t member = (word >> 32) % drives_.read.size();
    from = drives_.read[member];
    if (from == nullptr) return reconstruct(member, bytes, word, from);
    return drives_.read[member]->read(bytes, word);
}

/// The rest of the stripe: as many drives as hold data, whichever of the group's they are. The last to answer counts.
media::Done Aggregate::reconstruct(std::size_t lost, Bytes bytes, std::uint64_t word, const media::Ssd*& from) {
    const std::size_t group = drives_.groups.group_of(lost);
    const std::size_t begin = drives_.groups.begin_of(group);
    const std::size_t size = drives_.groups.begin_of(group + 1) - begin;
    const std::size_t needed = size - static_cast<std::size_t>(drives_.groups.parity);
    const std::size_t first = (word >> 16) % size;
    media::Done last;
    for (std::size_t i = 0, read = 0; i < size && read < needed; ++i) {
        media::Ssd* drive = drives_.read[begin + (first + i) % size];
        if (drive == nullptr) continue;
        if (read++ > 0) read_to_reconstruct_ += bytes;
        const media::Done done = drive->read(bytes, word);
        if (from != nullptr && done.at <= last.at) continue;
        last = done;
        from = drive;
    }
    return last;
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

void Aggregate::read_stripes(double chains) {
    for (reads_owed_ += chains; reads_owed_ >= 1; --reads_owed_) fetch(chain_);
}

void Aggregate::read_groups(Bytes mean, Bytes group) {
    for (groups_owed_ += mean / group; groups_owed_ >= 1; --groups_owed_) fetch(group);
}

sim::Simulation::Timer Aggregate::write_stripes(Bytes data) {
    owe(data);
    Duration last = simulation_->now();
    for (; owed_ >= static_cast<double>(chain_.count()); owed_ -= static_cast<double>(chain_.count())) {
        media::Ssd* drive = drives_.written[next_drive_];
        if (drive != nullptr) last = std::max(last, drive->write(chain_).at);
        next_drive_ = next_drive_ + 1 == drives_.written.size() ? 0 : next_drive_ + 1;
    }
    return simulation_->until(last);
}

}  // namespace arraytwin::ontap
