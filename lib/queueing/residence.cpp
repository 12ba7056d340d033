#include "lib/queueing/residence.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lib/queueing/waiting.hpp"

namespace arraytwin::queueing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A closed network cannot overload a server, but the arrival theorem's approximation can, slightly, with few
// outstanding.
// A wait that only matters at the very edge keeps it from doing so.
constexpr double kEdge = 2e-5;

double edge(double busy) {
    const double fourth = busy * busy * busy * busy;
    return kEdge * fourth * fourth / (1 - busy);
}

}  // namespace

struct ResidenceModel::Load {
    double bound = 0;   // utilization
    double pooled = 0;  // utilization
    double bound_off = 0;
    double pooled_off = 0;
    double visits = 0;
    double residual = 0;

    double busy() const { return bound + pooled; }
};

ResidenceModel::ResidenceModel(const Network& network) : network_{network}, shares_{normalized_shares(network)} {
    const std::size_t chains = chain_count(network);
    for (std::size_t i = 0; i < network.stations.size(); ++i) {
        const Station& station = network.stations[i];
        queue_of_station_.push_back(queues_.size());
        if (station.kind == StationKind::delay) continue;
        queues_.push_back({.station = i,
                           .cores = station.servers > 1 ? station.servers : station.copies,
                           .servers = static_cast<double>(station.servers) * station.copies});
    }
    for (auto* by_chain : {&services_, &responses_, &inverse_outstanding_, &met_, &free_, &own_queued_})
        by_chain->assign(chains, 0.0);
    works_.assign(queues_.size() * chains * 2, Work{});
    waits_.assign(works_.size(), 0.0);
    held_back_.assign(queues_.size(), 0.0);
    demands_.assign(network.stations.size() * chains, 0.0);
    for (std::size_t k = 0; k < network.classes.size(); ++k) {
        const auto chain = static_cast<std::size_t>(network.classes[k].chain);
        for (const Demand& demand : network.classes[k].demands) add(demand, chain, shares_[k]);
    }
}

void ResidenceModel::add(const Demand& demand, std::size_t chain, double share) {
    const auto station = static_cast<std::size_t>(demand.station);
    services_[chain] += share * demand.on_path;
    if (network_.stations[station].kind == StationKind::delay) {
        demands_[station * chains() + chain] += share * demand.on_path;
        return;
    }
    if (demand.visits <= 0) return;
    Queue& queue = queues_[queue_of_station_[station]];
    const double occupied = demand.on_path + demand.off_path;
    demands_[station * chains() + chain] += share * occupied / queue.servers;

    const Binding binding = binding_of(demand);
    const double visits = share * demand.visits / queue.servers;
    const double mean = occupied / demand.visits;
    const double residual = visits * mean * mean * (1 + demand.scv) / 2;
    const double off_share = occupied > 0 ? demand.off_path / occupied : 0;
    Work& work = works_[slot(queue_of_station_[station], chain, binding)];
    work.visits += visits;
    work.attended += demand.attended ? visits : 0;
    work.on_path += visits * demand.on_path / demand.visits;
    work.off_path += visits * demand.off_path / demand.visits;
    work.residual_on += residual * (1 - off_share * off_share);
    work.residual_off += residual * off_share * off_share;
    queue.has_pooled = queue.has_pooled || binding == Binding::pooled;
    queue.has_off_path = queue.has_off_path || demand.off_path > 0;
}

Binding ResidenceModel::binding_of(const Demand& demand) const {
    const Station& station = network_.stations[static_cast<std::size_t>(demand.station)];
    if (station.servers > 1) return Binding::pooled;
    return station.copies > 1 ? demand.binding : Binding::bound;  // one server leaves no choice
}

void ResidenceModel::set_outstanding(std::span<const double> outstanding) {
    outstanding_ = 0;
    for (std::size_t c = 0; c < chains(); ++c) {
        inverse_outstanding_[c] = outstanding[c] > 0 ? 1 / std::max(outstanding[c], 1.0) : 0.0;
        outstanding_ += outstanding[c];
    }
    if (outstanding_ <= 0) outstanding_ = kInfinity;
}

