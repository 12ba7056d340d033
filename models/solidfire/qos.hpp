// The quality of service of one volume: I/Os are weighed by size and let through no faster than the volume's maximum.
//
// The weight of an I/O is its cost on the published curve over that of 4 KiB, so limits are IOPS of 4 KiB. Time spent
// below the maximum is credit, up to `credit_cap` of it, which lets the volume run at its burst rate for as long
// (models/qos). README.md.
#pragma once

#include <array>

#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"
#include "models/qos/throttle.hpp"

namespace arraytwin::solidfire {

/// Cost of an I/O by size, relative to 100 for 4 KiB; linear between the sizes, and beyond the last two.
class QosCurve {
public:
    static constexpr std::size_t sizes = 9;  // 4 KiB to 1 MiB, each twice the last

    /// I/Os of 4 KiB that one of `bytes` counts as; never less than one.
    double weight(Bytes bytes) const;

    std::array<double, sizes> cost{100, 160, 270, 500, 1000, 1900, 3000, 7500, 15000};
};

/// Limits in IOPS of 4 KiB; 0 where there is none.
struct QosParameters {
    double min_iops = 0;    ///< what a volume is sure of; volumes are alike here, so it is checked and moves nothing
    double max_iops = 0;    ///< sustained
    double burst_iops = 0;  ///< while there is credit; 0: as max_iops
    Duration credit_cap;    ///< the longest burst that can be saved up
    QosCurve curve;

    qos::Throttle throttle() const { return {max_iops, burst_iops, credit_cap}; }
};

void describe(spec::Section& section, QosParameters& qos);

}  // namespace arraytwin::solidfire
