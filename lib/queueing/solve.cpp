#include "lib/queueing/solve.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "lib/queueing/closed_load.hpp"
#include "lib/queueing/residence.hpp"

namespace arraytwin::queueing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPerSecond = 1e6;  // a rate per microsecond in I/Os a second
constexpr int kGateSteps = 40;
constexpr double kGateTolerance = 1e-7;  // of an I/O's turn, from ticket to ticket

Solution solution_at(const Network& network, ResidenceModel& model, std::span<const double> rates, Outcome outcome) {
    Solution solution;
    solution.outcome = outcome;
    solution.utilization = model.utilizations(rates);
    const bool finite = model.evaluate(rates);
    const std::vector<double> shares = normalized_shares(network);
    for (std::size_t k = 0; k < network.classes.size(); ++k) {
        const CustomerClass& customer_class = network.classes[k];
        ClassSolution& result = solution.classes.emplace_back();
        result.iops = rates[static_cast<std::size_t>(customer_class.chain)] * shares[k] * kPerSecond;
        for (const Demand& demand : customer_class.demands) {
            const double wait = finite ? demand.visits * model.wait_per_visit(customer_class, demand) : kInfinity;
            result.demands.push_back({wait, demand.on_path});
            result.response_us += wait + demand.on_path;
        }
    }
    for (std::size_t c = 0; c < rates.size(); ++c) {
        solution.chain_iops.push_back(rates[c] * kPerSecond);
        solution.chain_response_us.push_back(finite ? model.responses()[c] : kInfinity);
    }
    return solution;
}

/// Each chain at its rate, which the closed network can reach and the open one too.
///
/// Between two: the closed network's waits at these rates, which meet the closed solution where the target is just
/// reached, and the open network's, cut as a geometric queue length is by a limit: by 1 - exp(-limit / mean).
Solution solve_between(const Network& network, std::span<const double> outstanding, std::span<const double> iops,
                       const Solution& closed, const Solution& open) {
    ResidenceModel model{network};
    model.set_outstanding(outstanding);
    std::vector<double> rates(iops.begin(), iops.end());
    for (double& rate : rates) rate /= kPerSecond;
    Solution solution = solution_at(network, model, rates, Outcome::solved);
    std::vector<double> towards_open(iops.size());
    for (std::size_t c = 0; c < iops.size(); ++c) {
        const double open_response = open.chain_response_us[c];
        const double mean = rates[c] * open_response;
        double cut = mean > 0 ? open_response * -std::expm1(-outstanding[c] / mean) : open_response;
        cut = std::min(cut, closed.chain_response_us[c]);
        const double span = open_response - solution.chain_response_us[c];
        towards_open[c] = span > 0 ? std::clamp((cut - solution.chain_response_us[c]) / span, 0.0, 1.0) : 0;
        solution.chain_response_us[c] += towards_open[c] * span;
    }
    for (std::size_t k = 0; k < solution.classes.size(); ++k) {
        const double part = towards_open[static_cast<std::size_t>(network.classes[k].chain)];
        ClassSolution& result = solution.classes[k];
        const ClassSolution& at_open = open.classes[k];
        result.response_us += part * (at_open.response_us - result.response_us);
        for (std::size_t i = 0; i < result.demands.size(); ++i) {
            double& wait = result.demands[i].wait_us;
            wait += part * (at_open.demands[i].wait_us - wait);
        }
    }
    return solution;
}

double total(std::span<const double> iops) { return std::accumulate(iops.begin(), iops.end(), 0.0); }

/// What the chains do when each I/O first waits for a ticket, `wait_us` whosever it is.
std::vector<double> rates_behind_gate(const Network& network, std::span<const double> outstanding, double wait_us) {
    Network gated = network;
    gated.stations.push_back({"tickets", 1, 1, StationKind::delay});
    const auto gate = static_cast<int>(gated.stations.size()) - 1;
    for (CustomerClass& each : gated.classes) each.demands.push_back({.station = gate, .on_path = wait_us});
    return solve_closed(gated, outstanding).chain_iops;
}

/// The rates that add up to `iops`, below the closed network's `most`: by false position (Illinois) in the wait for a
/// ticket, in which the turn of an I/O, outstanding / iops, is nearly a straight line.
std::vector<double> rates_at_gate(const Network& network, std::span<const double> outstanding, double iops,
                                  double most) {
    const double all_us = total(outstanding) * kPerSecond;
    const double turn_us = all_us / iops;
    double low = 0, high = turn_us, at_low = all_us / most - turn_us;
    std::vector<double> rates = rates_behind_gate(network, outstanding, high);
    double at_high = all_us / total(rates) - turn_us;
    for (int i = 0; i < kGateSteps && std::abs(at_high) > kGateTolerance * turn_us; ++i) {
        const double wait_us = low - at_low * (high - low) / (at_high - at_low);
        rates = rates_behind_gate(network, outstanding, wait_us);
        const double at = all_us / total(rates) - turn_us;
        if ((at > 0) == (at_high > 0)) {
            at_low /= 2;
        } else {
            low = high;
            at_low = at_high;
        }
        high = wait_us;
        at_high = at;
    }
    return rates;
}

}  // namespace

Solution solve_closed(const Network& network, std::span<const double> outstanding) {
    assert(outstanding.size() == chain_count(network));
    ResidenceModel model{network};
    ClosedLoad load{model, outstanding};
    const Outcome outcome = load.solve() ? Outcome::solved : Outcome::not_converged;
    return solution_at(network, model, load.rates(), outcome);
}

Solution solve_open(const Network& network, std::span<const double> iops) {
    assert(iops.size() == chain_count(network));
    ResidenceModel model{network};
    model.set_outstanding(std::vector(iops.size(), 0.0));
    std::vector<double> rates(iops.begin(), iops.end());
    for (double& rate : rates) rate /= kPerSecond;
    const Outcome outcome = model.highest_utilization(rates) < 1 ? Outcome::solved : Outcome::overloaded;
    return solution_at(network, model, rates, outcome);
}

Solution solve_paced(const Network& network, std::span<const double> outstanding, std::span<const double> iops) {
    Solution closed = solve_closed(network, outstanding);
    const Solution open = solve_open(network, iops);
    for (std::size_t c = 0; c < iops.size(); ++c) {
        if (!(closed.chain_iops[c] >= iops[c]) || open.outcome != Outcome::solved) return closed;
    }
    return solve_between(network, outstanding, iops, closed, open);
}

Solution solve_paced_together(const Network& network, std::span<const double> outstanding, double iops) {
    if (outstanding.size() == 1) return solve_paced(network, outstanding, std::array{iops});
    Solution closed = solve_closed(network, outstanding);
    const double most = total(closed.chain_iops);
    if (!(most > iops)) return closed;
    std::vector<double> rates = rates_at_gate(network, outstanding, iops, most);
    const double correction = iops / total(rates);
    for (double& rate : rates) rate *= correction;
    const Solution open = solve_open(network, rates);
    return open.outcome == Outcome::solved ? solve_between(network, outstanding, rates, closed, open) : closed;
}

}  // namespace arraytwin::queueing
