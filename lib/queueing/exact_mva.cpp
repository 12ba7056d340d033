#include "lib/queueing/exact_mva.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <utility>

namespace arraytwin::queueing {
namespace {

/// What an I/O of each chain asks of each station, in us, by station and chain. Nothing if the network is not covered.
std::optional<std::vector<double>> demands_of(const Network& network) {
    const std::size_t chains = chain_count(network);
    const std::vector<double> shares = normalized_shares(network);
    std::vector<double> demands(network.stations.size() * chains, 0.0);
    for (const Station& station : network.stations) {
        const bool pool = station.kind == StationKind::queue && station.servers > 1;
        if (pool && chains > 1) return std::nullopt;
    }
    for (std::size_t k = 0; k < network.classes.size(); ++k) {
        for (const Demand& demand : network.classes[k].demands) {
            const auto i = static_cast<std::size_t>(demand.station);
            const Station& station = network.stations[i];
            demands[i * chains + static_cast<std::size_t>(network.classes[k].chain)] += shares[k] * demand.on_path;
            if (station.kind == StationKind::delay) continue;
            const bool pooled = station.copies > 1 && demand.binding == Binding::pooled;
            if (demand.off_path > 0 || demand.scv != 1 || pooled) return std::nullopt;
        }
    }
    return demands;
}

/// One chain with pools of servers, by convolution (J. P. Buzen, CACM 16 (1973)): its mean value analysis is unstable.
class Convolution {
public:
    explicit Convolution(int most) : sums_(static_cast<std::size_t>(most) + 1, 0.0) { sums_[0] = 1; }

    void add(const Station& station, double demand, double scale) {
        if (demand <= 0) return;
        for (int copy = 0; copy < station.copies; ++copy) {
            const bool delay = station.kind == StationKind::delay;
            const int servers = delay ? static_cast<int>(sums_.size()) : station.servers;
            convolve(demand / (delay ? 1 : station.copies) / scale, servers);
            if (delay) break;
        }
    }
    /// I/Os per `scale`.
    double rate() const { return sums_[sums_.size() - 2] / sums_.back(); }

private:
    void convolve(double demand, int servers) {
        std::vector<double> logs(sums_.size(), 0.0);
        for (std::size_t n = 1; n < logs.size(); ++n) {
            logs[n] = logs[n - 1] + std::log(demand / std::min(static_cast<double>(n), static_cast<double>(servers)));
        }
        const double highest = *std::ranges::max_element(logs);
        std::vector<double> next(sums_.size(), 0.0);
        for (std::size_t n = 0; n < next.size(); ++n) {
            for (std::size_t k = 0; k <= n; ++k) next[n] += std::exp(logs[k] - highest) * sums_[n - k];
        }
        const double most = *std::ranges::max_element(next);
        for (std::size_t n = 0; n < next.size(); ++n) sums_[n] = next[n] / most;
    }

    std::vector<double> sums_;
};

ExactSolution convolve(const Network& network, const std::vector<double>& demands, int outstanding) {
    double scale = 0;
    for (std::size_t i = 0; i < demands.size(); ++i) {
        const Station& station = network.stations[i];
        const bool delay = station.kind == StationKind::delay;
        const double servers = delay ? outstanding : static_cast<double>(station.servers) * station.copies;
        scale = std::max(scale, demands[i] / servers);
    }
    ExactSolution solution{.chain_iops = {0}, .chain_response_us = {0}, .mean_queue = {}};
    if (outstanding == 0 || scale <= 0) return solution;
    Convolution convolution{outstanding};
    for (std::size_t i = 0; i < demands.size(); ++i) convolution.add(network.stations[i], demands[i], scale);
    solution.chain_iops[0] = convolution.rate() / scale * 1e6;
    solution.chain_response_us[0] = outstanding * scale / convolution.rate();
    return solution;
}

/// The recursion over all populations up to the asked one, in mixed-radix order.
class Recursion {
public:
    Recursion(const Network& network, std::vector<double> demands, std::span<const int> outstanding)
        : network_{network},
          demands_{std::move(demands)},
          outstanding_(outstanding.begin(), outstanding.end()),
          population_(outstanding.size(), 0),
          rates_(outstanding.size(), 0.0),
          responses_(demands_.size(), 0.0) {
        std::size_t size = 1;
        for (const int n : outstanding_) {
            strides_.push_back(size);
            size *= static_cast<std::size_t>(n) + 1;
        }
        queues_.assign(size * stations(), 0.0);
    }

    ExactSolution run() {
        std::size_t index = 0;
        while (advance()) step(++index);
        ExactSolution solution;
        for (std::size_t c = 0; c < chains(); ++c) {
            solution.chain_iops.push_back(rates_[c] * 1e6);
            solution.chain_response_us.push_back(rates_[c] > 0 ? outstanding_[c] / rates_[c] : 0);
        }
        const auto last = queues_.end() - static_cast<std::ptrdiff_t>(stations());
        solution.mean_queue.assign(last, queues_.end());
        return solution;
    }

private:
    std::size_t chains() const { return outstanding_.size(); }
    std::size_t stations() const { return network_.stations.size(); }

    bool advance() {
        for (std::size_t c = 0; c < chains(); ++c) {
            if (population_[c] < outstanding_[c]) {
                ++population_[c];
                return true;
            }
            population_[c] = 0;
        }
        return false;
    }

    double response(std::size_t station, std::size_t chain, std::size_t without_one) const {
        const Station& s = network_.stations[station];
        const double demand = demands_[station * chains() + chain];
        if (s.kind == StationKind::delay) return demand;
        return demand * (1 + queues_[without_one * stations() + station] / s.copies);
    }

    void step(std::size_t index) {
        for (std::size_t c = 0; c < chains(); ++c) {
            rates_[c] = 0;
            if (population_[c] == 0) continue;
            double total = 0;
            for (std::size_t i = 0; i < stations(); ++i) {
                total += responses_[i * chains() + c] = response(i, c, index - strides_[c]);
            }
            rates_[c] = population_[c] / total;
        }
        for (std::size_t i = 0; i < stations(); ++i) {
            for (std::size_t c = 0; c < chains(); ++c) {
                queues_[index * stations() + i] += rates_[c] * responses_[i * chains() + c];
            }
        }
    }

    const Network& network_;
    std::vector<double> demands_;
    std::vector<int> outstanding_;
    std::vector<int> population_;
    std::vector<std::size_t> strides_;
    std::vector<double> queues_;  // mean number at each station, by population and station
    std::vector<double> rates_;
    std::vector<double> responses_;
};

}  // namespace

std::optional<ExactSolution> exact_mva(const Network& network, std::span<const int> outstanding) {
    assert(outstanding.size() == chain_count(network) && !outstanding.empty());
    auto demands = demands_of(network);
    if (!demands) return std::nullopt;
    const auto is_pool = [](const Station& s) { return s.kind == StationKind::queue && s.servers > 1; };
    if (std::ranges::any_of(network.stations, is_pool)) return convolve(network, *demands, outstanding[0]);
    return Recursion{network, std::move(*demands), outstanding}.run();
}

}  // namespace arraytwin::queueing
