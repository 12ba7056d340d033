#include "lib/plan/whatif.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>

#include "lib/twin/load.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::plan {

namespace {

/// A case with its workload as the calibration knows it, and what the fast solver says of it.
struct Prepared {
    const Case* asked = nullptr;
    Workload workload;
    Curve outlook;
    std::vector<Point> fast;  // at each load
};

PredictOptions fast_options(const WhatIfOptions& options) {
    PredictOptions fast;
    fast.seed = options.runs.seed;
    fast.jobs = options.runs.jobs;
    fast.solver = Solver::fast;
    return fast;
}

/// The same as the fast solver's `predict` does, so that both see one workload.
Result<Prepared> prepare(const Case& asked, const WhatIfOptions& options) {
    auto placed = place_parts(as_calibrated(asked.built, asked.workload), asked.built.twin->volumes());
    if (!placed) return tl::unexpected(std::move(placed.error()));
    auto outlook = predict(asked.built, asked.array, asked.workload, fast_options(options));
    if (!outlook) return tl::unexpected(std::move(outlook.error()));
    return Prepared{&asked, std::move(*placed), std::move(outlook->curve), {}};
}

Diagnostics answer_fast(Prepared& prepared, const std::vector<OfferedLoad>& loads, const WhatIfOptions& options) {
    PredictOptions fast = fast_options(options);
    fast.loads = loads;
    fast.intervals = false;
    auto predicted = predict(prepared.asked->built, prepared.asked->array, prepared.asked->workload, fast);
    if (!predicted) return std::move(predicted.error());
    prepared.fast = std::move(predicted->curve.points);
    return {};
}

std::vector<Question> questions_of(const std::vector<Prepared>& cases, const std::vector<OfferedLoad>& loads) {
    std::vector<Question> questions;
    for (const Prepared& prepared : cases) {
        for (const OfferedLoad& load : loads) {
            questions.push_back({prepared.asked->built.twin.get(), &prepared.workload, load});
        }
    }
    return questions;
}

/// Of each case at each load; the fast solver's answer is a replication by itself.
std::vector<std::vector<Replications>> answer_all(const std::vector<Prepared>& cases,
                                                  const std::vector<OfferedLoad>& loads, const WhatIfOptions& options,
                                                  RunCost& cost) {
    std::vector<std::vector<Replications>> answers(cases.size());
    if (options.solver == Solver::fast) {
        for (std::size_t c = 0; c < cases.size(); ++c) {
            for (const Point& point : cases[c].fast) answers[c].push_back({point});
        }
        return answers;
    }
    auto all = run_paired(questions_of(cases, loads), options.runs, cost);
    for (std::size_t i = 0; i < all.size(); ++i) answers[i / loads.size()].push_back(std::move(all[i]));
    return answers;
}

CaseOutcome outcome_of(Prepared& prepared, const std::vector<Replications>& answers) {
    CaseOutcome outcome;
    outcome.name = prepared.asked->name;
    outcome.outlook = std::move(prepared.outlook);
    for (const Replications& answer : answers) outcome.points.push_back(mean_of(answer));
    return outcome;
}

double value_of(const Point& point, Metric metric) {
    switch (metric) {
        case Metric::iops:
            return point.iops;
        case Metric::mean:
            return point.latency.mean;
        case Metric::p99:
            break;
    }
    return point.latency.p99;
}

std::vector<double> values_of(const Replications& points, Metric metric) {
    std::vector<double> values;
    for (const Point& point : points) values.push_back(value_of(point, metric));
    return values;
}

bool all_finite(const std::vector<double>& values) {
    return std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

Verdict verdict_of(const std::vector<ComparedLoad>& loads) {
    std::vector<Verdict> verdicts;
    for (const ComparedLoad& load : loads) verdicts.push_back(load.verdict);
    return overall(verdicts);
}

ComparedLoad compare_load(const Replications& base, const Replications& variant, int together) {
    ComparedLoad compared;
    const bool base_carries = !mean_of(base).overloaded;
    const bool variant_carries = !mean_of(variant).overloaded;
    if (!base_carries || !variant_carries) {
        if (base_carries) compared.verdict = Verdict::worse;
        if (variant_carries) compared.verdict = Verdict::better;
        return compared;
    }
    std::vector<Verdict> verdicts;
    for (const Metric metric : {Metric::iops, Metric::mean, Metric::p99}) {
        const auto before = values_of(base, metric);
        const auto after = values_of(variant, metric);
        if (!all_finite(before) || !all_finite(after)) continue;  // the fast solver's percentiles
        const Wanted wanted = metric == Metric::iops ? Wanted::more : Wanted::less;
        compared.metrics.push_back({metric, paired_difference(before, after, wanted, together)});
        verdicts.push_back(compared.metrics.back().difference.verdict);
    }
    compared.verdict = overall(verdicts);
    return compared;
}

/// To two significant digits.
double rounded(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
    return std::round(value / unit) * unit;
}

}  // namespace

std::vector<ComparedLoad> compare_runs(const std::vector<Replications>& base,
                                       const std::vector<Replications>& variant) {
    constexpr int metrics = 3;
    std::vector<ComparedLoad> compared;
    for (std::size_t i = 0; i < base.size(); ++i) {
        compared.push_back(compare_load(base[i], variant[i], metrics * static_cast<int>(base.size())));
    }
    return compared;
}

std::vector<OfferedLoad> loads_for(const std::vector<OfferedLoad>& asked, const Curve& outlook) {
    if (!asked.empty() || outlook.points.empty()) return asked;
    const auto outstanding = outlook.points.back().load.outstanding;  // the last point is the unpaced one
    return {{outstanding, std::nullopt}, {outstanding, std::max(1.0, rounded(outlook.peak.iops / 2))}};
}

std::optional<double> room_to_1_ms(const OfferedLoad& load, const Curve& outlook) {
    if (!load.target_iops || !outlook.sub_ms_iops) return std::nullopt;
    return *outlook.sub_ms_iops / *load.target_iops;
}

std::optional<double> room_to_knee(const OfferedLoad& load, const Curve& outlook) {
    if (!load.target_iops || outlook.knee.iops <= 0) return std::nullopt;
    return outlook.knee.iops / *load.target_iops;
}

Result<WhatIf> what_if(std::span<const Case> cases, const WhatIfOptions& options) {
    assert(!cases.empty());
    const auto begin = std::chrono::steady_clock::now();
    std::vector<Prepared> prepared;
    for (const Case& each : cases) {
        auto found = prepare(each, options);
        if (!found) return tl::unexpected(std::move(found.error()));
        prepared.push_back(std::move(*found));
    }
    WhatIf result;
    result.seed = options.runs.seed;
    result.solver = options.solver;
    result.replications = options.solver == Solver::fast ? 1 : options.runs.replications;
    result.loads = loads_for(options.loads, prepared.front().outlook);
    for (Prepared& each : prepared) {
        if (auto wrong = answer_fast(each, result.loads, options); !wrong.empty())
            return tl::unexpected(std::move(wrong));
    }
    const auto answers = answer_all(prepared, result.loads, options, result.cost);
    result.base = outcome_of(prepared.front(), answers.front());
    for (std::size_t c = 1; c < prepared.size(); ++c) {
        CaseOutcome variant = outcome_of(prepared[c], answers[c]);
        variant.loads = compare_runs(answers.front(), answers[c]);
        variant.verdict = verdict_of(variant.loads);
        result.variants.push_back(std::move(variant));
    }
    result.cost.jobs = options.runs.jobs;
    result.cost.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

}  // namespace arraytwin::plan
