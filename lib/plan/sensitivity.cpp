#include "lib/plan/sensitivity.hpp"

#include <algorithm>
#include <cmath>

#include "lib/twin/fast_twin.hpp"
#include "lib/twin/parallel.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::plan {

namespace {

constexpr double percent = 100;

struct Answer {
    double peak_iops = 0;
    double latency_us = 0;
};

Answer ask(const twin::Twin& twin, const Workload& workload, const Sensitivity& at, std::uint64_t seed) {
    const twin::FastTwin fast{twin, workload, {seed, 0}};
    return {fast.point(at.most).iops, fast.point(at.load).latency.mean};
}

double size_of(const Sensitivity& sensitivity, const Effect& effect) {
    return std::max(std::abs(peak_percent(sensitivity, effect)), std::abs(latency_percent(sensitivity, effect)));
}

/// Of the first thing that is wrong: "nodes.cores: 96 is not from 1 to 64".
std::string reason_of(const Diagnostics& wrong) {
    const Diagnostic& first = wrong.front();
    return first.key.empty() ? first.message : first.key + ": " + first.message;
}

std::vector<double> values_of(const Replications& points, double (*value)(const Point&)) {
    std::vector<double> values;
    for (const Point& point : points) values.push_back(value(point));
    return values;
}

}  // namespace

double peak_percent(const Sensitivity& sensitivity, const Effect& effect) {
    return (effect.peak_iops / sensitivity.peak_iops - 1) * percent;
}

double latency_percent(const Sensitivity& sensitivity, const Effect& effect) {
    return (effect.latency_us / sensitivity.latency_us - 1) * percent;
}

Sensitivity sensitivity_of(const ResolvedArray& array, const Workload& workload, const OfferedLoad& load,
                           std::uint64_t seed, int jobs) {
    Sensitivity result;
    const auto base = array.family->build(array.document);
    if (!base) return result;  // it was built before
    result.most = {threads_of(workload, base->twin->volumes()), std::nullopt};
    result.load = load;
    const Answer before = ask(*base->twin, workload, result, seed);
    result.peak_iops = before.peak_iops;
    result.latency_us = before.latency_us;
    const auto levers = levers_of(array);
    std::vector<Effect> effects(levers.size());
    std::vector<std::string> reasons(levers.size());
    twin::for_each_in_parallel(static_cast<int>(levers.size()), jobs, [&](int index) {
        const auto i = static_cast<std::size_t>(index);
        effects[i].lever = levers[i];
        effects[i].change = words_of(array.document, levers[i]);
        const auto built = array.family->build(moved(array.document, levers[i]));
        if (!built) {
            reasons[i] = reason_of(built.error());
            return;
        }
        const Answer after = ask(*built->twin, workload, result, seed);
        effects[i].peak_iops = after.peak_iops;
        effects[i].latency_us = after.latency_us;
    });
    for (std::size_t i = 0; i < levers.size(); ++i) {
        if (!reasons[i].empty()) result.refused.push_back({effects[i].change, reasons[i]});
        if (reasons[i].empty()) result.effects.push_back(std::move(effects[i]));
    }
    std::stable_sort(result.effects.begin(), result.effects.end(), [&](const Effect& a, const Effect& b) {
        if (a.lever.kind != b.lever.kind) return a.lever.kind < b.lever.kind;
        return size_of(result, a) > size_of(result, b);
    });
    return result;
}

void confirm(Sensitivity& sensitivity, const ResolvedArray& array, const Workload& workload, int count,
             const PairedRunOptions& options, RunCost& cost) {
    std::vector<Result<BuiltTwin>> built;
    std::vector<Effect*> effects;
    built.push_back(array.family->build(array.document));
    for (Effect& effect : sensitivity.effects) {
        const bool worth = effect.lever.kind == LeverKind::hardware && size_of(sensitivity, effect) >= least_percent;
        if (!worth || effects.size() == static_cast<std::size_t>(count)) continue;
        built.push_back(array.family->build(moved(array.document, effect.lever)));
        effects.push_back(&effect);
    }
    if (effects.empty()) return;
    std::vector<Question> questions;
    for (const auto& each : built) {
        questions.push_back({(*each).twin.get(), &workload, sensitivity.most});
        questions.push_back({(*each).twin.get(), &workload, sensitivity.load});
    }
    const auto answers = run_paired(questions, options, cost);
    const auto iops = [](const Point& point) { return point.iops; };
    const auto latency = [](const Point& point) { return point.latency.mean.us(); };
    const int together = 2 * static_cast<int>(effects.size());
    for (std::size_t i = 0; i < effects.size(); ++i) {
        effects[i]->simulated_peak =
            paired_difference(values_of(answers[0], iops), values_of(answers[2 * i + 2], iops), Wanted::more, together);
        effects[i]->simulated_latency = paired_difference(
            values_of(answers[1], latency), values_of(answers[2 * i + 3], latency), Wanted::less, together);
    }
}

}  // namespace arraytwin::plan
