// What Element's software costs: core time by kind of operation, and the delays in which no core is busy.
// Fitted to measured runs; data/calibrations says from which points.
#pragma once

#include <string>

#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"
#include "models/controller/operation_cost.hpp"

namespace arraytwin::solidfire {

struct Costs {
    std::string array;  ///< the spec that they were fitted to
    Frequency reference_clock;
    int reference_cores = 1;
    double contention = 0;  ///< by how much each further core of a node lengthens all core times
    /// The slice service's part, on the core to which the place in the volume is bound: `service` when the I/O comes in,
    /// `after` on the same core when its blocks have come or its mirror has answered.
    controller::OperationCost read;
    controller::OperationCost write;
    Duration read_per_kib;   ///< when the blocks have come: decompression, and the check against the hash
    Duration write_per_kib;  ///< when a write comes in: compression, and the hash of each block
    Duration mirror;         ///< a write at the secondary node, until it is logged there
    Duration block_read;     ///< a 4 KiB block at a block service
    Duration block_write;    ///< the same, for each of the two copies
};

void describe(spec::Section& section, Costs& costs);

}  // namespace arraytwin::solidfire
