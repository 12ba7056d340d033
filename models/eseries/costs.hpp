// What SANtricity's software costs: core time by kind of operation, fixed delays, and what flushing the cache takes.
// Fitted to measured runs; data/calibrations says from which points.
#pragma once

#include <string>

#include "models/controller/operation_cost.hpp"

namespace arraytwin::eseries {

struct FlushCost {
    Duration per_update;      ///< core time for each write or stripe that goes to the drives as one
    Duration per_kib;         ///< core time for each KiB of data in it
    Duration parity_per_kib;  ///< core time for each KiB read or written to bring parity up to date
    int tasks = 1;            ///< of a controller: that many cores flush at once
    int outstanding = 1;      ///< of a controller: updates that are on their way to the drives at once
};

struct Costs {
    std::string array;  ///< the spec, in data/arrays, of the array that these were fitted to; empty: nobody's, priors
    Frequency reference_clock;
    int reference_cores = 1;  ///< of a controller
    double contention = 0;    ///< by how much each further core of a controller lengthens all core times
    controller::OperationCost random_read;
    controller::OperationCost sequential_read;
    controller::OperationCost write;
    Duration fetch_per_kib;  ///< core time of bringing data in from the drives; by read-ahead, no host waits for it
    double application_work = 1;  ///< core time of an application's I/O here, relative to what its workload says
    Duration write_per_kib;       ///< core time of taking write data in, which the host waits for
    FlushCost flush;
    Bytes simulated_cache;  ///< a larger write cache is shrunk to this, its timer alike: a short run fills it often
};

void describe(spec::Section& section, Costs& costs);

}  // namespace arraytwin::eseries
