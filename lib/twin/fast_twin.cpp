#include "lib/twin/fast_twin.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "lib/queueing/solve.hpp"
#include "lib/twin/point.hpp"

namespace arraytwin::twin {

namespace {

constexpr int recorded_ios = 1000;

queueing::Station station_of(const Place& place) {
    const bool own_queues = place.queueing == Queueing::own_queues || place.queueing == Queueing::any_server;
    return {place.name, own_queues ? 1 : place.servers, own_queues ? place.servers : 1,
            place.queueing == Queueing::delay ? queueing::StationKind::delay : queueing::StationKind::queue};
}

/// What one I/O asks of a server. The model's own mean and second moment replace those of the few samples.
queueing::Demand demand_of(const double* totals, double ios, int station, Queueing queueing) {
    const double visits = totals[Ledger::visits];
    const double mean_ns = totals[Ledger::expected] / visits;
    const double drawn_to_expected = totals[Ledger::expected] / totals[Ledger::occupied];
    const double attended_ns = std::min(totals[Ledger::service], totals[Ledger::occupied]) * drawn_to_expected;
    queueing::Demand demand;
    demand.station = station;
    demand.visits = visits / ios;
    demand.on_path = attended_ns * 1e-3 / ios;
    demand.off_path = (totals[Ledger::expected] - attended_ns) * 1e-3 / ios;
    demand.scv = std::max(0.0, totals[Ledger::expected_square] / visits / (mean_ns * mean_ns) - 1);
    demand.binding = queueing == Queueing::any_server ? queueing::Binding::pooled : queueing::Binding::bound;
    demand.attended = totals[Ledger::service] > 0;
    return demand;
}

LatencySummary mean_only(double mean_us) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    return {mean_us, unknown, unknown, unknown, unknown, {}, {}};
}

}  // namespace

FastTwin::FastTwin(const Twin& twin, const Workload& workload, sim::RandomSource source) {
    for (WorkloadPart& part : parts_of(workload, twin.volumes())) {
        Workload alone;
        alone.parts = {part};
        const RecordedDemands recorded =
            twin.record_demands(workload.parts.empty() ? workload : alone, recorded_ios, source);
        places_ = recorded.places;
        stations_.resize(places_.size());
        parts_.push_back({std::move(part), {}});
        network_.classes.push_back({.chain = static_cast<int>(parts_.size()) - 1});
        add(recorded, parts_.size() - 1);
    }
}

/// The two kinds of work of a processor share its station.
int FastTwin::busy_station(std::size_t place) {
    const bool shared =
        places_[place].queueing == Queueing::any_server && place > 0 && places_[place - 1].name == places_[place].name;
    Stations& known = stations_[shared ? place - 1 : place];
    if (known.busy < 0) {
        known.busy = static_cast<int>(network_.stations.size());
        network_.stations.push_back(station_of(places_[place]));
    }
    return known.busy;
}

int FastTwin::latent_station(std::size_t place) {
    int& known = stations_[place].latent;
    if (known < 0) {
        known = static_cast<int>(network_.stations.size());
        network_.stations.push_back({places_[place].name, 1, 1, queueing::StationKind::delay});
    }
    return known;
}

void FastTwin::add(const RecordedDemands& recorded, std::size_t part) {
    const auto ios = static_cast<double>(recorded.ios);
    auto& demands = network_.classes[part].demands;
    for (std::size_t place = 0; place < places_.size(); ++place) {
        const double* totals = &recorded.totals[place * Ledger::columns];
        if (totals[Ledger::occupied] > 0) {
            demands.push_back(demand_of(totals, ios, busy_station(place), places_[place].queueing));
            parts_[part].origins.push_back({place, false});
        }
        const double latent_us = (totals[Ledger::service] - totals[Ledger::occupied]) * 1e-3 / ios;
        if (latent_us <= 0) continue;
        demands.push_back({.station = latent_station(place), .on_path = latent_us});
        parts_[part].origins.push_back({place, true});
    }
}

/// Of each part; of an open load, the parts' own.
std::vector<double> FastTwin::outstanding_of(const OfferedLoad& load) const {
    std::vector<WorkloadPart> workloads;
    for (const Part& part : parts_) workloads.push_back(part.workload);
    int all = 0;
    for (const WorkloadPart& part : workloads) all += part.workload.outstanding_per_volume * part.on.count;
    const std::vector<int> dealt = deal_threads(load.outstanding.value_or(all), workloads);
    return {dealt.begin(), dealt.end()};
}

queueing::Solution FastTwin::solve(const OfferedLoad& load) const {
    std::vector<double> each = outstanding_of(load);
    if (!load.target_iops) return queueing::solve_closed(network_, each);
    if (load.outstanding) return queueing::solve_paced_together(network_, each, *load.target_iops);
    const double all = std::accumulate(each.begin(), each.end(), 0.0);
    for (double& own : each) own *= *load.target_iops / all;
    return queueing::solve_open(network_, each);
}

Point FastTwin::point(const OfferedLoad& load) const { return point_of(solve(load), load); }

Point FastTwin::point_of(const queueing::Solution& solution, const OfferedLoad& load) const {
    Point point;
    point.load = load;
    point.overloaded = solution.outcome == queueing::Outcome::overloaded;
    for (const queueing::ClassSolution& part : solution.classes) point.iops += part.iops;
    point.latency = mean_only(0);
    for (std::size_t p = 0; p < parts_.size(); ++p) add_part(point, solution, p, solution.classes[p].iops / point.iops);
    point.bottleneck = busiest(point.utilization);
    if (parts_.size() > 1) point.parts = parts_at(solution, load);
    return point;
}

/// What a part adds to the average I/O, of which it makes a share.
void FastTwin::add_part(Point& point, const queueing::Solution& solution, std::size_t part, double share) const {
    const queueing::ClassSolution& own = solution.classes[part];
    point.latency.mean += own.response_us * share;
    point.mib_per_s += own.iops * parts_[part].workload.workload.mib_per_io();
    for (std::size_t d = 0; d < own.demands.size(); ++d) {
        const Origin& origin = parts_[part].origins[d];
        const Place& place = places_[origin.place];
        const queueing::Residence& residence = own.demands[d];
        const auto station = static_cast<std::size_t>(network_.classes[part].demands[d].station);
        if (residence.wait_us + residence.service_us > 0) {
            ServerTime& time = point.breakdown[place.name];
            time.wait += residence.wait_us * share;
            time.service += residence.service_us * share;
        }
        if (origin.latent) continue;
        double& utilization = point.utilization[place.name];
        utilization = std::max(utilization, std::min(1.0, solution.utilization[station]));
    }
}

std::vector<PartPoint> FastTwin::parts_at(const queueing::Solution& solution, const OfferedLoad& load) const {
    std::vector<PartPoint> points;
    const std::vector<double> outstanding = outstanding_of(load);
    for (std::size_t p = 0; p < parts_.size(); ++p) {
        const queueing::ClassSolution& own = solution.classes[p];
        const WorkloadPart& part = parts_[p].workload;
        points.push_back({part.workload.name, part.on.count, load.outstanding ? static_cast<int>(outstanding[p]) : 0,
                          own.iops, own.iops * part.workload.mib_per_io(), mean_only(own.response_us)});
    }
    return points;
}

}  // namespace arraytwin::twin
