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
    /// `size`: memory that holds data; `working_set`: what the hosts touch of it.
    BufferCache(Bytes size, Bytes working_set, sim::RandomStream random)
        : hit_ratio_{std::min(1.0, size / working_set)}, random_{random} {}

    double hit_ratio() const { return hit_ratio_; }
    bool holds_next() { return random_.uniform() < hit_ratio_; }

private:
    double hit_ratio_;
    sim::RandomStream random_;
};

}  // namespace arraytwin::cache
