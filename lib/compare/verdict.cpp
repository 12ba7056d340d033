#include "lib/compare/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "lib/compare/error.hpp"

namespace arraytwin::compare {

namespace {

constexpr int fewest_freedoms = 3;  // repeats beyond the first of each load, for a deviation worth the name
constexpr double deviations = 2;    // that hold 95 % of repeats
constexpr double similar_share =
    0.5;  // errors are of similar size if they differ by less than this share of their mean
constexpr double grown_at_knee = 1.5;  // latency, as a multiple of the least that was measured
constexpr double grown_at_peak = 3;
constexpr double peak_share = 0.95;  // of the most IOPS that were measured

/// One point's say: how far ahead, and how far two runs may be apart, both as logarithms.
struct Say {
    const ComparedPoint* point = nullptr;
    double ahead = 0;
    double noise = 0;
    std::string where;
};

bool judges_iops(const ComparedPoint& point) {
    return point.error_pct.iops && (point.kind != Kind::paced || !point.latency_usable);
}

/// What the measured curve was doing, told by how much its latency has grown since its first point.
class Regions {
public:
    explicit Regions(const std::vector<ComparedPoint>& points) {
        for (const auto& point : points) {
            most_iops_ = std::max(most_iops_, point.measured.iops.value_or(0));
            if (const auto latency = latency_of(point)) least_us_ = std::min(least_us_, *latency);
        }
    }

    std::string of(const ComparedPoint& point) const {
        if (point.kind == Kind::limit) return "near the knee";
        if (point.kind == Kind::peak) return "at the peak";
        const auto latency = latency_of(point);
        const double growth = latency ? *latency / least_us_ : grown_at_peak;
        if (growth < grown_at_knee) return "at low load";
        const bool most = point.measured.iops.value_or(0) >= peak_share * most_iops_;
        return most && growth >= grown_at_peak ? "at the peak" : "near the knee";
    }

private:
    static std::optional<double> latency_of(const ComparedPoint& point) {
        return point.latency_usable && point.kind != Kind::limit ? positive(point.measured.latency_us) : std::nullopt;
    }

    double most_iops_ = 0;
    double least_us_ = std::numeric_limits<double>::infinity();
};

std::vector<Say> says_of(const Comparison& comparison) {
    const Regions regions{comparison.points};
    std::vector<Say> says;
    for (const auto& point : comparison.points) {
        if (!point.scored || !point.ahead) continue;
        const bool iops = judges_iops(point);
        const double common = iops ? comparison.noise.iops_pct : comparison.noise.latency_pct;
        const double digits = (iops ? point.digits_pct.iops : point.digits_pct.latency_us).value_or(0);
        says.push_back({&point, std::log(*point.ahead), std::log1p(std::max(common, digits) / 100), regions.of(point)});
    }
    return says;
}

std::string speed_words(double ahead) {
    return fmt::format("{:.1f} % too {}", std::abs(std::exp(ahead) - 1) * 100, ahead > 0 ? "fast" : "slow");
}

std::string place_words(const Say& say) {
    const auto& label = say.point->label;
    const auto name = label == "sub_ms_limit" ? "1 ms limit" : label;
    return name.empty() || say.where.find(name) != std::string::npos ? say.where
                                                                     : fmt::format("{} ({})", say.where, name);
}

bool is_within_noise(const Say& say) {
    constexpr double rounding = 1e-9;
    return std::abs(say.ahead) <= say.noise + rounding;
}

double mean_of(const std::vector<Say>& says) {
    double sum = 0;
    for (const Say& say : says) sum += say.ahead;
    return sum / static_cast<double>(says.size());
}

bool is_one_factor(const std::vector<Say>& says) {
    const double mean = mean_of(says);
    return std::all_of(says.begin(), says.end(), [&](const Say& say) {
        return say.ahead * mean > 0 &&
               std::abs(say.ahead - mean) <= std::max(say.noise, std::abs(mean) * similar_share);
    });
}

const Say& largest(const std::vector<Say>& says) {
    return *std::max_element(says.begin(), says.end(),
                             [](const Say& a, const Say& b) { return std::abs(a.ahead) < std::abs(b.ahead); });
}

double largest_of(const Comparison& comparison) { return std::abs(largest(says_of(comparison)).ahead); }

Judgement biased(const std::vector<Say>& says, const std::string& of_what) {
    const double factor = std::exp(mean_of(says));
    return {
        Verdict::biased, factor,
        fmt::format("all {} errors{} are of one sign and similar size: the twin is {:.2f} times as fast as the array",
                    says.size(), of_what, factor)};
}

/// "the twin is 12 % too fast near the knee but 15 % too slow at the peak", or "... and only 2 % at low load".
std::string shape_words(const std::vector<Say>& says) {
    const Say& worst = largest(says);
    const Say& other = *std::min_element(says.begin(), says.end(), [&](const Say& a, const Say& b) {
        return a.ahead * worst.ahead < b.ahead * worst.ahead;
    });
    const bool changes_sign = other.ahead * worst.ahead < 0;
    return fmt::format("the twin is {} {} but {} {}", speed_words(worst.ahead), place_words(worst),
                       changes_sign ? speed_words(other.ahead)
                                    : fmt::format("only {:.1f} %", std::abs(std::exp(other.ahead) - 1) * 100),
                       place_words(other));
}

/// Pooled variance of the logarithms within groups, and what it rests on.
struct Pool {
    double squares = 0;
    int freedoms = 0;

