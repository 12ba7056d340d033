#include "lib/twin/point.hpp"

#include <algorithm>

namespace arraytwin::twin {

namespace {

double mib_per_s_of(const stats::Summary& summary) { return summary.bytes_per_second / (1024.0 * 1024.0); }

LatencySummary latency_of(const stats::Summary& summary) {
    return {summary.mean_us.value,
            summary.p50_us,
            summary.p95_us,
            summary.p99_us.value,
            summary.p99_9_us,
            {summary.mean_us.low(), summary.mean_us.high()},
            {summary.p99_us.low(), summary.p99_us.high()}};
}

}  // namespace

void add_utilization(Point& point, const Place& place, double utilization) {
    if (place.queueing == Queueing::delay) return;
    double& known = point.utilization[place.name];
    known = place.queueing == Queueing::any_server ? known + utilization : std::max(known, utilization);
    known = std::min(known, 1.0);  // work that was promised before the window ended may be done after it
}

std::string busiest(const std::map<std::string, double>& utilization) {
    const auto most = std::max_element(utilization.begin(), utilization.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    return most == utilization.end() ? std::string{} : most->first;
}

Point point_of(const Run& run, const OfferedLoad& load) {
    const stats::Summary& summary = run.summary;
    Point point;
    point.load = load;
    point.overloaded = run.overloaded;
    point.precision_reached = run.precise;
    point.iops = summary.throughput.value;
    point.mib_per_s = mib_per_s_of(summary);
    point.latency = latency_of(summary);
    for (const PartRun& part : run.parts) {
        point.parts.push_back({part.workload, part.volumes, load.outstanding ? part.outstanding : 0,
                               part.summary.throughput.value, mib_per_s_of(part.summary), latency_of(part.summary)});
    }
    if (summary.observations == 0) return point;  // given up before anything completed
    const double ios = static_cast<double>(summary.observations);
    const double window_ns = static_cast<double>(summary.window.ns());
    for (std::size_t p = 0; p < run.places.size(); ++p) {
        const Place& place = run.places[p];
        const double* totals = &summary.counters[p * Ledger::columns];
        add_utilization(point, place, totals[Ledger::occupied] / (window_ns * place.servers));
        if (totals[Ledger::wait] + totals[Ledger::service] <= 0) continue;
        ServerTime& time = point.breakdown[place.name];
        time.wait += totals[Ledger::wait] * 1e-3 / ios;
        time.service += totals[Ledger::service] * 1e-3 / ios;
    }
    point.bottleneck = busiest(point.utilization);
    return point;
}

}  // namespace arraytwin::twin
