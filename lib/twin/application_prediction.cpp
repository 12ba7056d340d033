#include "lib/twin/application_prediction.hpp"

#include <algorithm>
#include <cmath>

namespace arraytwin {

namespace {

std::optional<double> error(std::optional<double> predicted, std::optional<double> measured) {
    if (!predicted || !measured || !std::isfinite(*predicted)) return std::nullopt;
    return (*predicted / *measured - 1) * 100;
}

}  // namespace

ApplicationErrors errors_of(const ApplicationCurve& curve, const MeasuredApplication& measured) {
    ApplicationErrors errors;
    if (measured.clients && measured.latency_us) {
        const double given = *measured.clients * 1e6 / (curve.think_time_us + *measured.latency_us);
        errors.tps_given_latency = error(given, measured.tps);
    }
    const auto point = std::find_if(curve.points.begin(), curve.points.end(),
                                    [&](const ApplicationPoint& candidate) { return candidate.vms == measured.vms; });
    if (point == curve.points.end()) return errors;
    errors.tps = error(point->transactions.iops, measured.tps);
    errors.latency = error(point->transactions.latency.mean.us(), measured.latency_us);
    errors.p99 = error(point->transactions.latency.p99.us(), measured.p99_us);
    return errors;
}

}  // namespace arraytwin
