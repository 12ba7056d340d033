#include "lib/queueing/closed_load.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace arraytwin::queueing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kTolerance = 1e-10;  // what we aim at
constexpr double kGoodEnough = 1e-6;  // what rounding allows at many thousand outstanding

double largest(std::span<const double> values) {
    double result = 0;
    for (const double value : values) result = std::max(result, std::abs(value));
    return result;
}

/// Gaussian elimination with partial pivoting, in place.
bool solve_linear(std::vector<double>& matrix, std::vector<double>& right) {
    const std::size_t n = right.size();
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t pivot = i;
        for (std::size_t r = i + 1; r < n; ++r) {
            if (std::abs(matrix[r * n + i]) > std::abs(matrix[pivot * n + i])) pivot = r;
        }
        if (!(std::abs(matrix[pivot * n + i]) > 1e-300)) return false;
        for (std::size_t k = 0; k < n; ++k) std::swap(matrix[i * n + k], matrix[pivot * n + k]);
        std::swap(right[i], right[pivot]);
        for (std::size_t r = i + 1; r < n; ++r) {
            const double factor = matrix[r * n + i] / matrix[i * n + i];
            for (std::size_t k = i; k < n; ++k) matrix[r * n + k] -= factor * matrix[i * n + k];
            right[r] -= factor * right[i];
        }
    }
    for (std::size_t i = n; i-- > 0;) {
        for (std::size_t k = i + 1; k < n; ++k) right[i] -= matrix[i * n + k] * right[k];
        right[i] /= matrix[i * n + i];
    }
    return true;
}

/// Broyden's "good" update of the inverse Jacobian, for a step that changed the values so.
void update_inverse(std::vector<double>& inverse, std::span<const double> step, std::span<const double> change) {
    const std::size_t n = step.size();
    std::vector<double> moved(n, 0.0);     // inverse * change
    std::vector<double> weighted(n, 0.0);  // step^T * inverse
    double scale = 0;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) {
            moved[i] += inverse[i * n + j] * change[j];
            weighted[j] += step[i] * inverse[i * n + j];
        }
    }
    for (std::size_t j = 0; j < n; ++j) scale += weighted[j] * change[j];
    if (std::abs(scale) < 1e-300) return;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) inverse[i * n + j] += (step[i] - moved[i]) * weighted[j] / scale;
    }
}

}  // namespace

ClosedLoad::ClosedLoad(ResidenceModel& model, std::span<const double> outstanding)
    : model_{model}, outstanding_(outstanding.begin(), outstanding.end()), rates_(outstanding.size(), 0.0) {
    model_.set_outstanding(outstanding);
    for (std::size_t c = 0; c < outstanding_.size(); ++c) {
        if (!(outstanding_[c] > 0)) continue;
        active_.push_back(c);
        total_ += outstanding_[c];
        rates_[c] = outstanding_[c] / std::max(model_.services()[c], 1e-12);
    }
    trial_ = rates_;
}

bool ClosedLoad::solve() {
    if (active_.empty()) return true;
    scale_to_total();
    for (int i = 0; i < 4; ++i) {
        if (active_.size() == 1 || find_ratios() || find_rates()) return solved();
        rebalance();
        scale_to_total();
    }
    return grow_from_little();
}

bool ClosedLoad::solved() {
    std::vector<double> error(rates_.size());
    return excesses(rates_, error) && largest(error) < kGoodEnough;
}

/// The slow and sure way, for chains that press on several stations at once: from next to nothing in the network, where
/// nobody waits, to all that is outstanding, each solution leading to the next.
bool ClosedLoad::grow_from_little() {
    const std::vector<double> all = outstanding_;
    const double total = total_;
    constexpr int kSteps = 60;
    for (const std::size_t c : active_) rates_[c] = all[c] / model_.services()[c];
    for (int i = 0; i <= kSteps; ++i) {
        const double part = std::pow(1e-4, 1 - static_cast<double>(i) / kSteps);
        for (const std::size_t c : active_) outstanding_[c] = all[c] * part;
        total_ = total * part;
        scale_to_total();
        find_rates();
    }
    return solved();
}

/// log(I/Os in the network / outstanding), with the busiest station's utilization at 1 / (1 + exp(-y)).
double ClosedLoad::excess_at(double y, double capacity) {
    for (std::size_t c = 0; c < rates_.size(); ++c) trial_[c] = rates_[c] * capacity / (1 + std::exp(-y));
    if (!model_.evaluate(trial_)) return kInfinity;
    double inside = 0;
    for (std::size_t c = 0; c < trial_.size(); ++c) inside += trial_[c] * model_.responses()[c];
    return std::log(inside / total_);
}

