#include "lib/twin/predict.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <mutex>

#include <fmt/format.h>

#include "lib/twin/fast_twin.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/parallel.hpp"
#include "lib/twin/point.hpp"
#include "lib/twin/uncertainty.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin {

namespace {

constexpr int first_step_percent = 10;
constexpr int last_step_percent = 120;
constexpr int step_percent = 10;
constexpr double surely_closed = 1.05;  // a pace so far above the maximum never holds a thread back

/// What answers one load: the simulator, or the fast solver with demands that were recorded before.
using Answer = std::function<Point(const OfferedLoad&, RunCost&)>;

std::vector<OfferedLoad> steps_of(double peak_iops, int outstanding) {
    std::vector<OfferedLoad> loads;
    for (int percent = first_step_percent; percent <= last_step_percent; percent += step_percent) {
        loads.push_back({outstanding, peak_iops * percent / 100});
    }
    return loads;
}

Diagnostics faults(const std::vector<OfferedLoad>& loads, const Workload& workload) {
    Diagnostics diagnostics;
    const auto parts = static_cast<int>(workload.parts.size());
    for (const OfferedLoad& load : loads) {
        if (!load.outstanding && !load.target_iops) {
            diagnostics.push_back({"--at", 0, 0, "", "a load needs outstanding, iops or both", "outstanding=4096"});
        }
        if (load.outstanding && (*load.outstanding < 1 || *load.outstanding > 1'000'000)) {
            diagnostics.push_back(
                {"--at", 0, 0, "outstanding", fmt::format("{} is not from 1 to 1000000", *load.outstanding), ""});
        }
        if (load.outstanding && *load.outstanding >= 1 && *load.outstanding < parts) {
            diagnostics.push_back({"--at", 0, 0, "outstanding",
                                   fmt::format("{} cannot be dealt to {} parts", *load.outstanding, parts),
                                   "each part of a workload has one at least"});
        }
        if (load.target_iops && !(*load.target_iops >= 1 && *load.target_iops <= 1e9)) {
            diagnostics.push_back(
                {"--at", 0, 0, "iops", fmt::format("{} is not from 1 to 1e9", *load.target_iops), ""});
        }
    }
    return diagnostics;
}

void add(RunCost& total, const RunCost& part) {
    total.simulated_ios += part.simulated_ios;
    total.events += part.events;
}

/// Answers the loads in parallel; the points come in the order of the loads.
std::vector<Point> answer_all(const std::vector<OfferedLoad>& loads, const Answer& answer,
                              const PredictOptions& options, int already, int total, RunCost& cost) {
    std::vector<Point> points(loads.size());
    std::mutex reporting;
    int done = already;
    twin::for_each_in_parallel(static_cast<int>(loads.size()), options.jobs, [&](int i) {
        RunCost own;
        points[static_cast<std::size_t>(i)] = answer(loads[static_cast<std::size_t>(i)], own);
        const std::scoped_lock lock{reporting};
        add(cost, own);
        if (options.progress) options.progress(++done, total);
    });
    return points;
}

/// How far to trust it: the grade for this workload, intervals, and what lies outside the calibration.
void grade(Curve& curve, const BuiltTwin& array, const Workload& workload, const PredictOptions& options) {
    curve.grade = array.grade;
    if (array.grade == Grade::spec_only || !array.spec || !array.spec->record) return;
    const twin::CalibrationRecord& record = *array.spec->record;
    if (workload.parts.empty() && record.has_seen(workload.name)) curve.grade = Grade::cross_validated;
    double outstanding = 0;
    for (const Point& point : curve.points)
        outstanding = std::max(outstanding, point.load.outstanding.value_or(0) * 1.0);
    for (std::string& sentence : twin::outside(record.range, workload, outstanding)) {
        curve.warnings.push_back(std::move(sentence));
    }
    if (!workload.parts.empty()) {
        curve.warnings.emplace_back("no run of several workloads at once was calibrated: each was by itself");
    }
    if (!options.intervals) return;
    const twin::Uncertainty uncertainty{*array.spec, workload, options.seed, options.jobs};
    twin::for_each_in_parallel(static_cast<int>(curve.points.size()), options.jobs, [&](int i) {
        Point& point = curve.points[static_cast<std::size_t>(i)];
        if (!point.overloaded) uncertainty.add_to(point);
    });
}

bool has_hot_volumes(const Workload& workload) {
    return workload.hot_volumes > 0 ||
           std::any_of(workload.parts.begin(), workload.parts.end(),
                       [](const WorkloadPart& part) { return has_hot_volumes(part.workload); });
}

}  // namespace

