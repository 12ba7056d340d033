#include "lib/compare/compare.hpp"

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include "lib/compare/distribution.hpp"
#include "lib/compare/error.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/parallel.hpp"

namespace arraytwin::compare {

namespace {

using measured::RunPoint;

constexpr std::size_t fewest_of_a_curve = 5;  // measured points that show the shape of the predicted curve too

ComparedPoint point_of(const RunPoint& row, const Question& question) {
    ComparedPoint point;
    point.kind = question.kind;
    point.label = row.label.empty() ? fmt::format("{}", name_of(question.kind)) : row.label;
    if (question.kind != Kind::limit) point.load = question.load;
    point.measured = {positive(row.iops), positive(row.latency.mean)};
    point.scored = row.usable;
    point.latency_usable = row.latency_usable;
    point.source = row.source;
    point.line = row.line;
    point.note = row.note;
    return point;
}

MeasuredPoint overlay_of(const ComparedPoint& point, const std::string& config, const std::string& workload) {
    return {config,
            workload,
            point.label,
            point.measured.iops,
            point.measured.latency_us,
            point.load && point.load->outstanding ? std::optional<double>{*point.load->outstanding} : std::nullopt,
            point.scored,
            point.latency_usable,
            point.note};
}

bool is_same(const OfferedLoad& a, const OfferedLoad& b) {
    return a.outstanding == b.outstanding && a.target_iops == b.target_iops;
}

class Comparer {
public:
    Comparer(const BuiltTwin& array, const std::string& array_name, const measured::Run& run, const Plan& plan,
             const CompareOptions& options)
        : array_{array}, array_name_{array_name}, run_{run}, plan_{plan}, options_{options} {}

    Result<Report> compare() {
        const auto begin = std::chrono::steady_clock::now();
        report_.array = array_name_;
        report_.config = plan_.config;
        report_.notes = plan_.notes;
        report_.run.warnings = run_.warnings;
        report_.cost.jobs = options_.predict.jobs;
        for (const Part& part : plan_.parts) {
            if (auto wrong = compare_part(part); !wrong.empty()) return tl::unexpected(std::move(wrong));
            ++parts_done_;
        }
        report_.audit = measured::audit(report_.run);
        report_.cost.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        summarize(report_);
        return std::move(report_);
    }

private:
    void tell(const std::string& workload, double done) const {
        if (options_.progress)
            options_.progress(workload, (parts_done_ + done) / static_cast<double>(plan_.parts.size()));
    }

    Diagnostics compare_part(const Part& part) {
        tell(part.workload.name, 0);
        Comparison comparison;
        comparison.workload = part.workload.name;
        if (auto wrong = ask(part, comparison); !wrong.empty()) return wrong;
        finish_curve(comparison);
        judge_points(comparison);
        for (const auto& point : comparison.points)
            comparison.curve.measured.push_back(overlay_of(point, plan_.config, comparison.workload));
        report_.comparisons.push_back(std::move(comparison));
        return {};
    }

    /// The answers become the points' other side and, with or without the default curve, the predicted curve.
    Diagnostics ask(const Part& part, Comparison& comparison) {
        const int budget = part.workload.outstanding_per_volume * array_.twin->volumes();
        std::vector<OfferedLoad> loads;
        std::vector<std::size_t> points;  // by load
        bool has_limit = false;
        for (const auto row : part.rows) {
            const auto question = question_of(run_.points[row], budget);
            has_limit = has_limit || question.kind == Kind::limit;
            if (question.load) loads.push_back(*question.load), points.push_back(comparison.points.size());
            comparison.points.push_back(point_of(run_.points[row], question));
            report_.run.points.push_back(run_.points[row]);
        }
        if (loads.size() < part.rows.size())
            report_.notes.push_back(fmt::format("{}: {} of {} rows do not tell at which load they were measured",
                                                part.workload.name, part.rows.size() - loads.size(), part.rows.size()));
        const bool needs_curve = has_limit || loads.size() < fewest_of_a_curve;
        const double share_of_curve = needs_curve ? 0.6 : 0;  // of a part's time, for the progress
        if (needs_curve) {
            auto predicted = predicted_curve(part.workload, {}, 0, share_of_curve);
            if (!predicted) return std::move(predicted.error());
            comparison.curve = std::move(*predicted);
        }
        if (loads.empty()) return {};
        auto answers = predicted_curve(part.workload, loads, share_of_curve, 1);
        if (!answers) return std::move(answers.error());
        for (std::size_t i = 0; i < points.size(); ++i) take(answers->points[i], comparison.points[points[i]]);
        add_distances(part, comparison);
        if (needs_curve) add_points(std::move(answers->points), comparison.curve);
        if (!needs_curve) comparison.curve = std::move(*answers);
        return {};
    }

