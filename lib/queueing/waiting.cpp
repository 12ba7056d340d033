#include "lib/queueing/waiting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace arraytwin::queueing {

double erlang_c(int servers, double utilization) {
    if (utilization >= 1) return 1;
    const double offered = utilization * servers;
    double loss = 1;  // Erlang B by its recurrence
    for (int i = 1; i <= servers; ++i) loss = offered * loss / (i + offered * loss);
    return loss / (1 - utilization * (1 - loss));
}

double wait_ratio_mgc(int servers, double utilization, double scv) {
    if (scv >= 1 || servers == 1 || utilization <= 0) return (1 + scv) / 2;
    const double c = servers;
    const double light = (1 - utilization) * (c - 1) * (std::sqrt(4 + 5 * c) - 2) / (16 * utilization * c);
    const double deterministic = 0.5 * (1 + std::min(light, 1.0));  // never more than M/M/c
    return (1 + scv) / (2 * scv + (1 - scv) / deterministic);
}

double all_busy(int cores, double bound, double pooled, double population) {
    const double busy = bound + pooled;
    if (busy <= 0) return 0;
    if (busy >= 1) return 1;
    // A birth and death process of the number of busy cores. Below all of them, pooled work and bound work for an idle
    // core wake one; it sleeps when that work, and the bound work that came meanwhile, is done. Only utilizations
    // matter.
    double weight = 1;
    double sum = 1;
    double busy_sum = 0;
    for (int n = 1; n < cores; ++n) {
        weight *= (cores * pooled + (cores - n + 1) * bound) / (n * (1 - bound));
        sum += weight;
        busy_sum += n * weight;
        if (sum > 1e200) {
            weight *= 1e-200;
            sum *= 1e-200;
            busy_sum *= 1e-200;
        }
    }
    // The weight of "all busy", queues included, follows from the mean number of busy cores, which is known.
    const double all = std::max(0.0, (cores * busy * sum - busy_sum) / (cores * (1 - busy)));
    const double queue_states = population - cores + 1;  // that a limited population can reach
    // The utilization is already that by the others, so a sharper cut would take them off twice.
    const double reachable = queue_states <= 0 ? 0 : all * (1 - std::pow(busy, 4 * queue_states));
    return reachable / (sum + reachable);
}

double wait_ratio_cores(int cores, double bound, double pooled, double scv) {
    const double busy = bound + pooled;
    if (busy <= 0) return 1;
    const double ratio = wait_ratio_mgc(cores, busy, scv);
    // What arrivals find on independent cores forgets the shape of the service time, the more the more cores there are:
    // the least of m waits depends on their density at zero, which is the same for every shape. Constants fitted,
    // README.md.
    const double apart = (bound / busy) * (bound / busy) * (cores - 1);
    if (scv <= 1) return 1 + (ratio - 1) / (1 + 0.03 * apart);
    return 1 + (ratio - 1) * std::pow(busy, 0.2 * std::pow(cores, 0.8) * (cores > 1)) / (1 + 0.07 * apart);
}

CoreWaits core_waits(int cores, const CoreLoad& load) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const double idle = 1 - load.bound - load.pooled;
    if (idle <= 0) return {kInfinity, kInfinity};
    const double busy = load.bound + load.pooled;
    if (busy <= 0) return {};
    const double mean = busy / (load.bound_rate + load.pooled_rate);
    const double scv = std::max(0.0, 2 * load.half_square / (busy * mean) - 1);
    CoreWaits waits;
    waits.pooled = all_busy(cores, load.bound, load.pooled, kInfinity) *
                   wait_ratio_cores(cores, load.bound, load.pooled, scv) * mean / (cores * idle);
    // Conservation of work on a core: its mean unfinished work, which bound arrivals see, shrinks at rate 1 while there
    // is any, and grows with each arrival by S * (work before it) + S^2 / 2; pooled arrivals come where it is least.
    waits.bound = (load.half_square + load.pooled * waits.pooled) / (1 - load.bound);
    return waits;
}

}  // namespace arraytwin::queueing
