#include "lib/queueing/solve.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "lib/queueing/closed_load.hpp"
#include "lib/queueing/residence.hpp"

namespace arraytwin::queueing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kPerSecond = 1e6;  // a rate per microsecond in I/Os a second

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
    // Between two: the closed network's waits at the target rate, which meet the closed solution where the target is
    // just reached, and the open network's, cut as a geometric queue length is by a limit: by 1 - exp(-limit / mean).
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

}  // namespace arraytwin::queueing
