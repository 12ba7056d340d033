#include "models/local/costs.hpp"

namespace arraytwin::local {

namespace {

constexpr spec::Range time{0, 1e8};  // up to 100 ms

void describe(spec::Section& section, OperationCost& cost) {
    section.field({"service", "time of one channel for each chunk", time}, cost.service);
    section.field({"per_kib", "time of the same channel on top for each KiB", time}, cost.per_kib);
    section.field({"after", "time for which the channel stays busy when the operation is done", time}, cost.after);
    section.field({"variability", "squared coefficient of variation of the channel's time", {0, 100}},
                  cost.variability);
    section.field({"delay", "the way to the drive and back, on which nobody waits", time}, cost.delay);
}

}  // namespace

void describe(spec::Section& section, Costs& costs) {
    section.field({"array", "spec of the array that these were fitted to; none: priors", {}, spec::Presence::optional},
                  costs.array);
    section.field({"submit", "core time of the host until the command is handed over", time}, costs.submit);
    section.field({"complete", "core time of the host from the interrupt on", time}, costs.complete);
    section.field({"command", "time of each command in the driver's queue", time}, costs.command);
    section.field({"command_per_kib", "time in the driver's queue on top for each KiB", time}, costs.command_per_kib);
    section.field({"link_per_kib", "time on the drive's link for each KiB", time}, costs.link_per_kib);
    section.field({"link_variability", "squared coefficient of variation of a transfer's time", {0, 100}},
                  costs.link_variability);
    describe(section.table("read", "a read at the drive"), costs.read);
    describe(section.table("write", "a write at the drive"), costs.write);
}

}  // namespace arraytwin::local