Point predict_point(const twin::Twin& twin, const Workload& workload, const OfferedLoad& load,
                    const PredictOptions& options, RunCost& cost) {
    const twin::Run run = twin.run(workload, load, options.run, {options.seed, 0});
    cost.simulated_ios += run.ios;
    cost.events += run.events;
    return twin::point_of(run, load);
}

void summarize(Curve& curve) {
    curve.peak = curve.knee = {};
    curve.sub_ms_iops.reset();
    std::vector<const Point*> by_iops;
    for (const Point& point : curve.points) by_iops.push_back(&point);
    std::sort(by_iops.begin(), by_iops.end(), [](const Point* a, const Point* b) { return a->iops < b->iops; });
    for (const Point* point : by_iops) {
        const Crest crest{point->iops, point->latency.mean};
        if (crest.iops > curve.peak.iops) curve.peak = crest;
        const double power = crest.iops / crest.latency_us;
        if (curve.knee.iops == 0 || power > curve.knee.iops / curve.knee.latency_us) curve.knee = crest;
    }
    constexpr double limit_us = 1000;
    if (by_iops.empty() || by_iops.front()->latency.mean > limit_us) return;
    curve.sub_ms_iops = curve.peak.iops;
    for (std::size_t i = 1; i < by_iops.size(); ++i) {
        const Point& below = *by_iops[i - 1];
        const Point& above = *by_iops[i];
        if (above.latency.mean <= limit_us) continue;
        const double share =
            std::log(limit_us / below.latency.mean) / std::log(above.latency.mean / below.latency.mean);
        curve.sub_ms_iops = below.iops + share * (above.iops - below.iops);
        return;
    }
}

Result<PredictedCurve> predict(const BuiltTwin& array, const std::string& array_name, const Workload& given,
                               const PredictOptions& options) {
    if (auto wrong = faults(options.loads, given); !wrong.empty()) return tl::unexpected(std::move(wrong));
    const auto placed = place_parts(as_calibrated(array, given), array.twin->volumes());
    if (!placed) return tl::unexpected(placed.error());
    const Workload& workload = *placed;
    const auto begin = std::chrono::steady_clock::now();
    PredictedCurve predicted;
    Curve& curve = predicted.curve;
    curve.array = array_name;
    curve.workload = workload.name;
    curve.seed = options.seed;
    curve.measured_as = array.header.measured_as;
    curve.warnings = array.warnings;

    std::optional<twin::FastTwin> fast;
    if (options.solver == Solver::fast) fast.emplace(*array.twin, workload, sim::RandomSource{options.seed, 0});
    const Answer answer = [&](const OfferedLoad& load, RunCost& cost) {
        return fast ? fast->point(load) : predict_point(*array.twin, workload, load, options, cost);
    };
    if (fast && !workload.parts.empty()) {
        curve.warnings.emplace_back(
            "beyond four fifths of the peak the fast solver knows only roughly who gets how much of a full server: "
            "simulate");
    }
    if (fast && has_hot_volumes(workload)) {
        curve.warnings.emplace_back(
            "the fast solver spreads what hot volumes ask of a node over all its cores; simulated, some are busier");
    }
    if (options.loads.empty()) {
        const int outstanding = threads_of(workload, array.twin->volumes());
        const int total = 1 + (last_step_percent - first_step_percent) / step_percent + 1;
        const Point most = answer_all({{outstanding, std::nullopt}}, answer, options, 0, total, predicted.cost).front();
        const Answer step = [&](const OfferedLoad& load, RunCost& cost) {
            if (*load.target_iops < surely_closed * most.iops) return answer(load, cost);
            Point same = most;
            same.load = load;
            return same;
        };
        curve.points = answer_all(steps_of(most.iops, outstanding), step, options, 1, total, predicted.cost);
        curve.points.push_back(most);
    } else {
        const int total = static_cast<int>(options.loads.size());
        curve.points = answer_all(options.loads, answer, options, 0, total, predicted.cost);
    }
    for (const Point& point : curve.points) {
        if (!point.overloaded) continue;
        curve.warnings.push_back(
            fmt::format("{:.0f} IOPS without a limit on outstanding I/Os are more than the array carries",
                        *point.load.target_iops));
    }
    summarize(curve);
    grade(curve, array, workload, options);
    predicted.cost.jobs = options.jobs;
    predicted.cost.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return predicted;
}

}  // namespace arraytwin
