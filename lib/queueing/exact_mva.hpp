// Exact mean value analysis of closed product-form networks: the oracle for the tests of the fast solver.
//
// Covers delays, single servers in any number of copies, and pools of several servers if there is only one chain. Work
// must be on the path, bound and exponential (scv = 1); the classes of a chain are taken together (their demands
// averaged by share), and the service times at a station must not depend on the class, as product form demands.
// Units: microseconds, I/Os a second. Cost: stations x product of (outstanding + 1); with pools stations x
// outstanding^2; allocates. Errors: nothing for networks it does not cover.
// Sources: M. Reiser, S. S. Lavenberg, "Mean-value analysis of closed multichain queuing networks", JACM 27 (1980);
// with pools J. P. Buzen's convolution, CACM 16 (1973), as mean value analysis is numerically unstable there.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "lib/queueing/network.hpp"

namespace arraytwin::queueing {

struct ExactSolution {
    std::vector<double> chain_iops;
    std::vector<double> chain_response_us;
    std::vector<double>
        mean_queue;  // of each station, in all its copies, those in service included; empty if there are pools
};

std::optional<ExactSolution> exact_mva(const Network& network, std::span<const int> outstanding);

}  // namespace arraytwin::queueing
