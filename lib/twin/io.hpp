// One I/O as a host asks for it. Passed by value through the models; its trail lives with the host thread that waits.
#pragma once

#include <cstdint>

#include "lib/twin/ledger.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::twin {

enum class Operation : std::uint8_t { read, write };
enum class Access : std::uint8_t { random, sequential };

/// Where an I/O's place may fall, as shares of the volumes' size: uniformly over `size`, while `hotter` of them is asked for
/// more often and so comes before it in a cache.
struct WorkingSet {
    constexpr WorkingSet(double own = 1, double asked_more_often = 0)
        : size{static_cast<float>(own)}, hotter{static_cast<float>(asked_more_often)} {}

    float size;
    float hotter;
};

struct Io {
    Operation operation = Operation::read;
    Access access = Access::random;
    std::uint16_t volume = 0;    ///< counted from 0
    std::uint32_t stream = 0;    ///< the host thread; a sequential stream of its own
    std::uint64_t position = 0;  ///< random: 64 uniform bits; sequential: blocks since the stream's start
    Bytes size;
    float work = 1;            ///< what the software does for it, relative to a plain benchmark's I/O of its kind
    bool application = false;  ///< an application's: arrays differ in what it asks of their software
    WorkingSet working_set;
    Trail* trail = nullptr;
};

}  // namespace arraytwin::twin
