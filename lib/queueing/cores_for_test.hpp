// The cores' discipline simulated directly, to check waiting.hpp and solve.hpp: each core is a queue of its own, bound
// work goes to a random core, pooled work to the one free earliest; under Poisson arrivals and in a closed loop.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "lib/queueing/waiting.hpp"

namespace arraytwin::queueing::test {

class Random {  // splitmix64
public:
    explicit Random(std::uint64_t seed) : state_{seed * 0xd1342543de82ef95U + 0x632be59bd9b4e019U} {}
    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    double uniform() { return (static_cast<double>(bits() >> 11) + 0.5) * 0x1p-53; }
    double exponential(double mean) { return -mean * std::log(uniform()); }
    /// A service time: constant, Erlang (scv = 0.5), exponential, or for scv > 1 hyperexponential with balanced means.
    double service(double mean, double scv) {
        if (scv == 0) return mean;
        if (scv == 1) return exponential(mean);
        if (scv == 0.5) return exponential(mean / 2) + exponential(mean / 2);
        const double p = 0.5 * (1 + std::sqrt((scv - 1) / (scv + 1)));
        return uniform() < p ? exponential(mean / (2 * p)) : exponential(mean / (2 * (1 - p)));
    }

private:
    std::uint64_t state_;
};

struct CoreCase {
    int cores;
    double bound;   // utilization
    double pooled;  // utilization
    double scv;
    double bound_mean = 1;
    double pooled_mean = 1;
};

inline CoreLoad load_of(const CoreCase& c) {
    CoreLoad load{c.bound, c.pooled, c.bound / c.bound_mean, c.pooled / c.pooled_mean, 0};
    load.half_square = (c.bound * c.bound_mean + c.pooled * c.pooled_mean) * (1 + c.scv) / 2;
    return load;
}

inline CoreWaits simulate_cores(const CoreCase& c, std::int64_t arrivals, std::uint64_t seed) {
    Random random{seed};
    const CoreLoad load = load_of(c);
    const double rate = (load.bound_rate + load.pooled_rate) * c.cores;
    const double bound_share = load.bound_rate / (load.bound_rate + load.pooled_rate);
    std::vector<double> free_at(static_cast<std::size_t>(c.cores), 0.0);
    double now = 0;
    CoreWaits sum;
    double bound = 0;
    double pooled = 0;
    for (std::int64_t i = -arrivals / 20; i < arrivals; ++i) {
        now += random.exponential(1 / rate);
        const bool is_bound = random.uniform() < bound_share;
        const auto any = static_cast<std::ptrdiff_t>(random.bits() % free_at.size());
        const auto core = is_bound ? free_at.begin() + any : std::ranges::min_element(free_at);
        const double start = std::max(now, *core);
        *core = start + random.service(is_bound ? c.bound_mean : c.pooled_mean, c.scv);
        if (i < 0) continue;
        (is_bound ? sum.bound : sum.pooled) += start - now;
        (is_bound ? bound : pooled) += 1;
    }
    return {bound > 0 ? sum.bound / bound : 0, pooled > 0 ? sum.pooled / pooled : 0};
}

/// One chain that thinks, does bound work on a random core, then pooled work, and so on.
struct ClosedCase {
    int outstanding;
    double think;  // exponential
    int cores;
    double bound;      // on the path, mean
    double bound_off;  // after it, mean (in proportion)
    double pooled;     // on the path, mean
    double pooled_off;
    double scv;
};

/// Throughput, for a mean service time in whatever unit. Little's law gives the response.
inline double simulate_closed(const ClosedCase& c, std::int64_t completions, std::uint64_t seed) {
    struct Arrival {
        double time;
        bool pooled;
        bool operator>(const Arrival& other) const { return time > other.time; }
    };
    Random random{seed};
    std::vector<double> free_at(static_cast<std::size_t>(c.cores), 0.0);
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals;
    for (int i = 0; i < c.outstanding; ++i) arrivals.push({random.exponential(c.think + c.bound + 1e-9), false});
    double begin = 0;
    for (std::int64_t done = -completions / 10; done < completions;) {
        const Arrival io = arrivals.top();
        arrivals.pop();
        const auto any = static_cast<std::ptrdiff_t>(random.bits() % free_at.size());
        const auto core = io.pooled ? std::ranges::min_element(free_at) : free_at.begin() + any;
        const double on_path = io.pooled ? c.pooled : c.bound;
        const double off_path = io.pooled ? c.pooled_off : c.bound_off;
        double leaves = io.time;
        if (on_path + off_path > 0) {
            const double unit = random.service(1, c.scv);
            leaves = std::max(io.time, *core) + unit * on_path;
            *core = leaves + unit * off_path;
        }
        if (io.pooled && done++ == 0) begin = io.time;
        arrivals.push(io.pooled ? Arrival{leaves + random.exponential(c.think + 1e-12), false} : Arrival{leaves, true});
    }
    return static_cast<double>(completions) / (arrivals.top().time - begin);
}

}  // namespace arraytwin::queueing::test
