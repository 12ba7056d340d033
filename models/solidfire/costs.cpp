#include "models/solidfire/costs.hpp"

namespace arraytwin::solidfire {

namespace {

constexpr spec::Range core_time{0, 1e8};  // up to 100 ms

}  // namespace

void describe(spec::Section& section, Costs& costs) {
    section.field({"array", "spec of the array that these were fitted to; none: priors", {}, spec::Presence::optional},
                  costs.array);
    section.field({"reference_clock", "clock to which core times refer", {1e8, 1e11}}, costs.reference_clock);
    section.field({"reference_cores", "cores of a node to which core times refer", {1, 512}}, costs.reference_cores);
    section.field({"contention", "by how much each further core of a node lengthens all core times", {0, 1}},
                  costs.contention);
    describe(section.table("read", "the slice service's part of a read"), costs.read);
    describe(section.table("write", "the slice service's part of a write"), costs.write);
    section.field({"read_per_kib", "core time of decompressing and checking read data", core_time}, costs.read_per_kib);
    section.field({"write_per_kib", "core time of compressing and hashing write data", core_time}, costs.write_per_kib);
    section.field({"mirror", "core time of a write at the secondary node", core_time}, costs.mirror);
    section.field({"block_read", "core time of a 4 KiB block read at a block service", core_time}, costs.block_read);
    section.field({"block_write", "core time of each copy of a 4 KiB block written", core_time}, costs.block_write);
}

}  // namespace arraytwin::solidfire
