// The buffer cache by working set: uniformly random reads hit as often as the cache is large against what they touch.
//
// Of hot spots the cache holds the hottest part first, as one that counts how often pages are used would, and the rest of it
// what is less hot: the most that any policy can do with independent reads.
//
// No page is tracked: for uniform access over a working set much larger than the cache, the steady-state hit ratio of any
// replacement policy is their ratio (King 1971). Sequential streams are read ahead instead, see read_ahead.hpp.
#pragma once

#include <algorithm>

#include "lib/sim/random.hpp"
#include "lib/twin/io.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::cache {

class BufferCache {
public:
    /// `size`: memory that holds data; `volumes`: what the hosts could touch.
    BufferCache(Bytes size, Bytes volumes, sim::RandomStream random)
        : hit_ratio_{std::min(1.0, size / volumes)}, random_{random} {}

    /// Of reads that are spread over a working set, shares of the volumes above 0 to 1.
    double hit_ratio(twin::WorkingSet set = {}) const {
        return std::min(1.0, std::max(0.0, hit_ratio_ - set.hotter) / set.size);
    }
    bool holds_next(twin::WorkingSet set = {}) { return random_.uniform() < hit_ratio(set); }

private:
    double hit_ratio_;
    sim::RandomStream random_;
};

}  // namespace arraytwin::cache
