// Read-ahead for sequential streams: what a stream will ask for is fetched while it works on what it has.
//
// Each stream keeps a window of blocks in flight or in memory. A read starts the fetch of the block one window ahead and
// waits only if its own block has not come in yet; so it pays for the drives' bandwidth, but not for their latency.
// Streams start warmed up. Memory: one instant for each block of each stream's window.
#pragma once

#include <cstdint>
#include <vector>

#include "lib/units/units.hpp"

namespace arraytwin::cache {

class ReadAhead {
public:
    /// `window`: blocks ahead, at least 1.
    explicit ReadAhead(int window) : window_{static_cast<std::size_t>(window)} {}

    /// When the block that the stream asks for now is, or was, in memory.
    Duration arrival(std::uint32_t stream, std::uint64_t block) { return slot(stream, block); }

    /// Notes when the fetch of the block one window ahead, which takes the place of the present one, will be done.
    void fetch_ahead(std::uint32_t stream, std::uint64_t block, Duration done) { slot(stream, block) = done; }

private:
    Duration& slot(std::uint32_t stream, std::uint64_t block) {
        const std::size_t first = stream * window_;
        if (arrivals_.size() < first + window_) arrivals_.resize(first + window_);
        return arrivals_[first + block % window_];
    }

    std::size_t window_;
    std::vector<Duration> arrivals_;
};

}  // namespace arraytwin::cache
