#include "lib/queueing/exact_mva.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "lib/queueing/bounds.hpp"
#include "lib/queueing/networks_for_test.hpp"

namespace arraytwin::queueing {
namespace {

TEST(ExactMva, TwoChainsByHand) {
    // Demands (1, 3) and (2, 1), one customer each. Alone: queues (1/4, 3/4) and (2/3, 1/3). Together the first sees
    // 1 * (1 + 2/3) + 3 * (1 + 1/3) = 17/3, the second 2 * (1 + 1/4) + 1 * (1 + 3/4) = 17/4.
    Network network;
    network.stations = {{.name = "a"}, {.name = "b"}};
    network.classes = {
        {.name = "1", .chain = 0, .demands = {{.station = 0, .on_path = 1}, {.station = 1, .on_path = 3}}},
        {.name = "2", .chain = 1, .demands = {{.station = 0, .on_path = 2}, {.station = 1, .on_path = 1}}}};
    const auto solution = exact_mva(network, std::vector{1, 1});
    ASSERT_TRUE(solution);
    EXPECT_NEAR(solution->chain_response_us[0], 17.0 / 3, 1e-12);
    EXPECT_NEAR(solution->chain_response_us[1], 17.0 / 4, 1e-12);
    EXPECT_NEAR(solution->chain_iops[0], 3e6 / 17, 1e-6);
    EXPECT_NEAR(solution->chain_iops[1], 4e6 / 17, 1e-6);
    EXPECT_NEAR(solution->mean_queue[0] + solution->mean_queue[1], 2, 1e-12);
}

TEST(ExactMva, BalancedNetwork) {
    // K equal stations: X(N) = N / (D (N + K - 1)).
    Network network;
    network.stations = {{.name = "drives", .copies = 24}};
    network.classes = {{.name = "io", .demands = {{.station = 0, .on_path = 240}}}};
    for (const int n : {1, 10, 100}) {
        EXPECT_NEAR(exact_mva(network, std::vector{n})->chain_iops[0], n / (10.0 * (n + 23)) * 1e6, 1e-4);
    }
}

TEST(ExactMva, PoolOfServersIsTheMachineRepairman) {
    // Two servers, three customers, no delay: both always busy. With a delay of 1 and services of 1: states by hand,
    // p(n) proportional to 1, 3, 3, 3/2: throughput (1 * 3 + 2 * (3 + 3/2)) / 8.5.
    Network network = test::single({.name = "pool", .servers = 2}, {.on_path = 1});
    EXPECT_NEAR(exact_mva(network, std::vector{3})->chain_iops[0], 2e6, 1e-3);
    network.stations.push_back({.name = "delay", .kind = StationKind::delay});
    network.classes[0].demands.push_back({.station = 1, .on_path = 1});
    EXPECT_NEAR(exact_mva(network, std::vector{3})->chain_iops[0], 12 / 8.5 * 1e6, 1e-3);
}

TEST(ExactMva, RefusesWhatHasNoProductForm) {
    EXPECT_FALSE(exact_mva(test::single({}, {.on_path = 1, .off_path = 1}), std::vector{1}));
    EXPECT_FALSE(exact_mva(test::single({}, {.on_path = 1, .scv = 0}), std::vector{1}));
    EXPECT_FALSE(exact_mva(test::single({.copies = 2}, {.on_path = 1, .binding = Binding::pooled}), std::vector{1}));
}

RC_GTEST_PROP(OperationalBounds, HoldTheExactSolution, ()) {
    const Network network = test::any_network(test::Form::product, 1);
    const int n = *test::between(1, 60);
    const auto exact = exact_mva(network, std::vector{n});
    const OperationalBounds bounds = operational_bounds(network, n);
    RC_ASSERT(exact->chain_iops[0] <= bounds.iops.high * (1 + 1e-9));
    RC_ASSERT(exact->chain_iops[0] >= bounds.iops.low * (1 - 1e-9));
    RC_ASSERT(exact->chain_response_us[0] <= bounds.response_us.high * (1 + 1e-9));
    RC_ASSERT(exact->chain_response_us[0] >= bounds.response_us.low * (1 - 1e-9));
}

TEST(OperationalBounds, ByHand) {
    // Demands 2, 4, 6 and a delay of 8, Lazowska et al., table 5.2, with 5 outstanding.
    Network network;
    network.stations = {{.name = "a"}, {.name = "b"}, {.name = "c"}, {.name = "z", .kind = StationKind::delay}};
    network.classes = {{.name = "io",
                        .demands = {{.station = 0, .on_path = 2},
                                    {.station = 1, .on_path = 4},
                                    {.station = 2, .on_path = 6},
                                    {.station = 3, .on_path = 8}}}};
    const OperationalBounds bounds = operational_bounds(network, 5);
    EXPECT_NEAR(bounds.iops.high, 1e6 / 6, 1e-6);
    EXPECT_NEAR(bounds.iops.low, 5e6 / (20 + 4 * 6 / (1 + 8.0 / 60)), 1e-6);
    EXPECT_NEAR(operational_bounds(network, 1).response_us.low, 20, 1e-12);
}

}  // namespace
}  // namespace arraytwin::queueing