    void add(const std::vector<double>& values) {
        double sum = 0;
        for (const double value : values) sum += std::log(value);
        const double mean = sum / static_cast<double>(values.size());
        for (const double value : values) squares += (std::log(value) - mean) * (std::log(value) - mean);
        freedoms += static_cast<int>(values.size()) - 1;
    }
    bool is_enough() const { return freedoms >= fewest_freedoms; }
    double percent() const { return std::expm1(deviations * std::sqrt(squares / freedoms)) * 100; }
};

}  // namespace

std::string words_of(const Noise& noise) {
    const double iops = noise.iops_pct;
    const double latency = noise.latency_pct;
    return iops == latency ? fmt::format("{:.2g} %", iops)
                           : fmt::format("{:.2g} % of IOPS, {:.2g} % of latency", iops, latency);
}

Noise noise_of(const std::vector<ComparedPoint>& points) {
    using Load = std::tuple<Kind, int, double>;
    std::map<Load, std::pair<std::vector<double>, std::vector<double>>> repeats;
    for (const auto& point : points) {
        if (!point.load || !point.scored || point.kind == Kind::peak) continue;
        auto& [iops, latency] =
            repeats[{point.kind, point.load->outstanding.value_or(0), std::round(point.load->target_iops.value_or(0))}];
        if (positive(point.measured.iops)) iops.push_back(*point.measured.iops);
        if (positive(point.measured.latency_us) && point.latency_usable) latency.push_back(*point.measured.latency_us);
    }
    Pool of_iops;
    Pool of_latency;
    for (const auto& [load, values] : repeats) {
        if (values.first.size() > 1) of_iops.add(values.first);
        if (values.second.size() > 1) of_latency.add(values.second);
    }
    Noise noise{run_to_run_pct, run_to_run_pct, ""};
    if (of_iops.is_enough()) noise.iops_pct = of_iops.percent();
    if (of_latency.is_enough()) noise.latency_pct = of_latency.percent();
    noise.basis =
        of_iops.is_enough() || of_latency.is_enough()
            ? "two standard deviations of its repeats"
            : "the run-to-run variation of real storage, as nothing was measured often enough to tell its own";
    return noise;
}

void set_ahead(ComparedPoint& point, std::optional<double> iops_at_equal_latency) {
    const auto ratio = [](std::optional<double> a, std::optional<double> b) {
        return positive(a) && positive(b) ? std::optional{*a / *b} : std::nullopt;
    };
    const auto& [iops, latency_us] = point.measured;
    point.ahead.reset();
    if (judges_iops(point)) {
        point.ahead = ratio(point.predicted.iops, iops);
        return;
    }
    if (!point.judges_latency()) return;
    point.ahead = ratio(latency_us, point.predicted.latency_us);
    const auto sideways = ratio(iops_at_equal_latency, iops);
    if (point.ahead && sideways && std::abs(std::log(*sideways)) < std::abs(std::log(*point.ahead)))
        point.ahead = sideways;
}

Judgement judge(const Comparison& comparison) {
    const auto says = says_of(comparison);
    if (says.size() < fewest_points) {
        auto words = says.empty() ? std::string{"no scored point has an error"}
                                  : fmt::format("{} scored point{}", says.size(), says.size() == 1 ? "" : "s");
        for (const Say& say : says) words += fmt::format(", {} {}", speed_words(say.ahead), place_words(say));
        return {Verdict::too_few_points, std::nullopt, words + fmt::format("; a shape takes {}", fewest_points)};
    }
    const Say& worst = largest(says);
    if (std::all_of(says.begin(), says.end(), is_within_noise)) {
        return {Verdict::agrees, std::nullopt,
                fmt::format("all {} errors are within the measurement's noise ({}); the largest is {} {}", says.size(),
                            words_of(comparison.noise), speed_words(worst.ahead), place_words(worst))};
    }
    if (is_one_factor(says)) return biased(says, "");
    return {Verdict::wrong_shape, std::nullopt, shape_words(says)};
}

Judgement judge(const std::vector<Comparison>& comparisons) {
    if (comparisons.size() == 1) return comparisons.front().judgement;
    std::map<Verdict, std::vector<const Comparison*>> by_verdict;
    std::vector<Say> says;
    for (const auto& comparison : comparisons) {
        by_verdict[comparison.judgement.verdict].push_back(&comparison);
        if (comparison.judgement.verdict == Verdict::too_few_points) continue;
        const auto own = says_of(comparison);
        says.insert(says.end(), own.begin(), own.end());
    }
    const auto judged = comparisons.size() - by_verdict[Verdict::too_few_points].size();
    if (judged == 0)
        return {Verdict::too_few_points, std::nullopt, fmt::format("no workload has {} scored points", fewest_points)};
    const auto agreeing = by_verdict[Verdict::agrees].size();
    if (agreeing == judged)
        return {Verdict::agrees, std::nullopt,
                fmt::format("{} of {} judged workloads agree within noise", agreeing, judged)};
    const auto& bent = by_verdict[Verdict::wrong_shape];
    const auto& off = by_verdict[Verdict::biased];
    if (!bent.empty()) {
        const auto& worst = **std::max_element(
            bent.begin(), bent.end(), [](const auto* a, const auto* b) { return largest_of(*a) < largest_of(*b); });
        return {
            Verdict::wrong_shape, std::nullopt,
            fmt::format("of {} judged workloads {} agree, {} are biased and {} have the wrong shape; worst in {}: {}",
                        judged, agreeing, off.size(), bent.size(), worst.workload, worst.judgement.reason)};
    }
    if (is_one_factor(says)) return biased(says, fmt::format(" of {} workloads", judged));
    const auto& first = *off.front();
    return {Verdict::biased, std::nullopt,
            fmt::format("{} of {} judged workloads are off by a factor of their own, such as {} by {:.2f}", off.size(),
                        judged, first.workload, first.judgement.factor.value_or(1))};
}

}  // namespace arraytwin::compare
