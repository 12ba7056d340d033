#include "lib/stats/estimate.hpp"

#include <cassert>
#include <cstddef>
#include <numbers>
#include <numeric>

namespace arraytwin::stats {

double normal_quantile(double probability) {
    // Bisection's certainty with Newton's speed: the tail is smooth, and erfc is accurate far out.
    const double tail = probability < 0.5 ? probability : 1 - probability;
    // Abramowitz & Stegun 26.2.23, good to 4.5e-4, polished by Halley's method.
    const double t = std::sqrt(-2 * std::log(tail));
    double x = t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
    for (int i = 0; i < 2; ++i) {
        const double error = 0.5 * std::erfc(x / std::numbers::sqrt2) - tail;
        const double density = std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
        const double step = error / density;
        x += step / (1 - 0.5 * x * step);
    }
    return probability < 0.5 ? -x : x;
}

double student_t_quantile(double probability, double degrees) {
    assert(probability > 0 && probability < 1 && degrees >= 1);
    if (probability < 0.5) return -student_t_quantile(1 - probability, degrees);
    if (probability == 0.5) return 0;
    const double n = degrees;
    if (n > 1e8) return normal_quantile(probability);
    const double p = 2 * (1 - probability);  // both tails
    if (n == 1) return 1 / std::tan(p * std::numbers::pi / 2);
    if (n == 2) return std::sqrt(2 / (p * (2 - p)) - 2);

    // Hill's names, his equations.
    const double a = 1 / (n - 0.5);
    const double b = 48 / (a * a);
    double c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
    const double d = ((94.5 / (b + c) - 3) / b + 1) * std::sqrt(a * std::numbers::pi / 2) * n;
    double y = std::pow(d * p, 2 / n);
    if (y > 0.05 + a) {
        const double x = -normal_quantile(1 - p / 2);
        y = x * x;
        if (n < 5) c += 0.3 * (n - 4.5) * (x + 0.6);
        c = (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b + c;
        y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
        y = std::expm1(a * y * y);
    } else {
        y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) /
                (n + 2) +
            1 / y;
    }
    return std::sqrt(n * y);
}

double Estimate::half_width() const {
    if (!has_interval()) return std::numeric_limits<double>::infinity();
    return standard_error == 0 ? 0 : student_t_quantile(0.975, degrees) * standard_error;
}

double Estimate::relative_half_width() const {
    const double half = half_width();
    return half == 0 ? 0 : half / std::fabs(value);
}

Estimate mean_of_batches(std::span<const double> values) {
    const auto n = static_cast<double>(values.size());
    Estimate estimate;
    if (values.empty()) return estimate;
    estimate.value = std::accumulate(values.begin(), values.end(), 0.0) / n;
    if (values.size() < 2) return estimate;
    double squares = 0;
    for (const double value : values) squares += (value - estimate.value) * (value - estimate.value);
    estimate.standard_error = std::sqrt(squares / (n * (n - 1)));
    estimate.degrees = n - 1;
    return estimate;
}

Estimate ratio_of_batches(std::span<const double> numerators, std::span<const double> denominators) {
    assert(numerators.size() == denominators.size());
    const auto n = static_cast<double>(numerators.size());
    const double denominator = std::accumulate(denominators.begin(), denominators.end(), 0.0);
    Estimate estimate;
    if (denominator <= 0) return estimate;
    estimate.value = std::accumulate(numerators.begin(), numerators.end(), 0.0) / denominator;
    if (numerators.size() < 2) return estimate;
    double squares = 0;
    for (std::size_t i = 0; i < numerators.size(); ++i) {
        const double deviation = numerators[i] - estimate.value * denominators[i];
        squares += deviation * deviation;
    }
    estimate.standard_error = std::sqrt(squares * n / (n - 1)) / denominator;
    estimate.degrees = n - 1;
    return estimate;
}

Estimate weighted_sum(std::span<const Estimate> estimates, std::span<const double> weights) {
    assert(estimates.size() == weights.size());
    Estimate sum;
    double variance = 0;
    double shares = 0;  // of each variance squared, by its degrees of freedom
    bool known = !estimates.empty();
    for (std::size_t i = 0; i < estimates.size(); ++i) {
        sum.value += weights[i] * estimates[i].value;
        const double error = weights[i] * estimates[i].standard_error;
        known = known && (weights[i] == 0 || estimates[i].has_interval());
        if (!known || weights[i] == 0) continue;
        variance += error * error;
        shares += error * error * error * error / estimates[i].degrees;
        if (error == 0) sum.degrees += estimates[i].degrees;  // only used if all errors are zero
    }
    if (!known) {
        sum.degrees = 0;
        return sum;
    }
    sum.standard_error = std::sqrt(variance);
    if (shares > 0) sum.degrees = variance * variance / shares;
    return sum;
}

}  // namespace arraytwin::stats