/// Scales the rates so that the network holds as many I/Os as there are. In y = log(utilization / (1 - utilization)) of
/// the busiest station the excess is nearly a straight line of slope 1 (M/M/1: exactly), so a guarded secant takes few
/// steps.
void ClosedLoad::scale_to_total() {
    const double busy = std::max(model_.highest_utilization(rates_), 1e-12);
    double low = -60;
    double high = 35;  // an idle share of 1e-15
    double y = std::clamp(busy < 0.9 ? std::log(busy / (1 - busy)) : 1.0, low, high);
    double slope = 1;
    double last_y = y;
    double last = excess_at(y, 1 / busy);
    for (int i = 0; i < 100 && std::abs(last) > kTolerance; ++i) {
        (last < 0 ? low : high) = last_y;
        if (high - low < 1e-13 * (1 + std::abs(low))) break;
        y = last_y - last / slope;
        if (!(y > low && y < high) || i % 8 == 7) y = 0.5 * (low + high);
        const double now = excess_at(y, 1 / busy);
        slope = std::clamp((now - last) / (y - last_y), 1e-12, 10.0);
        if (!std::isfinite(slope)) slope = 1;
        last = now;
        last_y = y;
    }
    rates_ = trial_;
}

/// log(I/Os of a chain in the network / its outstanding), for each chain; false beyond capacity.
bool ClosedLoad::excesses(std::span<const double> rates, std::span<double> result) {
    if (!model_.evaluate(rates)) return false;
    std::ranges::fill(result, 0.0);
    for (const std::size_t c : active_) result[c] = std::log(rates[c] * model_.responses()[c] / outstanding_[c]);
    return true;
}

/// Broyden's method in the logarithms of the rates' ratios to the first active chain's. False if it gets stuck.
bool ClosedLoad::find_ratios() {
    const std::size_t n = active_.size() - 1;
    std::vector<double> inverse(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) inverse[i * n + i] = 1;
    std::vector<double> error(rates_.size()), at(n), step(n), change(n), before(n);
    const auto compare = [&] {
        const bool possible = excesses(rates_, error);
        for (std::size_t i = 0; i < n; ++i) at[i] = error[active_[i + 1]] - error[active_[0]];
        return possible;
    };
    if (!compare()) return false;
    for (int i = 0; i < 25; ++i) {
        if (largest(error) < 2 * kTolerance) return true;
        for (std::size_t r = 0; r < n; ++r) {
            step[r] = 0;
            for (std::size_t k = 0; k < n; ++k) step[r] -= inverse[r * n + k] * at[k];
            step[r] = std::clamp(step[r], -1.0, 1.0);
        }
        before = at;
        const std::vector<double> kept = rates_;
        for (std::size_t r = 0; r < n; ++r) rates_[active_[r + 1]] *= std::exp(step[r]);
        scale_to_total();
        if (!compare() || largest(at) > 2 * largest(before)) {
            rates_ = kept;
            return false;
        }
        for (std::size_t r = 0; r < n; ++r) change[r] = at[r] - before[r];
        update_inverse(inverse, step, change);
    }
    return largest(error) < kGoodEnough;
}

/// Newton's method in the rates (in which capacities are straight lines), halving steps that don't help. False if it
/// gets stuck.
bool ClosedLoad::find_rates() {
    const std::size_t n = active_.size();
    std::vector<double> at(rates_.size()), moved(rates_.size()), matrix(n * n), step(n);
    if (!excesses(rates_, at)) return false;
    for (int i = 0; i < 25 && largest(at) > kTolerance; ++i) {
        const double idle = std::max(1 - model_.highest_utilization(rates_), 1e-13);
        const double nudge = -1e-4 * idle;  // downwards is always within capacity
        for (std::size_t j = 0; j < n; ++j) {
            trial_ = rates_;
            trial_[active_[j]] *= 1 + nudge;
            if (!excesses(trial_, moved)) return false;
            for (std::size_t k = 0; k < n; ++k) {
                matrix[k * n + j] = (moved[active_[k]] - at[active_[k]]) / nudge;
            }
        }
        for (std::size_t k = 0; k < n; ++k) step[k] = -at[active_[k]];
        if (!solve_linear(matrix, step) || !take_step(step, at)) break;
    }
    return largest(at) < kGoodEnough;
}

bool ClosedLoad::take_step(std::span<const double> step, std::vector<double>& at) {
    std::vector<double> moved(at.size());
    for (double share = 1; share > 1e-3; share /= 2) {
        for (std::size_t j = 0; j < step.size(); ++j) {
            trial_[active_[j]] = rates_[active_[j]] * std::max(1 + share * step[j], 0.1);
        }
        if (!excesses(trial_, moved) || !(largest(moved) < largest(at))) continue;
        rates_ = trial_;
        at = moved;
        return true;
    }
    return false;
}

/// Moves each chain half-way (geometrically) to the rate that its response allows.
void ClosedLoad::rebalance() {
    if (!model_.evaluate(rates_)) return;
    for (const std::size_t c : active_) rates_[c] = std::sqrt(rates_[c] * outstanding_[c] / model_.responses()[c]);
}

}  // namespace arraytwin::queueing
