// What ONTAP's software costs: core time by kind of operation, fixed delays, and what a consistency point takes.
// Fitted to measured runs; data/calibrations says from which points.
#pragma once

#include <string>

#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"
#include "models/controller/operation_cost.hpp"

namespace arraytwin::ontap {

using controller::OperationCost;

struct ConsistencyPointCost {
    Duration per_extent;          ///< core time for each write that does not continue another: its metadata
    Duration per_block;           ///< for each 4 KiB block: allocation, checksum, RAID
    Duration reduce_per_block;    ///< compression and deduplication of a block, where switched on
    double metadata = 0.05;       ///< blocks of metadata written for each block of data
    double cleaner_share = 0.33;  ///< threads of a node that clean at once, as a share of its cores
    int message = 4;              ///< blocks that a cleaner works on before it yields its core
    Bytes simulated_log;  ///< log and timer are shrunk to this much a consistency point, so that a short run sees many
};

struct Costs {
    std::string array;  ///< the spec, in data/arrays, of the array that these were fitted to; empty: nobody's, priors
    Frequency reference_clock;
    int reference_cores = 1;  ///< of a node
    double contention = 0;    ///< by how much each further core of a node lengthens all core times
    OperationCost random_read;
    OperationCost sequential_read;
    OperationCost write;
    Duration fetch_per_kib;  ///< core time of bringing data in from the drives; by read-ahead, no host waits for it
    double application_work = 1;  ///< core time of an application's I/O here, relative to what its workload says
    Duration write_per_kib;       ///< core time of taking write data in, which the host waits for
    ConsistencyPointCost consistency_point;
    Bytes log_record_overhead;
    double log_lead = 0.05;  ///< how much further along the filling half of the log may be than the flush
};

void describe(spec::Section& section, Costs& costs);

}  // namespace arraytwin::ontap
