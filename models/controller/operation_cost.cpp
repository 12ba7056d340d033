#include "models/controller/operation_cost.hpp"

namespace arraytwin::controller {

void describe(spec::Section& section, OperationCost& cost) {
    constexpr spec::Range core_time{0, 1e8};  // up to 100 ms
    section.field({"service", "core time before the acknowledgement", core_time}, cost.service);
    section.field({"after", "core time after it", core_time}, cost.after);
    section.field({"variability", "squared coefficient of variation of the core time", {0, 100}}, cost.variability);
    section.field({"delay", "hand-overs in which no core is busy", core_time}, cost.delay);
}

}  // namespace arraytwin::controller
