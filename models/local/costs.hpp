// What an I/O to a local drive costs at each step of its way: core time of the host, time in the drive's queue, at its
// channels and on its link. None of it is on a data sheet; `arraytwin calibrate` fits it to measured runs.
#pragma once

#include <string>

#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::local {

/// One kind of operation at the drive.
struct OperationCost {
    Duration service;        ///< of one channel, for each chunk
    Duration per_kib;        ///< of the same channel on top, for each KiB
    Duration after;          ///< for which the channel stays busy when the operation is done
    double variability = 1;  ///< squared coefficient of variation of all three together
    Duration delay;          ///< the way to the drive and back, on which nobody waits for anybody
};

struct Costs {
    std::string array;  ///< the spec that these were fitted to; empty: nobody's, priors
    Duration submit;  ///< core time of the host, from the application's call until the command is handed to the driver
    Duration complete;            ///< core time of the host, from the interrupt until the application has its answer
    Duration command;             ///< the driver's queue, one command after the other
    Duration command_per_kib;     ///< the same queue on top: descriptors
    Duration link_per_kib;        ///< the drive's link, or the limit that a cloud sets to its bandwidth
    double link_variability = 0;  ///< squared coefficient of variation of a transfer's time
    OperationCost read;
    OperationCost write;
};

void describe(spec::Section& section, Costs& costs);

}  // namespace arraytwin::local
