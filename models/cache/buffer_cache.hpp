// The buffer cache by working set: uniformly random reads hit as often as the cache is large against what they touch.
//
// No page is tracked: for uniform access over a working set much larger than the cache, the steady-state hit ratio of any
// replacement policy is their ratio (King 1971). Sequential streams are read ahead instead, see read_ahead.hpp.
#pragma once

#include <algorithm>

#include "lib/sim/random.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::cache {

class BufferCache {
public:
    /// `size`: memory that holds data; `volumes`: what the hosts could touch.
    BufferCache(Bytes size, Bytes volumes, sim::RandomStream random)
        : hit_ratio_{std::min(1.0, size / volumes)}, random_{random} {}

    /// Of reads that are spread over `working_set` of the volumes: a share above 0 to 1.
    double hit_ratio(double working_set = 1) const { return std::min(1.0, hit_ratio_ / working_set); }
    bool holds_next(double working_set = 1) { return random_.uniform() < hit_ratio(working_set); }

private:
    double hit_ratio_;
    sim::RandomStream random_;
};

}  // namespace arraytwin::cache
