#include "lib/queueing/network.hpp"

#include <algorithm>

namespace arraytwin::queueing {

std::size_t chain_count(const Network& network) {
    int highest = -1;
    for (const CustomerClass& customer_class : network.classes) highest = std::max(highest, customer_class.chain);
    return static_cast<std::size_t>(highest + 1);
}

std::vector<double> normalized_shares(const Network& network) {
    std::vector<double> totals(chain_count(network), 0.0);
    for (const CustomerClass& c : network.classes) totals[static_cast<std::size_t>(c.chain)] += c.share;
    std::vector<double> shares;
    for (const CustomerClass& c : network.classes) {
        const double total = totals[static_cast<std::size_t>(c.chain)];
        shares.push_back(total > 0 ? c.share / total : 0);
    }
    return shares;
}

int Solution::bottleneck(const Network& network) const {
    int busiest = -1;
    for (std::size_t i = 0; i < utilization.size(); ++i) {
        if (network.stations[i].kind == StationKind::delay) continue;
        if (busiest < 0 || utilization[i] > utilization[static_cast<std::size_t>(busiest)])
            busiest = static_cast<int>(i);
    }
    return busiest;
}

}  // namespace arraytwin::queueing