bool ResidenceModel::evaluate(std::span<const double> rates) {
    std::ranges::copy(services_, responses_.begin());
    for (std::size_t queue = 0; queue < queues_.size(); ++queue) {
        if (!evaluate(queue, rates)) return false;
        for (std::size_t c = 0; c < chains(); ++c) {
            for (const Binding binding : {Binding::bound, Binding::pooled}) {
                const Work& work = works_[slot(queue, c, binding)];
                const double waited = work.attended * waits_[slot(queue, c, binding)];
                responses_[c] += queues_[queue].servers * (waited + work.visits * held_back_[queue]);
            }
        }
    }
    return true;
}

bool ResidenceModel::evaluate(std::size_t queue, std::span<const double> rates) {
    const Load load = load_of(queue, rates);
    // A single I/O without work off the path meets nobody; it may keep a server busy all the time.
    held_back_[queue] = 0;
    const bool alone = outstanding_ <= 1 && !queues_[queue].has_off_path;
    if (!(load.busy() < (alone ? 1 + 1e-9 : 1))) return false;
    if (queues_[queue].has_pooled && !pooled_waits(queue, rates, load)) return false;
    if (!bound_waits(queue, rates, load)) return false;
    if (alone || load.visits <= 0 || std::isinf(outstanding_)) return true;

    held_back_[queue] = edge(load.busy()) * load.busy() / load.visits;
    return true;
}

ResidenceModel::Load ResidenceModel::load_of(std::size_t queue, std::span<const double> rates) const {
    Load load;
    for (std::size_t c = 0; c < chains(); ++c) {
        const Work& bound = works_[slot(queue, c, Binding::bound)];
        const Work& pooled = works_[slot(queue, c, Binding::pooled)];
        load.bound += rates[c] * (bound.on_path + bound.off_path);
        load.bound_off += rates[c] * bound.off_path;
        load.pooled += rates[c] * (pooled.on_path + pooled.off_path);
        load.pooled_off += rates[c] * pooled.off_path;
        load.visits += rates[c] * (bound.visits + pooled.visits);
        load.residual += rates[c] * (bound.residual_on + bound.residual_off + pooled.residual_on + pooled.residual_off);
    }
    return load;
}

/// The arrival theorem: an arriving I/O of a chain with N outstanding sees the others, (N - 1) / N of its chain. What
/// its chain's earlier I/Os left behind, off their path, stays.
ResidenceModel::Load ResidenceModel::seen_by(const Load& load, std::size_t queue, std::size_t chain,
                                             double rate) const {
    const Work& bound = works_[slot(queue, chain, Binding::bound)];
    const Work& pooled = works_[slot(queue, chain, Binding::pooled)];
    const double own = rate * inverse_outstanding_[chain];
    Load seen = load;
    seen.bound -= own * bound.on_path;
    seen.pooled -= own * pooled.on_path;
    seen.residual -= own * (bound.residual_on + pooled.residual_on);
    return seen;
}

/// The mean residual service of a chain's visits over their mean service: (1 + scv) / 2, taken over its classes.
double ResidenceModel::residual_ratio(std::size_t queue, std::size_t chain, Binding binding) const {
    const Work& work = works_[slot(queue, chain, binding)];
    const double busy = work.on_path + work.off_path;
    return busy > 0 ? (work.residual_on + work.residual_off) * work.visits / (busy * busy) : 1;
}

