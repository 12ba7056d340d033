#include "lib/queueing/solve.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lib/queueing/bounds.hpp"
#include "lib/queueing/cores_for_test.hpp"
#include "lib/queueing/exact_mva.hpp"
#include "lib/queueing/networks_for_test.hpp"
#include "lib/queueing/waiting.hpp"

namespace arraytwin::queueing {
namespace {

using test::any_network;
using test::between;
using test::Form;
using test::single;

double open_response(const Station& station, const Demand& demand, double iops) {
    return solve_open(single(station, demand), std::vector{iops}).chain_response_us[0];
}

TEST(SolveOpen, ClosedForms) {
    EXPECT_NEAR(open_response({}, {.on_path = 1}, 0.8e6), 1 / 0.2, 1e-9);                               // M/M/1
    EXPECT_NEAR(open_response({}, {.on_path = 1, .scv = 0}, 0.8e6), 1 + 0.8 / (2 * 0.2), 1e-9);         // M/D/1
    EXPECT_NEAR(open_response({}, {.on_path = 1, .scv = 3}, 0.8e6), 1 + 0.8 * 4 / (2 * 0.2), 1e-9);     // M/G/1
    EXPECT_NEAR(open_response({.servers = 10}, {.on_path = 1}, 8e6), 1 + 0.409180 / (10 * 0.2), 1e-5);  // M/M/10
    EXPECT_NEAR(open_response({.copies = 10}, {.on_path = 1}, 8e6), 1 / 0.2, 1e-9);                     // ten M/M/1
    EXPECT_NEAR(open_response({.kind = StationKind::delay}, {.on_path = 7}, 8e6), 7, 1e-12);
    // The server is busy for 0.5 longer than the I/O waits for it: M/M/1 at 0.8 less that half.
    EXPECT_NEAR(open_response({}, {.on_path = 0.5, .off_path = 0.5}, 0.8e6), 1 / 0.2 - 0.5, 1e-9);
    // Two visits of 1/2 each, at 0.8: twice the response of one.
    EXPECT_NEAR(open_response({}, {.on_path = 1, .visits = 2}, 0.8e6), 1 / 0.2, 1e-9);
}

TEST(SolveOpen, OverloadIsInfinite) {
    const Solution solution = solve_open(single({}, {.on_path = 2}), std::vector{0.5e6});
    EXPECT_EQ(solution.outcome, Outcome::overloaded);
    EXPECT_TRUE(std::isinf(solution.chain_response_us[0]));
    EXPECT_DOUBLE_EQ(solution.utilization[0], 1);
}

TEST(SolveClosed, OneCustomerNeverWaits) {
    Network network;
    network.stations = {{.name = "a"}, {.name = "b", .servers = 4}, {.name = "c", .copies = 3}};
    network.classes = {{.name = "io",
                        .demands = {{.station = 0, .on_path = 3, .scv = 0},
                                    {.station = 1, .on_path = 4, .scv = 2},
                                    {.station = 2, .on_path = 5, .binding = Binding::pooled}}}};
    EXPECT_NEAR(solve_closed(network, std::vector{1.0}).chain_response_us[0], 12, 1e-6);
    EXPECT_NEAR(solve_closed(single({}, {.on_path = 3}), std::vector{1.0}).chain_response_us[0], 3, 1e-6);
}

TEST(SolveClosed, ManyCustomersReachTheBottlenecksCapacity) {
    Network network = single({.name = "cpu", .copies = 8}, {.on_path = 80, .off_path = 40, .scv = 0.5});
    network.stations.push_back({.name = "drive"});
    network.classes[0].demands.push_back({.station = 1, .on_path = 14});
    const Solution solution = solve_closed(network, std::vector{100'000.0});
    EXPECT_NEAR(solution.chain_iops[0], 1e6 / 15, 1e6 / 15 * 1e-3);
    EXPECT_EQ(solution.bottleneck(network), 0);
}

TEST(SolveClosed, EmptyChainsAreFine) {
    Network network = single({}, {.on_path = 10});
    EXPECT_EQ(solve_closed(network, std::vector{0.0}).chain_iops[0], 0);
    network.classes.push_back({.name = "other", .chain = 1, .demands = {{.station = 0, .on_path = 20}}});
    const Solution solution = solve_closed(network, std::vector{0.0, 3.0});
    EXPECT_EQ(solution.outcome, Outcome::solved);
    EXPECT_NEAR(solution.chain_iops[1], 5e4, 150);
    EXPECT_NEAR(solve_open(network, std::vector{5e4, 0.0}).chain_response_us[0], 20, 1e-9);
}

RC_GTEST_PROP(SolveClosed, IsCloseToExact, ()) {
    const Network network = any_network(Form::product, 1);
    const int n = *between(1, 200);
    const double exact = exact_mva(network, std::vector{n})->chain_iops[0];
    const Solution solution = solve_closed(network, std::vector{static_cast<double>(n)});
    RC_ASSERT(std::abs(solution.chain_iops[0] / exact - 1) < 0.08);
    if (n == 1) {
        RC_ASSERT(std::abs(solution.chain_iops[0] / exact - 1) < 1e-6);
    }
}

RC_GTEST_PROP(SolveClosed, TwoChainsAreCloseToExact, ()) {
    const Network network = any_network(Form::product, 2);
    const int n = *between(4, 25);  // a chain of fewer among many is where the arrival theorem's approximation is worst
    const int m = *between(4, 25);
    const auto exact = exact_mva(network, std::vector{n, m});
    const Solution solution = solve_closed(network, std::vector{1.0 * n, 1.0 * m});
    RC_ASSERT(solution.outcome == Outcome::solved);
    for (std::size_t c = 0; c < 2; ++c) {
        RC_ASSERT(std::abs(solution.chain_iops[c] / exact->chain_iops[c] - 1) < 0.12);
    }
}

TEST(SolveClosed, PoolsAreCloseToExact) {
    for (const int servers : {2, 4, 16}) {
        for (const double delay : {0.0, 20.0, 200.0}) {
            Network network = single({.name = "pool", .servers = servers}, {.on_path = 10});
            network.stations.push_back({.name = "delay", .kind = StationKind::delay});
            network.classes[0].demands.push_back({.station = 1, .on_path = delay});
            for (const int n : {1, 2, 3, 5, 8, 16, 32, 64, 256, 1024}) {
                const double exact = exact_mva(network, std::vector{n})->chain_iops[0];
                const double fast = solve_closed(network, std::vector{1.0 * n}).chain_iops[0];
                EXPECT_NEAR(fast / exact, 1, 0.09) << servers << " servers, " << delay << " us, " << n;
            }
        }
    }
}

/// Everything that must hold of any solution.
void check_laws(const Network& network, const Solution& solution) {
    RC_ASSERT(solution.outcome == Outcome::solved);
    for (std::size_t i = 0; i < network.stations.size(); ++i) {
        if (network.stations[i].kind == StationKind::queue) {
            RC_ASSERT(solution.utilization[i] <= 1 + 1e-8);
        }
    }
    std::vector<double> in_chain(solution.chain_iops.size(), 0.0);
    for (std::size_t k = 0; k < network.classes.size(); ++k) {
        const ClassSolution& result = solution.classes[k];
        double sum = 0;
        for (const Residence& residence : result.demands) {
            RC_ASSERT(residence.wait_us >= -1e-9);
            sum += residence.wait_us + residence.service_us;
        }
        RC_ASSERT(std::abs(sum - result.response_us) <= 1e-9 * sum);
        in_chain[static_cast<std::size_t>(network.classes[k].chain)] += result.iops * result.response_us;
    }
    for (std::size_t c = 0; c < in_chain.size(); ++c) {
        RC_ASSERT(std::abs(in_chain[c] / (solution.chain_iops[c] * solution.chain_response_us[c]) - 1) < 1e-6);
    }
}

RC_GTEST_PROP(SolveClosed, ObeysItsLaws, ()) {
    const int chains = *between(1, 3);
    const Network network = any_network(Form::any, chains);
    std::vector<double> outstanding;
    for (int c = 0; c < chains; ++c) outstanding.push_back(*rc::gen::element(1.0, 2.0, 7.0, 64.0, 512.0, 4096.0));
    const Solution solution = solve_closed(network, outstanding);
    if (chains > 1 && solution.outcome == Outcome::not_converged) return;  // one in a thousand of such contrived ones
    check_laws(network, solution);
    for (std::size_t c = 0; c < outstanding.size(); ++c) {
        const double inside = solution.chain_iops[c] * solution.chain_response_us[c] * 1e-6;
        RC_ASSERT(std::abs(inside / outstanding[c] - 1) < 1e-6);
    }
    if (chains == 1) {
        RC_ASSERT(solution.chain_iops[0] <= operational_bounds(network, outstanding[0]).iops.high * (1 + 1e-8));
    }
}

RC_GTEST_PROP(SolveClosed, MoreOutstandingNeverMeansLessThroughput, ()) {
    const Network network = any_network(Form::any, 1);
    Solution last = solve_closed(network, std::vector{2.0});
    for (double n = 3; n < 3000; n *= 1.7) {
        const Solution next = solve_closed(network, std::vector{n});
        // With a few more outstanding than servers the formulas change over, which may cost a little.
        const double slack = n < 20 ? 0.05 : 0.01;
        RC_ASSERT(next.chain_iops[0] >= last.chain_iops[0] * (1 - slack));
        last = next;
    }
}

RC_GTEST_PROP(SolveClosed, WorkOffThePathNeverHelps, ()) {
    Network network = any_network(Form::any, 1);
    const double n = *between(1, 300);
    for (Demand& demand : network.classes[0].demands) demand.scv = 1;
    const double before = solve_closed(network, std::vector{n}).chain_iops[0];
    network.classes[0].demands[0].off_path += *between(1, 100);
    RC_ASSERT(solve_closed(network, std::vector{n}).chain_iops[0] <= before * (1 + 1e-7));
}

RC_GTEST_PROP(SolveClosed, OrderOfStationsChangesNothing, ()) {
    Network network = any_network(Form::any, 2);
    const double before = solve_closed(network, std::vector{50.0, 20.0}).chain_iops[0];
    const int last = static_cast<int>(network.stations.size()) - 1;
    std::ranges::reverse(network.stations);
    for (CustomerClass& c : network.classes) {
        for (Demand& demand : c.demands) demand.station = last - demand.station;
    }
    RC_ASSERT(std::abs(solve_closed(network, std::vector{50.0, 20.0}).chain_iops[0] / before - 1) < 1e-6);
}

RC_GTEST_PROP(SolvePaced, KeepsItsPromises, ()) {
    const Network network = any_network(Form::any, 1);
    const double n = *between(1, 500);
    const double most = solve_closed(network, std::vector{n}).chain_iops[0];
    double last = 0;
    for (const double share : {0.1, 0.5, 0.8, 0.9, 0.99, 1.0, 1.2}) {
        const Solution paced = solve_paced(network, std::vector{n}, std::vector{share * most});
        check_laws(network, paced);
        RC_ASSERT(std::abs(paced.chain_iops[0] / (std::min(share, 1.0) * most) - 1) < 1e-9);
        RC_ASSERT(paced.chain_iops[0] * paced.chain_response_us[0] <= n * 1e6 * (1 + 1e-6));
        RC_ASSERT(paced.chain_response_us[0] >= last * (1 - 0.04));
        last = paced.chain_response_us[0];
    }
}

TEST(SolvePaced, IsOpenWithPlentyOutstanding) {
    const Network network = single({}, {.on_path = 1});
    EXPECT_NEAR(solve_paced(network, std::vector{200.0}, std::vector{0.8e6}).chain_response_us[0], 5, 1e-6);
    // At 0.97 with 64 outstanding the queue is cut: E[min(64, geometric)] / 0.97 = 28.6.
    EXPECT_NEAR(solve_paced(network, std::vector{64.0}, std::vector{0.97e6}).chain_response_us[0], 28.6, 0.6);
}

Network network_of(const test::ClosedCase& c) {
    Network network;
    network.stations = {{.name = "think", .kind = StationKind::delay}, {.name = "cpu", .copies = c.cores}};
    network.classes = {
        {.name = "io",
         .demands = {
             {.station = 0, .on_path = c.think},
             {.station = 1, .on_path = c.bound, .off_path = c.bound_off, .scv = c.scv},
             {.station = 1, .on_path = c.pooled, .off_path = c.pooled_off, .scv = c.scv, .binding = Binding::pooled}}}};
    return network;
}

TEST(SolveClosed, CoresAgreeWithSimulation) {
    // At the knee the throughput is up to 3 % low, elsewhere within 2 %; README.md.
    for (const int cores : {8, 48}) {
        for (const double scv : {0.0, 2.0}) {
            for (const int per_core : {4, 11, 40}) {
                const test::ClosedCase c{per_core * cores, 100, cores, 3, 2, 4, 1, scv};
                const double simulated = test::simulate_closed(c, 60'000, 3);
                const double fast = solve_closed(network_of(c), std::vector{1.0 * c.outstanding}).chain_iops[0] * 1e-6;
                EXPECT_NEAR(fast / simulated, 1, 0.035) << cores << " cores, scv " << scv << ", " << c.outstanding;
            }
        }
    }
}

}  // namespace
}  // namespace arraytwin::queueing
