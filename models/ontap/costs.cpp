#include "models/ontap/costs.hpp"

namespace arraytwin::ontap {

namespace {

constexpr spec::Range core_time{0, 1e8};  // up to 100 ms

void describe(spec::Section& section, ConsistencyPointCost& cost) {
    section.field({"per_extent", "core time for each write that does not continue another", core_time},
                  cost.per_extent);
    section.field({"per_block", "core time for each 4 KiB block", core_time}, cost.per_block);
    section.field({"reduce_per_block", "core time to reduce a block's data", core_time}, cost.reduce_per_block);
    section.field({"metadata", "blocks of metadata written for each block of data", {0, 10}}, cost.metadata);
    section.field({"cleaner_share", "threads of a node that clean at once, as a share of its cores", {0.001, 1}},
                  cost.cleaner_share);
    section.field({"message", "blocks cleaned before the core is yielded", {1, 1024}}, cost.message);
    section.field({"simulated_log", "a consistency point's log and timer are shrunk to this size", {1 << 20, 1e13}},
                  cost.simulated_log);
}

}  // namespace

void describe(spec::Section& section, Costs& costs) {
    section.field({"array", "spec of the array that these were fitted to; none: priors", {}, spec::Presence::optional},
                  costs.array);
    section.field({"reference_clock", "clock to which core times refer", {1e8, 1e11}}, costs.reference_clock);
    section.field({"reference_cores", "cores of a node to which core times refer", {1, 512}}, costs.reference_cores);
    section.field({"contention", "by how much each further core of a node lengthens all core times", {0, 1}},
                  costs.contention);
    describe(section.table("random_read", "a read that read-ahead does not help"), costs.random_read);
    describe(section.table("sequential_read", "a read of a sequential stream"), costs.sequential_read);
    describe(section.table("write", "a write, until its acknowledgement and the tidying up after it"), costs.write);
    section.field({"fetch_per_kib", "core time of bringing data in from the drives", core_time}, costs.fetch_per_kib);
    section.field({"application_work",
                   "core time of an application's I/O here, relative to what its workload says",
                   {0.1, 10},
                   spec::Presence::optional},
                  costs.application_work);
    section.field({"write_per_kib", "core time of taking in write data", core_time}, costs.write_per_kib);
    describe(section.table("consistency_point", "flushing the log to the drives"), costs.consistency_point);
    section.field({"log_record_overhead", "header of a record of the log", {0, 1e6}}, costs.log_record_overhead);
    section.field({"log_lead", "how much further along filling the log may be than flushing", {1e-4, 1}},
                  costs.log_lead);
}

}  // namespace arraytwin::ontap
