// One I/O as a host asks for it. Passed by value through the models; its trail lives with the host thread that waits.
#pragma once

#include <cstdint>

#include "lib/twin/ledger.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::twin {

enum class Operation : std::uint8_t { read, write };
enum class Access : std::uint8_t { random, sequential };

struct Io {
    Operation operation = Operation::read;
    Access access = Access::random;
    std::uint16_t volume = 0;    ///< counted from 0
    std::uint32_t stream = 0;    ///< the host thread; a sequential stream of its own
    std::uint64_t position = 0;  ///< random: 64 uniform bits; sequential: blocks since the stream's start
    Bytes size;
    float work = 1;         ///< what the software does for it, relative to a plain benchmark's I/O of its kind
    float working_set = 1;  ///< share of the volumes' size that its workload touches
    Trail* trail = nullptr;
};

}  // namespace arraytwin::twin
