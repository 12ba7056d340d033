#include "lib/compare/match.hpp"

#include <cmath>

#include "lib/compare/error.hpp"

namespace arraytwin::compare {
namespace {

Judged judged_by(const MeasuredPoint& measured) {
    const auto& kind = measured.point;
    if (kind == "peak" || kind == "max" || kind == "avg" || kind == "sub_ms_limit") return Judged::iops;
    return measured.latency_usable ? Judged::latency : Judged::nothing;
}

}  // namespace

std::string_view name_of(Judged judged) {
    switch (judged) {
        case Judged::iops:
            return "iops";
        case Judged::latency:
            return "latency";
        case Judged::nothing:
            break;
    }
    return "";
}

std::optional<double> latency_at(const Curve& curve, double iops) {
    const Point* below = nullptr;  // the last point of the branch so far; it only ever rises
    for (const auto& point : curve.points) {
        if (!positive(point.iops) || !positive(point.latency.mean.us())) continue;
        if (below != nullptr && point.iops <= below->iops) continue;
        if (point.iops >= iops) {
            if (below == nullptr) return point.latency.mean;
            const double share = (iops - below->iops) / (point.iops - below->iops);
            return below->latency.mean * std::pow(point.latency.mean / below->latency.mean, share);
        }
        below = &point;
    }
    return std::nullopt;
}

Match match(const Curve& curve, const MeasuredPoint& measured) {
    Match result;
    const auto iops = positive(measured.iops);
    const auto judged = judged_by(measured);
    if (judged == Judged::iops && measured.point == "sub_ms_limit") {
        result.predicted_iops = positive(curve.sub_ms_iops);
    } else if (judged == Judged::iops) {
        result.predicted_iops = positive(curve.peak.iops);
        result.predicted_latency_us = positive(curve.peak.latency_us);
    } else if (judged == Judged::latency && iops) {
        result.predicted_latency_us = latency_at(curve, *iops);
    }
    result.error_pct = judged == Judged::iops ? error_pct(result.predicted_iops, iops)
                       : judged == Judged::latency
                           ? error_pct(result.predicted_latency_us, positive(measured.latency_us))
                           : std::nullopt;
    if (result.error_pct) result.judged = judged;
    return result;
}

}  // namespace arraytwin::compare
