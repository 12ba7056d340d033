#include "lib/compare/verdict.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "lib/compare/compare.hpp"

namespace arraytwin::compare {
namespace {

ComparedPoint point(Kind kind, const char* label, Figures measured, Figures predicted) {
    ComparedPoint result;
    result.kind = kind;
    result.label = label;
    result.measured = measured;
    result.predicted = predicted;
    return result;
}

/// As a review prints a curve: first paced step, crossing of 1 ms, peak; the twin `a`, `b` and `c` times as fast.
Comparison review(double a, double b, double c) {
    Comparison comparison;
    comparison.workload = "w";
    comparison.points = {point(Kind::peak, "peak", {1'219'829, 3312}, {1'219'829 * c, 3312 / c}),
                         point(Kind::paced, "start", {118'511, 217.5}, {118'511, 217.5 / a}),
                         point(Kind::limit, "sub_ms_limit", {1'071'001, 1000}, {1'071'001 * b, {}})};
    judge_points(comparison);
    return comparison;
}

TEST(Verdict, ErrorsWithinNoiseAgree) {
    const auto judgement = review(1.02, 0.95, 1.08).judgement;
    EXPECT_EQ(judgement.verdict, Verdict::agrees);
    EXPECT_NE(judgement.reason.find("noise (10 %)"), std::string::npos) << judgement.reason;
    EXPECT_NE(judgement.reason.find("8.0 % too fast at the peak"), std::string::npos) << judgement.reason;
}

TEST(Verdict, OneFactorIsABias) {
    const auto judgement = review(1.21, 1.18, 1.2).judgement;
    EXPECT_EQ(judgement.verdict, Verdict::biased);
    EXPECT_NEAR(*judgement.factor, 1.197, 0.002);
    EXPECT_EQ(review(0.7, 0.72, 0.69).judgement.verdict, Verdict::biased);
}

TEST(Verdict, WrongShapeSaysWhere) {
    const auto knee = review(1.0, 1.3, 0.95).judgement;
    EXPECT_EQ(knee.verdict, Verdict::wrong_shape);
    EXPECT_EQ(knee.reason, "the twin is 30.0 % too fast near the knee (1 ms limit) but 5.0 % too slow at the peak");
    const auto low = review(0.5, 0.99, 0.98).judgement;
    EXPECT_EQ(low.reason, "the twin is 50.0 % too slow at low load (start) but only 1.0 % near the knee (1 ms limit)");
    EXPECT_NE(review(1.0, 1.02, 1.4).judgement.reason.find("40.0 % too fast at the peak"), std::string::npos);
}

TEST(Verdict, TwoPointsAreTooFew) {
    auto comparison = review(1, 1, 1);
    comparison.points.pop_back();
    judge_points(comparison);
    EXPECT_EQ(comparison.judgement.verdict, Verdict::too_few_points);
    comparison = review(1, 1, 1);
    comparison.points.front().scored = false;
    judge_points(comparison);
    EXPECT_EQ(comparison.judgement.verdict, Verdict::too_few_points) << "what is not scored does not count";
    EXPECT_EQ(judge(Comparison{}).verdict, Verdict::too_few_points);
    EXPECT_EQ(judge(std::vector<Comparison>{}).verdict, Verdict::too_few_points);
}

TEST(Verdict, PrintedDigitsCanBeCoarserThanRuns) {
    auto comparison = review(1, 1, 1);
    comparison.points = {point(Kind::paced, "a", {1000, 300}, {1000, 345}),
                         point(Kind::paced, "b", {2000, 300}, {2000, 345}),
                         point(Kind::paced, "c", {3000, 300}, {3000, 345})};
    judge_points(comparison);
    EXPECT_EQ(comparison.judgement.verdict, Verdict::agrees) << "300 may be 250 to 350";
}

TEST(Verdict, SteepCurveIsReadAlongTheAxisThatForgivesMost) {
    ComparedPoint steep = point(Kind::paced, "90 %", {900e3, 1000}, {900e3, 2000});
    set_ahead(steep, 880e3);
    EXPECT_NEAR(*steep.ahead, 880.0 / 900, 1e-9);
    set_ahead(steep, std::nullopt);
    EXPECT_NEAR(*steep.ahead, 0.5, 1e-9);
}

TEST(Verdict, RepeatsTellTheNoise) {
    std::vector<ComparedPoint> points;
    for (const double iops : {99e3, 100e3, 101e3, 100e3}) {
        points.push_back(point(Kind::closed, "qd8", {iops, 8e6 / iops}, {}));
        points.back().load = OfferedLoad{8, std::nullopt};
    }
    const auto noise = noise_of(points);
    EXPECT_NEAR(noise.iops_pct, 1.65, 0.02) << "two standard deviations";
    EXPECT_NE(noise.basis.find("repeats"), std::string::npos);
    points.pop_back();
    EXPECT_EQ(noise_of(points).iops_pct, run_to_run_pct) << "three runs are too few";
}

TEST(Verdict, AllWorkloadsTogether) {
    EXPECT_EQ(judge(std::vector{review(1, 1, 1), review(1.05, 1, 1)}).verdict, Verdict::agrees);
    EXPECT_EQ(judge(std::vector{review(1, 1, 1), review(1, 1.5, 0.8)}).verdict, Verdict::wrong_shape);
    const auto same = judge(std::vector{review(1.2, 1.2, 1.2), review(1.25, 1.2, 1.2)});
    EXPECT_EQ(same.verdict, Verdict::biased);
    EXPECT_NEAR(*same.factor, 1.21, 0.01);
    const auto each_its_own = judge(std::vector{review(1.2, 1.2, 1.2), review(0.7, 0.7, 0.7)});
    EXPECT_EQ(each_its_own.verdict, Verdict::biased);
    EXPECT_FALSE(each_its_own.factor);
}

RC_GTEST_PROP(Errors, ScalingWhatWasMeasuredScalesTheError, ()) {
    const double factor = *rc::gen::inRange(10, 1000) / 100.0;
    Comparison comparison;
    for (const double depth : {1, 4, 16, 64}) {
        const double iops = 1e5 * depth / (depth + 10);
        comparison.points.push_back(
            point(Kind::closed, "", {iops * factor, depth / (iops * factor) * 1e6}, {iops, depth / iops * 1e6}));
    }
    judge_points(comparison);
    for (const auto& each : comparison.points) {
        RC_ASSERT(std::abs(*each.error_pct.iops - (1 / factor - 1) * 100) < 1e-6);
        RC_ASSERT(std::abs(*each.error_pct.latency_us - (factor - 1) * 100) < 1e-6);
    }
    RC_ASSERT(std::abs(*comparison.peak.error_pct - (1 / factor - 1) * 100) < 1e-6);
    RC_ASSERT(comparison.judgement.verdict == Verdict::agrees ||
              std::abs(*comparison.judgement.factor * factor - 1) < 1e-6);
}

TEST(Errors, SummaryHasMeanMedianAndWorst) {
    Report report;
    report.comparisons = {review(1, 1, 1.1), review(1, 1, 0.8), review(1, 1, 1)};
    summarize(report);
    const auto& peak = report.summary.at("peak");
    EXPECT_EQ(peak.count, 3U);
    EXPECT_NEAR(peak.mean, 10, 1e-9);
    EXPECT_NEAR(peak.median, 10, 1e-9);
    EXPECT_NEAR(peak.worst, 20, 1e-9);
    EXPECT_EQ(report.summary.at("latency").count, 3U) << "the first steps; a peak's latency follows from its IOPS";
    EXPECT_EQ(report.summary.at("knee").count, 0U);
}

}  // namespace
}  // namespace arraytwin::compare
