// One pace for several chains: what follows from tickets that go to whoever has waited longest.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "lib/queueing/networks_for_test.hpp"
#include "lib/queueing/solve.hpp"

namespace arraytwin::queueing {
namespace {

using test::any_network;
using test::between;
using test::Form;

double total(const Solution& solution) {
    return std::accumulate(solution.chain_iops.begin(), solution.chain_iops.end(), 0.0);
}

/// Two chains that share a server; the second one's I/Os spend longer elsewhere.
Network fast_and_slow() {
    Network network;
    network.stations = {{.name = "cpu"}, {.name = "path", .kind = StationKind::delay}};
    network.classes = {
        {.name = "fast", .chain = 0, .demands = {{.station = 0, .on_path = 10}}},
        {.name = "slow", .chain = 1, .demands = {{.station = 0, .on_path = 10}, {.station = 1, .on_path = 5000}}}};
    return network;
}

TEST(SolvePacedTogether, ScarceTicketsAreSharedAsTheThreads) {
    const std::vector outstanding{30.0, 90.0};
    const Solution solution = solve_paced_together(fast_and_slow(), outstanding, 20);
    EXPECT_NEAR(total(solution), 20, 1e-4);
    EXPECT_NEAR(solution.chain_iops[0] / solution.chain_iops[1], 1.0 / 3, 0.001);
}

TEST(SolvePacedTogether, PlentifulTicketsHoldNobodyBack) {
    const std::vector outstanding{30.0, 90.0};
    const Solution closed = solve_closed(fast_and_slow(), outstanding);
    const Solution just = solve_paced_together(fast_and_slow(), outstanding, total(closed) * 0.9999);
    const Solution beyond = solve_paced_together(fast_and_slow(), outstanding, total(closed) * 2);
    for (std::size_t c = 0; c < 2; ++c) {
        EXPECT_NEAR(just.chain_iops[c] / closed.chain_iops[c], 1, 0.005);
        EXPECT_EQ(beyond.chain_iops[c], closed.chain_iops[c]);
    }
}

TEST(SolvePacedTogether, EqualChainsAreOne) {
    Network one;
    one.stations = {{.name = "cpu", .copies = 8}, {.name = "path", .kind = StationKind::delay}};
    one.classes = {
        {.name = "io", .demands = {{.station = 0, .on_path = 80, .scv = 0.5}, {.station = 1, .on_path = 90}}}};
    Network two = one;
    two.classes.push_back(one.classes[0]);
    two.classes[1].chain = 1;
    for (const double iops : {10e3, 50e3, 90e3}) {
        const Solution whole = solve_paced(one, std::vector{64.0}, std::vector{iops});
        const Solution halves = solve_paced_together(two, std::vector{32.0, 32.0}, iops);
        EXPECT_NEAR(total(halves) / whole.chain_iops[0], 1, 1e-5);
        for (const double response : halves.chain_response_us) {
            EXPECT_NEAR(response / whole.chain_response_us[0], 1, 1e-3) << iops;
        }
    }
}

RC_GTEST_PROP(SolvePacedTogether, ReachesTheTargetOrTheClosedNetwork, ()) {
    const int chains = *between(1, 3);
    const Network network = any_network(Form::any, chains);
    std::vector<double> outstanding;
    for (int c = 0; c < chains; ++c) outstanding.push_back(*between(2, 200));
    const Solution closed = solve_closed(network, outstanding);
    if (closed.outcome != Outcome::solved) return;
    const double target = total(closed) * *between(1, 14) / 10;
    const Solution solution = solve_paced_together(network, outstanding, target);
    RC_ASSERT(std::abs(total(solution) / std::min(target, total(closed)) - 1) < 1e-4);
    for (std::size_t c = 0; c < outstanding.size(); ++c) {
        const double inside = solution.chain_iops[c] * solution.chain_response_us[c] * 1e-6;
        RC_ASSERT(inside < outstanding[c] * 1.001);
    }
}

}  // namespace
}  // namespace arraytwin::queueing
