#include "lib/queueing/bounds.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

namespace arraytwin::queueing {
namespace {

struct Totals {
    double delay = 0;     // us an I/O spends where nobody waits
    double on_path = 0;   // us of service at queueing stations
    double occupied = 0;  // the same with what comes off the path
    double largest = 0;   // of one server
    double servers = 0;
    bool product_form = true;
};

Totals totals_of(const Network& network) {
    const std::vector<double> shares = normalized_shares(network);
    Totals totals;
    std::vector<double> demands(network.stations.size(), 0.0);
    for (std::size_t k = 0; k < network.classes.size(); ++k) {
        for (const Demand& demand : network.classes[k].demands) {
            const auto i = static_cast<std::size_t>(demand.station);
            if (network.stations[i].kind == StationKind::delay) {
                totals.delay += shares[k] * demand.on_path;
                continue;
            }
            totals.on_path += shares[k] * demand.on_path;
            demands[i] += shares[k] * (demand.on_path + demand.off_path);
            const bool pooled = network.stations[i].copies > 1 && demand.binding == Binding::pooled;
            totals.product_form &= demand.off_path == 0 && demand.scv == 1 && !pooled;
        }
    }
    for (std::size_t i = 0; i < demands.size(); ++i) {
        if (demands[i] <= 0) continue;
        const Station& station = network.stations[i];
        const double servers = static_cast<double>(station.servers) * station.copies;
        totals.product_form &= station.servers == 1;
        totals.occupied += demands[i];
        totals.largest = std::max(totals.largest, demands[i] / servers);
        totals.servers += servers;
    }
    return totals;
}

}  // namespace

OperationalBounds operational_bounds(const Network& network, double outstanding) {
    assert(outstanding >= 1);
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const Totals t = totals_of(network);
    const double n = outstanding;
    const double alone = t.delay + t.on_path;
    double low = n / (t.delay + t.on_path + (t.occupied - t.on_path) + (n - 1) * t.occupied);
    double high = n / alone;
    if (t.largest > 0) high = std::min(high, 1 / t.largest);
    if (t.product_form && t.occupied > 0) {
        const double d = t.occupied;
        const double average = d / t.servers;
        low = std::max(low, n / (d + t.delay + (n - 1) * t.largest / (1 + t.delay / (n * d))));
        high = std::min(high, n / (d + t.delay + (n - 1) * average / (1 + t.delay / d)));
    }
    const auto response = [n](double rate) { return rate > 0 ? n / rate : kInfinity; };
    return {.iops = {low * 1e6, high * 1e6}, .response_us = {response(high), response(low)}};
}

}  // namespace arraytwin::queueing
