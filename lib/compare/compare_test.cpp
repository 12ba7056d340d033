#include "lib/compare/compare.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include "lib/compare/gate.hpp"

namespace arraytwin::compare {
namespace {

/// An array with a latency and a maximum, `speed` times as fast as the measured one: closed forms at every load.
class ToyTwin final : public twin::Twin {
public:
    explicit ToyTwin(double speed) : least_us_{200 / speed}, most_iops_{1e5 * speed} {}

    int volumes() const override { return 4; }

    twin::Run run(const Workload&, const OfferedLoad& load, const twin::RunOptions&, sim::RandomSource) const override {
        const double outstanding = *load.outstanding;
        const double closed = std::min(outstanding / least_us_ * 1e6, most_iops_);
        const bool is_paced = load.target_iops && *load.target_iops < closed;
        twin::Run run;
        run.ios = 1000;
        run.precise = true;
        run.summary.observations = 1000;
        run.summary.throughput.value = is_paced ? *load.target_iops : closed;
        run.summary.mean_us.value = is_paced ? least_us_ : outstanding / closed * 1e6;
        for (int i = 0; i < 1000; ++i) run.summary.histogram.record(Duration::from_us(run.summary.mean_us.value));
        return run;
    }

    twin::RecordedDemands record_demands(const Workload&, int, sim::RandomSource) const override { return {}; }

private:
    double least_us_;
    double most_iops_;
};

BuiltTwin toy(double speed) {
    BuiltTwin built;
    built.twin = std::make_unique<ToyTwin>(speed);
    return built;
}

/// What the array of speed 1 does at depths from 1 to 256, every I/O alike.
measured::Run sweep() {
    measured::Run run;
    for (double depth = 1; depth <= 256; depth *= 2) {
        measured::RunPoint point;
        point.label = "qd";
        point.outstanding = depth;
        point.iops = std::min(depth / 200 * 1e6, 1e5);
        point.latency.mean = depth / *point.iops * 1e6;
        point.histogram = {{*point.latency.mean, *point.latency.mean, 1000}};
        run.points.push_back(point);
    }
    return run;
}

Result<Report> compare_with(double speed, const measured::Run& run, int jobs = 1) {
    const auto built = toy(speed);
    Plan plan;
    plan.parts.push_back({*parse_inline_workload("8k:70r:100rand"), {}});
    for (std::size_t i = 0; i < run.points.size(); ++i) plan.parts[0].rows.push_back(i);
    CompareOptions options;
    options.predict.jobs = jobs;
    return compare(built, "toy", run, plan, options);
}

TEST(Compare, TheTwinAgreesWithItsOwnOutput) {
    const auto report = compare_with(1, sweep());
    ASSERT_TRUE(report);
    const auto& comparison = report->comparisons.at(0);
    EXPECT_EQ(comparison.judgement.verdict, Verdict::agrees);
    for (const auto& point : comparison.points) {
        EXPECT_NEAR(*point.error_pct.iops, 0, 1e-9);
        EXPECT_NEAR(*point.error_pct.latency_us, 0, 1e-9);
        const double in_flight = *point.predicted.iops * *point.predicted.latency_us / 1e6;
        EXPECT_NEAR(in_flight, *point.load->outstanding, 1e-6) << "Little's law";
    }
    EXPECT_NEAR(*comparison.peak.error_pct, 0, 1e-9);
    EXPECT_NEAR(*comparison.knee.error_pct, 0, 1e-9);
    EXPECT_NEAR(*comparison.sub_ms.error_pct, 0, 1e-9);
    EXPECT_LT(comparison.distance->demerit_pct, 0.2) << "a bucket of the histogram";
    EXPECT_TRUE(report->audit.empty());
}

TEST(Compare, AFasterTwinIsBiasedByItsFactor) {
    const auto report = compare_with(1.5, sweep());
    ASSERT_TRUE(report);
    const auto& comparison = report->comparisons.at(0);
    EXPECT_EQ(comparison.judgement.verdict, Verdict::biased);
    EXPECT_NEAR(*comparison.judgement.factor, 1.5, 1e-6);
    EXPECT_NEAR(*comparison.peak.error_pct, 50, 1e-6);
    EXPECT_NEAR(comparison.distance->demerit_pct, 100.0 / 3, 0.2);
    EXPECT_EQ(report->judgement.verdict, Verdict::biased);
}

TEST(Compare, LimitIsReadOffThePredictedCurve) {
    measured::Run run;
    measured::RunPoint limit;
    limit.label = "sub_ms_limit";
    limit.iops = 95e3;
    limit.latency.mean = 1000;
    run.points.push_back(limit);
    const auto report = compare_with(1, run);
    const auto& point = report->comparisons.at(0).points.at(0);
    EXPECT_FALSE(point.load);
    EXPECT_EQ(point.predicted.iops, report->comparisons[0].curve.sub_ms_iops);
    EXPECT_NEAR(*point.predicted.iops, 99e3, 2e3);
    EXPECT_FALSE(point.predicted.latency_us);
}

TEST(Compare, IsTheSameForAnyNumberOfJobsAndTellsItsProgress) {
    const auto once = compare_with(1.1, sweep(), 1);
    const auto again = compare_with(1.1, sweep(), 3);
    ASSERT_EQ(once->comparisons[0].points.size(), again->comparisons[0].points.size());
    for (std::size_t i = 0; i < once->comparisons[0].points.size(); ++i)
        EXPECT_EQ(once->comparisons[0].points[i].predicted.iops, again->comparisons[0].points[i].predicted.iops);

    const auto built = toy(1);
    CompareOptions options;
    double last = 0;
    options.progress = [&](const std::string& workload, double done) {
        EXPECT_EQ(workload, "4k");
        EXPECT_GE(done, last);
        last = done;
    };
    const auto run = sweep();
    ASSERT_TRUE(compare(built, "toy", run, {"", {{*parse_inline_workload("4k"), {0, 1}}}, {}}, options));
    EXPECT_DOUBLE_EQ(last, 1);
}

TEST(Compare, RowsThatTellNoLoadAreCountedInANote) {
    auto run = sweep();
    for (std::size_t i : {0U, 1U}) run.points[i].iops.reset(), run.points[i].outstanding.reset();
    const auto report = compare_with(1, run);
    ASSERT_EQ(report->notes.size(), 1U);
    EXPECT_EQ(report->notes[0], "8k:70r:100rand: 2 of 9 rows do not tell at which load they were measured");
    EXPECT_FALSE(report->comparisons[0].points[0].error_pct.iops);
}

TEST(Gate, NamesWhatIsBeyondAndWhatWasNotThere) {
    const auto report = compare_with(1.5, sweep());
    EXPECT_TRUE(breaches_of(*report, {}).empty());
    EXPECT_TRUE(breaches_of(*report, {{"peak", 51}}).empty());
    const auto peak = breaches_of(*report, {{"peak", 49}});
    ASSERT_EQ(peak.size(), 1U);
    EXPECT_EQ(peak[0].where, "8k:70r:100rand");
    EXPECT_NEAR(*peak[0].error_pct, 50, 1e-6);
    EXPECT_EQ(breaches_of(*report, {{"iops", 10}, {"latency", 10}}).size(), 18U) << "each point of both kinds";
    auto run = sweep();
    run.points.resize(1);
    const auto nothing = breaches_of(*compare_with(1, run), {{"knee", 5}});
    ASSERT_EQ(nothing.size(), 1U);
    EXPECT_FALSE(nothing[0].error_pct);
}

}  // namespace
}  // namespace arraytwin::compare
