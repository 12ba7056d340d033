#include "models/eseries/costs.hpp"

namespace arraytwin::eseries {

namespace {

constexpr spec::Range core_time{0, 1e8};  // up to 100 ms

void describe(spec::Section& section, FlushCost& cost) {
    section.field({"per_update", "core time for each write or stripe that goes to the drives as one", core_time},
                  cost.per_update);
    section.field({"per_kib", "core time for each KiB of its data", core_time}, cost.per_kib);
    section.field({"parity_per_kib", "core time for each KiB read or written for the sake of parity", core_time},
                  cost.parity_per_kib);
    section.field({"tasks", "cores of a controller that flush at once", {1, 512}}, cost.tasks);
    section.field({"outstanding", "updates of a controller that are on their way to the drives at once", {1, 4096}},
                  cost.outstanding);
}

}  // namespace

void describe(spec::Section& section, Costs& costs) {
    section.field({"array", "spec of the array that these were fitted to; none: priors", {}, spec::Presence::optional},
                  costs.array);
    section.field({"reference_clock", "clock to which core times refer", {1e8, 1e11}}, costs.reference_clock);
    section.field({"reference_cores", "cores of a controller to which core times refer", {1, 512}},
                  costs.reference_cores);
    section.field({"contention", "by how much each further core of a controller lengthens all core times", {0, 1}},
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
    describe(section.table("flush", "writing the cache's dirty data to the drives"), costs.flush);
    section.field({"simulated_cache", "a larger write cache is simulated as this, its timer alike", {65536, 1e13}},
                  costs.simulated_cache);
}

}  // namespace arraytwin::eseries
