// A ceiling on each volume's IOPS, as ONTAP's quality of service enforces it.
#pragma once

#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"
#include "models/qos/throttle.hpp"

namespace arraytwin::qos {

struct Ceiling {
    double max_iops = 0;  ///< of each volume; 0: none
    double burst = 1.5;   ///< of max_iops, while there is credit (FACTS section 2, D: 50 % above)
    Duration burst_time = Duration::from_seconds(1);  ///< that can be saved up (FACTS section 2, D)

    Throttle throttle() const { return {max_iops, max_iops * burst, burst_time}; }
};

void describe(spec::Section& section, Ceiling& ceiling);

}  // namespace arraytwin::qos
