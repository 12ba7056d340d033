#include "lib/twin/fast_twin.hpp"

#include <algorithm>
#include <array>
#include <limits>

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

}  // namespace

FastTwin::FastTwin(const Twin& twin, const Workload& workload, sim::RandomSource source)
    : block_size_{workload.block_size} {
    const RecordedDemands recorded = twin.record_demands(workload, recorded_ios, source);
    places_ = recorded.places;
    network_.classes.emplace_back();
    for (std::size_t place = 0; place < places_.size(); ++place) add(recorded, place);
}

void FastTwin::add(const RecordedDemands& recorded, std::size_t place) {
    const double* totals = &recorded.totals[place * Ledger::columns];
    const auto ios = static_cast<double>(recorded.ios);
    auto& demands = network_.classes[0].demands;
    const Queueing queueing = places_[place].queueing;
    if (totals[Ledger::occupied] > 0) {
        // The two kinds of work of a processor share its station.
        const bool shared = queueing == Queueing::any_server && !network_.stations.empty() &&
                            network_.stations.back().name == places_[place].name;
        if (!shared) network_.stations.push_back(station_of(places_[place]));
        demands.push_back(demand_of(totals, ios, static_cast<int>(network_.stations.size()) - 1, queueing));
        origins_.push_back({place, false});
    }
    const double latent_us = (totals[Ledger::service] - totals[Ledger::occupied]) * 1e-3 / ios;
    if (latent_us <= 0) return;
    network_.stations.push_back({places_[place].name, 1, 1, queueing::StationKind::delay});
    demands.push_back({.station = static_cast<int>(network_.stations.size()) - 1, .on_path = latent_us});
    origins_.push_back({place, true});
}

Point FastTwin::point(const OfferedLoad& load) const {
    const std::array outstanding{static_cast<double>(load.outstanding.value_or(0))};
    const std::array target{load.target_iops.value_or(0)};
    if (!load.target_iops) return point_of(queueing::solve_closed(network_, outstanding), load);
    if (!load.outstanding) return point_of(queueing::solve_open(network_, target), load);
    return point_of(queueing::solve_paced(network_, outstanding, target), load);
}

Point FastTwin::point_of(const queueing::Solution& solution, const OfferedLoad& load) const {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const queueing::ClassSolution& all = solution.classes[0];
    Point point;
    point.load = load;
    point.overloaded = solution.outcome == queueing::Outcome::overloaded;
    point.iops = all.iops;
    point.mib_per_s = all.iops * block_size_.mib();
    point.latency = {all.response_us, unknown, unknown, unknown, unknown, {}, {}};
    for (std::size_t d = 0; d < origins_.size(); ++d) {
        const Place& place = places_[origins_[d].place];
        const queueing::Residence& residence = all.demands[d];
        const auto station = static_cast<std::size_t>(network_.classes[0].demands[d].station);
        if (residence.wait_us + residence.service_us > 0) {
            ServerTime& time = point.breakdown[place.name];
            time.wait += residence.wait_us;
            time.service += residence.service_us;
        }
        if (origins_[d].latent) continue;
        double& utilization = point.utilization[place.name];
        utilization = std::max(utilization, std::min(1.0, solution.utilization[station]));
    }
    point.bottleneck = busiest(point.utilization);
    return point;
}

}  // namespace arraytwin::twin
