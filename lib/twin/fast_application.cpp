#include "lib/twin/fast_application.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "lib/queueing/solve.hpp"
#include "lib/twin/fast_twin.hpp"
#include "lib/twin/places_of_hosts.hpp"
#include "lib/twin/point.hpp"

namespace arraytwin::twin {

namespace {

const std::string cores_of_hosts = "host.cpu";
const std::string thinking = "clients.thinking";

bool waits(const queueing::Station& station) { return station.kind == queueing::StationKind::queue; }

}  // namespace

FastApplication::FastApplication(const Twin& twin, const Application& application, sim::RandomSource source)
    : application_{application} {
    array_.classes.emplace_back();
    if (application.ios > 0) add(FastTwin{twin, application.io, source}.network(), application.ios);
    if (application.log.writes > 0) {
        add(FastTwin{twin, application.log_workload(), source}.network(), application.log.writes);
    }
}

/// What `ios` I/Os of a transaction ask of the array, beside what is there already.
void FastApplication::add(const queueing::Network& network, double ios) {
    for (queueing::Demand demand : network.classes[0].demands) {
        demand.station = station_like(network.stations[static_cast<std::size_t>(demand.station)]);
        demand.visits *= ios;
        demand.on_path *= ios;
        demand.off_path *= ios;
        array_.classes[0].demands.push_back(demand);
    }
}

/// The same server in both recordings is one.
int FastApplication::station_like(const queueing::Station& station) {
    const auto same = std::find_if(array_.stations.begin(), array_.stations.end(), [&](const auto& known) {
        return known.name == station.name && known.kind == station.kind && known.servers == station.servers &&
               known.copies == station.copies;
    });
    const auto index = same - array_.stations.begin();
    if (same == array_.stations.end()) array_.stations.push_back(station);
    return static_cast<int>(index);
}

void FastApplication::add_hosts(queueing::Network& network, int vms) const {
    const ApplicationHosts& hosts = application_.hosts;
    auto& demands = network.classes[0].demands;
    const auto delay = [&](const std::string& name, Duration time) {
        if (time == Duration{}) return;
        network.stations.push_back({name, 1, 1, queueing::StationKind::delay});
        demands.push_back({.station = static_cast<int>(network.stations.size()) - 1, .on_path = time.seconds() * 1e6});
    };
    delay(thinking, application_.think_time);
    delay(std::string{place_of_waiting}, hosts.wait_time);
    if (hosts.cpu_time == Duration{}) return;
    const int used = hosts.used(vms);
    const int cores = std::min(hosts.cores, std::max(1, vms * hosts.vcpus_per_vm / used));
    network.stations.push_back({cores_of_hosts, cores, used, queueing::StationKind::queue});
    queueing::Demand demand;
    demand.station = static_cast<int>(network.stations.size()) - 1;
    demand.on_path = hosts.cpu_time.seconds() * 1e6;
    demand.visits = application_.ios_per_transaction() + 1;  // a slice before, between and after the I/Os
    demand.scv = hosts.variability;
    demands.push_back(demand);
}

ApplicationPoint FastApplication::point(int vms) const {
    queueing::Network network = array_;
    add_hosts(network, vms);
    const std::array clients{static_cast<double>(application_.clients(vms))};
    ApplicationPoint point;
    point.vms = vms;
    point.clients = application_.clients(vms);
    point.transactions = point_of(network, queueing::solve_closed(network, clients));
    return point;
}

Point FastApplication::point_of(const queueing::Network& network, const queueing::Solution& solution) const {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const queueing::ClassSolution& transaction = solution.classes[0];
    Point point;
    point.iops = transaction.iops;
    double response_us = 0;
    for (std::size_t d = 0; d < transaction.demands.size(); ++d) {
        const queueing::Residence& residence = transaction.demands[d];
        const queueing::Station& station =
            network.stations[static_cast<std::size_t>(network.classes[0].demands[d].station)];
        if (station.name == thinking) continue;
        response_us += residence.wait_us + residence.service_us;
        if (residence.wait_us + residence.service_us <= 0) continue;
        ServerTime& time = point.breakdown[station.name];
        time.wait += residence.wait_us;
        time.service += residence.service_us;
    }
    for (std::size_t s = 0; s < network.stations.size(); ++s) {
        if (!waits(network.stations[s])) continue;
        double& utilization = point.utilization[network.stations[s].name];
        utilization = std::max(utilization, std::min(1.0, solution.utilization[s]));
    }
    point.latency = {response_us, unknown, unknown, unknown, unknown, {}, {}};
    point.bottleneck = busiest(point.utilization);
    return point;
}

}  // namespace arraytwin::twin
