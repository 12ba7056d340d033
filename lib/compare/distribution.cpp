#include "lib/compare/distribution.hpp"

#include <array>
#include <cmath>

#include "lib/compare/error.hpp"
#include "lib/measured/histogram.hpp"

namespace arraytwin::compare {

namespace {

constexpr int steps = 2000;

struct Level {
    double share;
    const char* name;
};
constexpr std::array<Level, 4> levels{{{0.5, "p50"}, {0.95, "p95"}, {0.99, "p99"}, {0.999, "p99.9"}}};

/// The value at one of `levels`.
std::optional<double> at_level(double share, std::array<std::optional<double>, 4> values) {
    for (std::size_t i = 0; i < levels.size(); ++i) {
        if (levels[i].share == share) return positive(values[i]);
    }
    return std::nullopt;
}

/// Weighted squares of distances.
class MeanSquare {
public:
    void add(std::optional<double> predicted, std::optional<double> measured, double weight) {
        if (!positive(predicted) || !measured) return;
        sum_ += weight * (*predicted - *measured) * (*predicted - *measured);
        weight_ += weight;
    }
    std::optional<double> root() const { return weight_ > 0 ? std::optional{std::sqrt(sum_ / weight_)} : std::nullopt; }

private:
    double sum_ = 0;
    double weight_ = 0;
};

std::optional<double> over_histogram(const measured::Histogram& histogram, const Quantiles& predicted) {
    MeanSquare square;
    for (int i = 0; i < steps; ++i) {
        const double share = (i + 0.5) / steps;
        square.add(predicted(share), measured::percentile_of(histogram, share), 1);
    }
    return square.root();
}

std::optional<double> over_percentiles(const Quantiles& measured, const Quantiles& predicted, std::string& basis) {
    std::vector<Level> known;
    for (const Level& level : levels) {
        if (measured(level.share) && positive(predicted(level.share))) known.push_back(level);
    }
    MeanSquare square;
    for (std::size_t i = 0; i < known.size(); ++i) {
        const double share = known[i].share;
        const double low = i == 0 ? 0 : (known[i - 1].share + share) / 2;
        const double high = i + 1 == known.size() ? 1 : (share + known[i + 1].share) / 2;
        square.add(predicted(share), measured(share), high - low);
        basis.append(basis.empty() ? "" : ", ").append(known[i].name);
    }
    return square.root();
}

}  // namespace

Quantiles quantiles_of(const LatencySummary& latency) {
    return [latency](double share) {
        return at_level(share, {latency.p50.us(), latency.p95.us(), latency.p99.us(), latency.p99_9.us()});
    };
}

std::optional<Distance> distance(const measured::RunPoint& measured, const Quantiles& predicted) {
    const auto& latency = measured.latency;
    if (!positive(latency.mean)) return std::nullopt;
    Distance found;
    auto root = over_histogram(measured.histogram, predicted);
    if (root) found.basis = "histogram";
    if (!root) {
        const Quantiles told = [&](double share) {
            return at_level(share, {latency.p50, latency.p95, latency.p99, latency.p99_9});
        };
        root = over_percentiles(told, predicted, found.basis);
    }
    if (!root) return std::nullopt;
    if (latency.completion_only) found.basis += ", completion only";
    found.demerit_pct = *root / *latency.mean * 100;
    return found;
}

}  // namespace arraytwin::compare