bool ResidenceModel::pooled_waits(std::size_t queue, std::span<const double> rates, const Load& load) {
    const Queue& q = queues_[queue];
    if (load.visits <= 0) {
        for (std::size_t c = 0; c < chains(); ++c) waits_[slot(queue, c, Binding::pooled)] = 0;
        return true;
    }
    const double others = q.has_off_path ? kInfinity : outstanding_ - 1;
    const double mean = load.busy() / load.visits;
    const double scv = mean > 0 ? std::max(0.0, 2 * load.residual / (load.busy() * mean) - 1) : 0;
    for (std::size_t c = 0; c < chains(); ++c) {
        if (works_[slot(queue, c, Binding::pooled)].visits <= 0) {
            met_[c] = 0;
            free_[c] = 1;
            own_queued_[c] = 0;
            continue;
        }
        const Load seen = seen_by(load, queue, c, rates[c]);
        const double ratio = wait_ratio_cores(q.cores, seen.bound, seen.pooled, scv);
        met_[c] = all_busy(q.cores, seen.bound, seen.pooled, others) * ratio * mean / q.cores;
        free_[c] = 1 - seen.bound - seen.pooled_off;
        const double shape = ratio * 2 / (1 + scv) * residual_ratio(queue, c, Binding::pooled);
        own_queued_[c] = std::min(inverse_outstanding_[c] * shape, 1.0);
    }
    if (!solve_waits(queue, Binding::pooled, rates)) return false;
    if (load.bound > 0) return true;
    // No more than all the others can be ahead in the queue, with as many in service as there are servers.
    const double most = std::max(others - q.cores + 1, 0.0) * mean / q.cores;
    for (std::size_t c = 0; c < chains(); ++c) {
        double& wait = waits_[slot(queue, c, Binding::pooled)];
        wait = std::min(wait, most);
    }
    return true;
}

bool ResidenceModel::bound_waits(std::size_t queue, std::span<const double> rates, const Load& load) {
    double placed = 0;  // the work that pooled I/Os place on a core while waiting for it
    for (std::size_t c = 0; c < chains(); ++c) {
        const std::size_t at = slot(queue, c, Binding::pooled);
        placed += rates[c] * (works_[at].on_path + works_[at].off_path) * waits_[at];
    }
    for (std::size_t c = 0; c < chains(); ++c) {
        const std::size_t pooled = slot(queue, c, Binding::pooled);
        own_queued_[c] = std::min(inverse_outstanding_[c] * residual_ratio(queue, c, Binding::bound), 1.0);
        const double own = rates[c] * inverse_outstanding_[c];
        met_[c] = seen_by(load, queue, c, rates[c]).residual + placed - own * works_[pooled].on_path * waits_[pooled];
        free_[c] = 1 - load.bound_off;
    }
    return solve_waits(queue, Binding::bound, rates);
}

/// wait[c] * free[c] = met[c] + sum over chains j of (work queued by j) - own part, where work queued by j is
/// rate[j] * on_path[j] * wait[j] by Little's law: linear, and it solves by its one common sum. The own part is 1 / N
/// of its chain's, times the residual service over the mean one: then a saturated server comes out busy all the time,
/// no more.
bool ResidenceModel::solve_waits(std::size_t queue, Binding binding, std::span<const double> rates) {
    double queued = 0;
    double left = 1;
    for (std::size_t c = 0; c < chains(); ++c) {
        const Work& own = works_[slot(queue, c, binding)];
        const double work = rates[c] * own.on_path;
        free_[c] += rates[c] * (own.on_path + own.off_path) * own_queued_[c];
        if (!(free_[c] > 0)) return false;
        queued += work * met_[c] / free_[c];
        left -= work / free_[c];
    }
    if (!(left > 0)) return false;
    queued /= left;
    for (std::size_t c = 0; c < chains(); ++c) waits_[slot(queue, c, binding)] = (met_[c] + queued) / free_[c];
    return true;
}

double ResidenceModel::wait_per_visit(const CustomerClass& customer_class, const Demand& demand) const {
    const auto station = static_cast<std::size_t>(demand.station);
    if (network_.stations[station].kind == StationKind::delay || demand.visits <= 0) return 0;
    const std::size_t queue = queue_of_station_[station];
    const auto chain = static_cast<std::size_t>(customer_class.chain);
    return held_back_[queue] + (demand.attended ? waits_[slot(queue, chain, binding_of(demand))] : 0);
}

double ResidenceModel::highest_utilization(std::span<const double> rates) const {
    double highest = 0;
    for (const Queue& queue : queues_) {
        double busy = 0;
        for (std::size_t c = 0; c < chains(); ++c) busy += rates[c] * demands_[queue.station * chains() + c];
        highest = std::max(highest, busy);
    }
    return highest;
}

std::vector<double> ResidenceModel::utilizations(std::span<const double> rates) const {
    std::vector<double> all(network_.stations.size(), 0.0);
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t c = 0; c < chains(); ++c) all[i] += rates[c] * demands_[i * chains() + c];
    }
    return all;
}

}  // namespace arraytwin::queueing
