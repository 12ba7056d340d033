#include "lib/stats/summary.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace arraytwin::stats {
namespace {

constexpr std::size_t kEnoughReplications = 10;

// `terms` and `weights` of the replications, the weights being the denominators of the ratio that the estimate is.
Estimate combined(std::span<const Summary> replications, Estimate Summary::*member, std::span<const double> weights) {
    std::vector<Estimate> estimates;
    double total = 0;
    for (const Summary& replication : replications) estimates.push_back(replication.*member);
    for (const double weight : weights) total += weight;
    std::vector<double> shares(weights.begin(), weights.end());
    for (double& share : shares) share = total > 0 ? share / total : 0;
    if (replications.size() < kEnoughReplications) return weighted_sum(estimates, shares);

    std::vector<double> numerators;
    for (std::size_t i = 0; i < estimates.size(); ++i) numerators.push_back(estimates[i].value * weights[i]);
    return ratio_of_batches(numerators, weights);
}

void add(Summary& total, const Summary& next) {
    total.window += next.window;
    total.observations += next.observations;
    total.dropped += next.dropped;
    total.warm_up_too_long |= next.warm_up_too_long;
    total.batches += next.batches;
    total.replications += next.replications;
    total.area_ns += next.area_ns;
    total.residence_ns += next.residence_ns;
    assert(total.counters.size() == next.counters.size());
    for (std::size_t i = 0; i < total.counters.size(); ++i) total.counters[i] += next.counters[i];
    total.histogram.merge(next.histogram);
}

}  // namespace

Summary combine(std::span<const Summary> replications) {
    if (replications.empty()) return {};
    Summary total = replications.front();
    double bytes = total.bytes_per_second * total.window.seconds();
    for (const Summary& next : replications.subspan(1)) {
        add(total, next);
        bytes += next.bytes_per_second * next.window.seconds();
    }
    std::vector<double> seconds;
    std::vector<double> observations;
    for (const Summary& replication : replications) {
        seconds.push_back(replication.window.seconds());
        observations.push_back(static_cast<double>(replication.observations));
    }
    total.throughput = combined(replications, &Summary::throughput, seconds);
    total.mean_us = combined(replications, &Summary::mean_us, observations);
    total.p99_us = combined(replications, &Summary::p99_us, observations);
    total.p99_us.value = total.histogram.percentile(0.99).us();
    total.p50_us = total.histogram.percentile(0.5).us();
    total.p95_us = total.histogram.percentile(0.95).us();
    total.p99_9_us = total.histogram.percentile(0.999).us();
    if (total.window > Duration{}) {
        total.bytes_per_second = bytes / total.window.seconds();
        total.mean_outstanding = static_cast<double>(total.area_ns) / static_cast<double>(total.window.ns());
    }
    return total;
}

bool reached(const Summary& summary, const Precision& precision) {
    return !summary.warm_up_too_long && growth_needed(summary, precision) <= 1;
}

double growth_needed(const Summary& summary, const Precision& precision) {
    const double excess = std::max(summary.mean_us.relative_half_width() / precision.mean,
                                   summary.p99_us.relative_half_width() / precision.p99);
    return std::isnan(excess) ? std::numeric_limits<double>::infinity() : std::max(1.0, excess * excess);
}

}  // namespace arraytwin::stats
