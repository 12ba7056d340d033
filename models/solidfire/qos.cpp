#include "models/solidfire/qos.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace arraytwin::solidfire {

namespace {

constexpr double most_iops = 1e9;
constexpr double smallest_kib = 4;
constexpr double second = 1e9;
constexpr std::array<std::string_view, QosCurve::sizes> size_names{"4k",   "8k",   "16k",  "32k", "64k",
                                                                   "128k", "256k", "512k", "1m"};

void describe(spec::Section& section, QosCurve& curve) {
    for (std::size_t i = 0; i < QosCurve::sizes; ++i) {
        section.field({size_names[i], "cost of an I/O of this size", {1, 1e7}, spec::Presence::optional},
                      curve.cost[i]);
    }
    for (std::size_t i = 1; i < QosCurve::sizes; ++i) {
        if (curve.cost[i] >= curve.cost[i - 1]) continue;
        section.reject(size_names[i],
                       fmt::format("{} is less than the {} of a smaller I/O", curve.cost[i], curve.cost[i - 1]),
                       "costs rise with the size");
    }
}

}  // namespace

double QosCurve::weight(Bytes bytes) const {
    const double doublings = std::log2(std::max(bytes.kib() / smallest_kib, 1.0));
    const auto at = std::min(static_cast<std::size_t>(doublings), sizes - 2);
    const double low_kib = std::ldexp(smallest_kib, static_cast<int>(at));
    const double share = (std::max(bytes.kib(), smallest_kib) - low_kib) / low_kib;
    return (cost[at] + (cost[at + 1] - cost[at]) * share) / cost[0];
}

void describe(spec::Section& section, QosParameters& qos) {
    constexpr auto optional = spec::Presence::optional;
    section.field({"min_iops", "IOPS of 4 KiB that a volume is sure of; 0: none", {0, most_iops}, optional},
                  qos.min_iops);
    section.field({"max_iops", "IOPS of 4 KiB that a volume may have for long; 0: no limit", {0, most_iops}, optional},
                  qos.max_iops);
    section.field({"burst_iops", "the same while it has credit; 0: as max_iops", {0, most_iops}, optional},
                  qos.burst_iops);
    section.field({"credit_cap", "the longest burst that can be saved up", {0, 3600 * second}, optional},
                  qos.credit_cap);
    describe(section.table("cost", "cost of an I/O by size", optional), qos.curve);
    if (qos.max_iops > 0 && qos.min_iops > qos.max_iops) {
        section.reject("min_iops", fmt::format("{} is more than the maximum of {}", qos.min_iops, qos.max_iops),
                       "min_iops <= max_iops <= burst_iops");
    }
    if (qos.burst_iops > 0 && qos.burst_iops < qos.max_iops) {
        section.reject("burst_iops", fmt::format("{} is less than the maximum of {}", qos.burst_iops, qos.max_iops),
                       "min_iops <= max_iops <= burst_iops");
    }
    if (qos.burst_iops > 0 && qos.max_iops <= 0) {
        section.reject("burst_iops", "a burst above no maximum", "set max_iops too");
    }
}

}  // namespace arraytwin::solidfire