    Result<Curve> predicted_curve(const Workload& workload, std::vector<OfferedLoad> loads, double from, double to) {
        PredictOptions predict = options_.predict;
        predict.loads = std::move(loads);
        predict.progress = [&](int done, int total) { tell(workload.name, from + (to - from) * done / total); };
        auto predicted = arraytwin::predict(array_, array_name_, workload, predict);
        if (!predicted) return tl::unexpected(std::move(predicted.error()));
        report_.cost.simulated_ios += predicted->cost.simulated_ios;
        report_.cost.events += predicted->cost.events;
        return std::move(predicted->curve);
    }

    static void take(const Point& answer, ComparedPoint& point) {
        if (point.kind == Kind::limit) return;
        point.predicted = {positive(answer.iops), positive(answer.latency.mean)};
        point.percentiles = answer.latency;
    }

    /// A measured histogram is compared with one of the twin's, for which its point is simulated once more: a Point has
    /// four percentiles only.
    void add_distances(const Part& part, Comparison& comparison) const {
        const Workload workload = as_calibrated(array_, part.workload);
        const auto& predict = options_.predict;
        twin::for_each_in_parallel(static_cast<int>(part.rows.size()), predict.jobs, [&](int i) {
            const RunPoint& row = run_.points[part.rows[static_cast<std::size_t>(i)]];
            ComparedPoint& point = comparison.points[static_cast<std::size_t>(i)];
            if (!point.load) return;
            if (row.histogram.empty() || predict.solver == Solver::fast) {
                point.distance = distance(row, quantiles_of(point.percentiles));
                return;
            }
            const auto run = array_.twin->run(workload, *point.load, predict.run, {predict.seed, 0});
            const auto& histogram = run.summary.histogram;
            point.distance = distance(row, [&](double share) {
                return histogram.count() > 0 ? std::optional{histogram.percentile(share).us()} : std::nullopt;
            });
        });
    }

    static void add_points(std::vector<Point> points, Curve& curve) {
        for (Point& point : points) {
            const bool known = std::any_of(curve.points.begin(), curve.points.end(),
                                           [&](const Point& each) { return is_same(each.load, point.load); });
            if (!known) curve.points.push_back(std::move(point));
        }
    }

    /// The answers are points of the predicted curve like any other, and make its crossing of 1 ms the more exact.
    static void finish_curve(Comparison& comparison) {
        Curve& curve = comparison.curve;
        std::stable_sort(curve.points.begin(), curve.points.end(),
                         [](const Point& a, const Point& b) { return a.iops < b.iops; });
        arraytwin::summarize(curve);
        for (ComparedPoint& point : comparison.points) {
            if (point.kind == Kind::limit) point.predicted.iops = positive(curve.sub_ms_iops);
        }
    }

    const BuiltTwin& array_;
    const std::string& array_name_;
    const measured::Run& run_;
    const Plan& plan_;
    const CompareOptions& options_;
    int parts_done_ = 0;
    Report report_;
};

}  // namespace

Result<Report> compare(const BuiltTwin& array, const std::string& array_name, const measured::Run& run,
                       const Plan& plan, const CompareOptions& options) {
    return Comparer{array, array_name, run, plan, options}.compare();
}

}  // namespace arraytwin::compare
