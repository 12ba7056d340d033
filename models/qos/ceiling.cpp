#include "models/qos/ceiling.hpp"

namespace arraytwin::qos {

void describe(spec::Section& section, Ceiling& ceiling) {
    constexpr double second = 1e9;
    constexpr double most_iops = 1e9;
    constexpr auto optional = spec::Presence::optional;
    section.field({"max_iops", "IOPS that a volume may have for long; 0: no limit", {0, most_iops}, optional},
                  ceiling.max_iops);
    section.field({"burst", "of max_iops, while the volume has credit", {1, 100}, optional}, ceiling.burst);
    section.field({"burst_time", "the longest burst that can be saved up", {0, 3600 * second}, optional},
                  ceiling.burst_time);
    const Ceiling usual;
    if (ceiling.max_iops <= 0 && (ceiling.burst != usual.burst || ceiling.burst_time != usual.burst_time)) {
        section.reject("max_iops", "a burst above no ceiling", "set max_iops too");
    }
}

}  // namespace arraytwin::qos
