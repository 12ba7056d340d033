// What one kind of operation costs a controller's software, as its calibration tells, and as it runs on given cores.
#pragma once

#include "lib/sim/random.hpp"
#include "lib/spec/section.hpp"
#include "models/controller/processor.hpp"

namespace arraytwin::controller {

/// Core time of one kind of operation at the reference clock, on the core to which it is bound.
struct OperationCost {
    Duration service;        ///< before the acknowledgement
    Duration after;          ///< after it: the core stays busy, the host does not wait
    double variability = 1;  ///< squared coefficient of variation of both together
    Duration delay;          ///< hand-overs between threads and domains, in which no core is busy
};

void describe(spec::Section& section, OperationCost& cost);

/// The same on an array's own cores.
struct CostedOperation {
    Processor::Operation work;
    sim::Variability variability;
    Duration delay;

    CostedOperation(const OperationCost& cost, double core_time_factor)
        : work{cost.service * core_time_factor, cost.after * core_time_factor, 1, cost.variability},
          variability{cost.variability},
          delay{cost.delay * core_time_factor} {}
};

}  // namespace arraytwin::controller
