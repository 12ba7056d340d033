#include "lib/measured/histogram.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace arraytwin::measured {

std::uint64_t count_of(const Histogram& histogram) {
    std::uint64_t count = 0;
    for (const auto& bin : histogram) count += bin.count;
    return count;
}

std::optional<double> percentile_of(const Histogram& histogram, double share) {
    const auto all = static_cast<double>(count_of(histogram));
    if (all == 0) return std::nullopt;
    const double rank = std::max(1.0, std::ceil(share * all - 1e-9));
    double before = 0;
    for (const auto& bin : histogram) {
        const auto here = static_cast<double>(bin.count);
        if (bin.count == 0 || before + here < rank) {
            before += here;
            continue;
        }
        if (!std::isfinite(bin.high_us)) return std::nullopt;
        return bin.low_us + (bin.high_us - bin.low_us) * (rank - before) / here;
    }
    return std::nullopt;
}

void merge_into(Histogram& histogram, const Histogram& other) {
    histogram.insert(histogram.end(), other.begin(), other.end());
    const auto edges = [](const HistogramBin& bin) { return std::tie(bin.low_us, bin.high_us); };
    std::sort(histogram.begin(), histogram.end(),
              [&](const HistogramBin& a, const HistogramBin& b) { return edges(a) < edges(b); });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < histogram.size(); ++i) {
        if (edges(histogram[i]) == edges(histogram[kept])) {
            histogram[kept].count += histogram[i].count;
        } else {
            histogram[++kept] = histogram[i];
        }
    }
    if (!histogram.empty()) histogram.resize(kept + 1);
}

void fill_percentiles(LatencyFigures& latency, const Histogram& histogram) {
    if (!latency.p50) latency.p50 = percentile_of(histogram, 0.5);
    if (!latency.p95) latency.p95 = percentile_of(histogram, 0.95);
    if (!latency.p99) latency.p99 = percentile_of(histogram, 0.99);
    if (!latency.p99_9) latency.p99_9 = percentile_of(histogram, 0.999);
}

}  // namespace arraytwin::measured
