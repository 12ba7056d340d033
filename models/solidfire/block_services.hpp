// The block services of one node: one for each block drive, with a share of the node's memory as cache.
//
// A service keeps compressed 4 KiB blocks by hash, so the blocks of an I/O lie on drives that have nothing to do with
// each other, and each is a read or a write of its own. A block that is there already is only counted (deduplication).
#pragma once

#include <cstdint>
#include <vector>

#include "models/cache/buffer_cache.hpp"
#include "models/media/ssd.hpp"
#include "models/solidfire/parameters.hpp"

namespace arraytwin::solidfire {

class BlockServices {
public:
    /// `drives` of the node without the metadata drive and those that have failed, at least one. `unwritten`: share of the
    /// blocks sent here that belong to drives that have failed and were given no other home.
    BlockServices(sim::Simulation& simulation, const Parameters& parameters, std::vector<media::Ssd*> drives,
                  cache::BufferCache cache, sim::RandomStream hashes, double unwritten);

    /// `co_await`: reads so many blocks at once, each from the drive that its hash names, and waits for the last.
    sim::Simulation::Timer read(twin::Trail& trail, int blocks);

    /// Writes so many, and returns when all are safe.
    Duration write(int blocks);

    /// What a block takes on a drive and on the wire.
    Bytes stored_block() const { return stored_block_; }

    /// Copies that each drive's service has been given.
    const std::vector<std::int64_t>& copies() const { return copies_; }

private:
    sim::Simulation* simulation_;
    std::vector<media::Ssd*> drives_;
    cache::BufferCache cache_;
    sim::RandomStream hashes_;
    Bytes stored_block_;
    double new_share_;            // of the blocks written
    double unwritten_;            // of the blocks sent here
    std::vector<Duration> safe_;  // when all that was written to each drive is
    std::vector<std::int64_t> copies_;
};

}  // namespace arraytwin::solidfire
