#include "lib/calibrate/judge.hpp"

#include <algorithm>
#include <cmath>

#include "lib/twin/load.hpp"

namespace arraytwin::calibrate {

namespace {

constexpr double normal_95 = 1.959964;
constexpr double enough_learnt = 0.5;
constexpr double confusing = 0.8;   // correlation
constexpr double worthwhile = 0.2;  // share of the variance that a measurement should take away
constexpr std::size_t most_suggested = 2;

/// Runs that a benchmark makes easily, whatever the array.
constexpr std::string_view candidates[] = {"4k:100r:100rand", "4k:0r:100rand",   "64k:100r:0rand",
                                           "64k:0r:0rand",    "8k:70r:100rand",  "64k:100r:100rand",
                                           "64k:0r:100rand",  "512k:100r:0rand", "512k:0r:0rand"};

/// The first array under each candidate: alone, and with every thread that the volumes take.
Problem with_candidates(const Problem& problem) {
    Problem other = problem;
    other.cases.clear();
    const Result<BuiltTwin> built = build_array(problem.arrays.front());
    const int most = built ? built->twin->volumes() * Workload{}.outstanding_per_volume : 1;
    for (const std::string_view text : candidates) {
        const auto workload = parse_inline_workload(text);
        if (!workload) continue;
        const int index = add_workload(other, std::string{text}, document_of(*workload));
        for (const int outstanding : {1, most}) {
            Observation observation;
            observation.load.outstanding = outstanding;
            observation.noise = Noise{}.iops;
            observation.measured = 1;
            add(other, 0, index, observation);
        }
    }
    return other;
}

/// Which of the candidates takes most of each constant's variance away, once its result is known.
void suggest(const Problem& problem, const Fit& fit, std::vector<Verdict>& verdicts) {
    const Problem other = with_candidates(problem);
    Matrix moves(other.cases.size(), other.constants.size());
    std::fill(moves.values.begin(), moves.values.end(), 1);
    const Matrix slopes = derivatives(other, fit.log_values, predict_all(other, fit.log_values), moves);
    const auto observations = observations_of(other);
    std::size_t row = 0;
    for (const Case& one : other.cases) {
        for (const Observation& observation : one.observations) {
            std::vector<double> spread(other.constants.size(), 0);  // covariance times slope
            double variance = observation.noise * observation.noise;
            for (std::size_t a = 0; a < spread.size(); ++a) {
                for (std::size_t b = 0; b < spread.size(); ++b) spread[a] += fit.covariance(a, b) * slopes(row, b);
            }
            for (std::size_t a = 0; a < spread.size(); ++a) variance += slopes(row, a) * spread[a];
            for (std::size_t c = 0; c < verdicts.size(); ++c) {
                const double reduction = spread[c] * spread[c] / variance / fit.covariance(c, c);
                if (verdicts[c].identified || !(reduction > worthwhile)) continue;
                verdicts[c].settled_by.push_back(
                    {other.workload_names[static_cast<std::size_t>(one.workload)], observation.load, reduction});
            }
            ++row;
        }
    }
    for (Verdict& verdict : verdicts) {
        auto& list = verdict.settled_by;
        std::stable_sort(list.begin(), list.end(),
                         [](const auto& a, const auto& b) { return a.reduction > b.reduction; });
        if (list.size() > most_suggested) list.resize(most_suggested);
    }
}

}  // namespace

std::vector<Verdict> judge(const Problem& problem, const Fit& fit) {
    const std::vector<double> prior = prior_deviations(problem);
    std::vector<Verdict> verdicts(problem.constants.size());
    for (std::size_t c = 0; c < verdicts.size(); ++c) {
        Verdict& verdict = verdicts[c];
        const double deviation = std::sqrt(fit.covariance(c, c));
        verdict.value = std::exp(fit.log_values[c]);
        verdict.low95 = std::exp(fit.log_values[c] - normal_95 * deviation);
        verdict.high95 = std::exp(fit.log_values[c] + normal_95 * deviation);
        verdict.learnt = std::clamp(1 - deviation * deviation / (prior[c] * prior[c]), 0.0, 1.0);
        verdict.identified = verdict.learnt >= enough_learnt;
        for (std::size_t other = 0; other < verdicts.size(); ++other) {
            const double correlation =
                fit.covariance(c, other) / std::sqrt(fit.covariance(c, c) * fit.covariance(other, other));
            if (other != c && std::abs(correlation) >= confusing)
                verdict.confused_with.emplace_back(other, correlation);
        }
    }
    suggest(problem, fit, verdicts);
    return verdicts;
}

}  // namespace arraytwin::calibrate
