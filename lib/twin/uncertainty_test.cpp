#include "lib/twin/uncertainty.hpp"

#include <array>
#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "lib/sim/random.hpp"
#include "lib/spec/quantity.hpp"
#include "lib/twin/predict.hpp"
#include "lib/twin/toy_test.hpp"

namespace arraytwin::twin {
namespace {

constexpr const char* costs = "service = \"100us\"\nafter = \"20us\"\ndelay = \"200us\"\nwrite = \"50us\"\n";

/// Constants `service` and `delay`, independent, with these standard deviations of their logarithms.
CalibratedSpec calibrated(double service_deviation, double delay_deviation, const PredictionErrors& unseen = {}) {
    CalibrationRecord record;
    record.constants = {{"costs.service"}, {"costs.delay"}};
    record.covariance = {{service_deviation * service_deviation, 0}, {0, delay_deviation * delay_deviation}};
    record.unseen = unseen;
    record.range = {{4096, 65'536}, {0, 1}, {0, 1}, 256};
    record.workloads = {"seen"};
    return {&toy::family(), toy::document(costs), toy::document(costs), record};
}

FastTwin fast_twin(double service_us, double delay_us) {
    const toy::Toy array{{{}, Duration::from_us(service_us), Duration::from_us(20), Duration::from_us(delay_us), {}}};
    return {array, Workload{}, {1, 0}};
}

Point at(const OfferedLoad& load) { return fast_twin(100, 200).point(load); }

/// With its intervals.
Point judged(const CalibratedSpec& spec, const OfferedLoad& load) {
    Point point = at(load);
    Uncertainty{spec, Workload{}, 1, 1}.add_to(point);
    return point;
}

double width(const Interval& interval) { return std::log(interval.high / interval.low); }

constexpr double surely_carried = 6000;  // IOPS, of some 8,300
const OfferedLoad loads[] = {{1, std::nullopt}, {4, std::nullopt}, {256, std::nullopt}, {64, 1000.0},
                             {64, 5000.0},      {64, 7500.0},      {64, 8300.0},        {std::nullopt, 4000.0}};

TEST(Uncertainty, ContainsThePoint) {
    const auto spec = calibrated(0.1, 0.2, {0.05, 0.1, 0.1});
    for (const OfferedLoad& load : loads) {
        const Point point = judged(spec, load);
        ASSERT_TRUE(point.prediction90_iops && point.prediction90_latency);
        EXPECT_LE(point.prediction90_iops->low, point.iops);
        EXPECT_GE(point.prediction90_iops->high, point.iops);
        EXPECT_LE(point.prediction90_latency->low, point.latency.mean);
        EXPECT_GE(point.prediction90_latency->high, point.latency.mean);
        EXPECT_GT(point.prediction90_latency->low, 0);
    }
}

TEST(Uncertainty, HasTheClosedFormOfOneServer) {
    // With very many outstanding only service counts, and not the 20 us that follow it.
    const Point point = judged(calibrated(0.1, 0.5), {100'000, std::nullopt});
    EXPECT_NEAR(width(*point.prediction90_iops), 2 * 1.645 * 0.1 * 100 / 120, 0.006);
    const Point model_too = judged(calibrated(0, 0, {0.05, 0.5, 0.5}), {100'000, std::nullopt});
    EXPECT_NEAR(width(*model_too.prediction90_iops), 2 * 1.645 * 0.05, 1e-3);
}

TEST(Uncertainty, GrowsWithTheCovarianceAndWithTheErrorsOnUnseenWorkloads) {
    for (const OfferedLoad& load : loads) {
        const Point sure = judged(calibrated(0.05, 0.05), load);
        const Point less_sure = judged(calibrated(0.1, 0.1), load);
        const Point unproven = judged(calibrated(0.05, 0.05, {0.1, 0.1, 0.1}), load);
        EXPECT_GE(less_sure.prediction90_latency->high, sure.prediction90_latency->high);
        EXPECT_GE(unproven.prediction90_latency->high, sure.prediction90_latency->high);
        if (load.target_iops.value_or(0) > surely_carried) continue;
        EXPECT_GE(width(*less_sure.prediction90_latency), width(*sure.prediction90_latency));
        EXPECT_GE(width(*unproven.prediction90_latency), width(*sure.prediction90_latency));
        if (load.target_iops) continue;
        EXPECT_GT(width(*less_sure.prediction90_iops), width(*sure.prediction90_iops));
        EXPECT_GT(width(*unproven.prediction90_iops), width(*sure.prediction90_iops));
    }
}

TEST(Uncertainty, APacedPointNeverExceedsItsTarget) {
    const auto spec = calibrated(0.1, 0.2, {0.05, 0.1, 0.1});
    for (const OfferedLoad& load : loads) {
        if (!load.target_iops) continue;
        const Point point = judged(spec, load);
        EXPECT_LE(point.prediction90_iops->high, std::max(point.iops, *load.target_iops) + 1e-9);
    }
    const Point light = judged(spec, {64, 1000.0});
    EXPECT_NEAR(light.prediction90_iops->low, 1000, 1e-6) << "far from what it carries";
    EXPECT_LT(judged(spec, {64, 8300.0}).prediction90_iops->low, 8000);
}

TEST(Uncertainty, LittlesLawTiesTheIntervalsOfAClosedPoint) {
    const auto spec = calibrated(0.1, 0.2, {0.05, 0.1, 0.1});
    for (const int outstanding : {1, 4, 256}) {
        const Point point = judged(spec, {outstanding, std::nullopt});
        EXPECT_NEAR(point.prediction90_iops->low * point.prediction90_latency->high, outstanding * 1e6, outstanding);
        EXPECT_NEAR(point.prediction90_iops->high * point.prediction90_latency->low, outstanding * 1e6, outstanding);
    }
}

TEST(Uncertainty, ASimulatedPointKeepsItsPlace) {
    const auto spec = calibrated(0.1, 0.2);
    Point point = at({256, std::nullopt});
    const Point fast = judged(spec, {256, std::nullopt});
    point.iops *= 0.97;
    point.latency.mean = 256e6 / point.iops;
    Uncertainty{spec, Workload{}, 1, 1}.add_to(point);
    EXPECT_NEAR(width(*point.prediction90_iops), width(*fast.prediction90_iops), 1e-9);
    EXPECT_NEAR(point.prediction90_iops->high / fast.prediction90_iops->high, 0.97, 1e-9);
}

/// How many of 1,000 truths drawn from the covariance lie in the 90 % interval at the load.
int covered(const OfferedLoad& load) {
    constexpr double deviation[] = {0.05, 0.15};
    const Point point = judged(calibrated(deviation[0], deviation[1]), load);
    sim::RandomStream stream{{5, 0}, "uncertainty", "truths"};
    int inside = 0;
    for (int i = 0; i < 1000; ++i) {
        const double service = 100 * std::exp(deviation[0] * stream.normal());
        const double delay = 200 * std::exp(deviation[1] * stream.normal());
        const Point truth = fast_twin(service, delay).point(load);
        const bool by_latency = load.target_iops.has_value();
        const Interval& interval = by_latency ? *point.prediction90_latency : *point.prediction90_iops;
        const double value = by_latency ? truth.latency.mean.us() : truth.iops;
        inside += interval.low <= value && value <= interval.high ? 1 : 0;
    }
    return inside;
}

TEST(Uncertainty, HoldsNinetyPercentOfTheTruths) {
    // Three standard deviations of a binomial with 1,000 draws are 28; the linearization gets two percent more.
    for (const OfferedLoad& load : std::array<OfferedLoad, 5>{
             {{1, std::nullopt}, {4, std::nullopt}, {256, std::nullopt}, {64, 1000.0}, {64, 4000.0}}}) {
        const int inside = covered(load);
        EXPECT_GE(inside, 900 - 48) << load.outstanding.value_or(0) << " at " << load.target_iops.value_or(0);
        EXPECT_LE(inside, 900 + 48) << load.outstanding.value_or(0) << " at " << load.target_iops.value_or(0);
    }
}

TEST(Uncertainty, ConstantsOfOtherWorkloadsDoNotCount) {
    auto spec = calibrated(0, 0);
    spec.record->constants = {{"workloads.other.read_work"}, {"workloads.mine.read_work"}};
    spec.record->covariance = {{1, 0}, {0, 0.01}};
    Workload mine;
    mine.name = "mine";
    Point point = at({100'000, std::nullopt});
    Uncertainty{spec, mine, 1, 1}.add_to(point);
    EXPECT_NEAR(width(*point.prediction90_iops), 2 * 1.645 * 0.1 * 100 / 120, 0.006);
    mine.name = "nobody's";
    Uncertainty{spec, mine, 1, 1}.add_to(point);
    EXPECT_NEAR(width(*point.prediction90_iops), 0, 1e-9);
}

/// The toy as `resolve_array` would give it, fitted.
BuiltTwin built(bool fitted) {
    ResolvedArray array = toy::resolved(std::string{costs} + (fitted ? "array = \"toy\"\n" : ""));
    const std::string record =
        "[fit]\nconstants = [[\"costs.service\"]]\ncovariance = [[0.01]]\nworkloads = [\"4k:100r:100rand\"]\n"
        "[fit.unseen]\niops = 0.05\nlatency = 0.05\nknee = 0.1\n[fit.range]\nblock_size = [\"4KiB\", \"8KiB\"]\n"
        "read_share = [0.5, 1]\nrandom_share = [1, 1]\noutstanding = 128\n";
    array.calibration = spec::Document::from_text("toy.toml", fitted ? record : "schema = 1\n").value();
    return std::move(*build_array(array));
}

Curve predicted(const BuiltTwin& array, const std::string& workload, const OfferedLoad& load) {
    PredictOptions options;
    options.solver = Solver::fast;
    options.jobs = 1;
    options.loads = {load};
    return predict(array, "toy", *parse_inline_workload(workload), options)->curve;
}

TEST(Grade, IsCrossValidatedForWorkloadsThatWereAndCalibratedForOthers) {
    const BuiltTwin array = built(true);
    const Curve seen = predicted(array, "4k:100r:100rand", {16, std::nullopt});
    EXPECT_EQ(seen.grade, Grade::cross_validated);
    EXPECT_TRUE(seen.points[0].prediction90_iops);
    EXPECT_TRUE(seen.warnings.empty());
    const Curve other = predicted(array, "8k:70r:100rand", {16, std::nullopt});
    EXPECT_EQ(other.grade, Grade::calibrated);
    EXPECT_TRUE(other.points[0].prediction90_latency);
}

TEST(Grade, WarnsOutsideTheCalibratedRange) {
    const BuiltTwin array = built(true);
    EXPECT_EQ(predicted(array, "64k:100r:100rand", {16, std::nullopt}).warnings.size(), 1U);
    EXPECT_EQ(predicted(array, "4k:0r:100rand", {16, std::nullopt}).warnings.size(), 1U);
    EXPECT_EQ(predicted(array, "4k:100r:100rand", {256, std::nullopt}).warnings.size(), 1U);
    EXPECT_EQ(predicted(array, "64k:0r:0rand", {256, std::nullopt}).warnings.size(), 4U);
}

TEST(Grade, SpecAloneGivesNoInterval) {
    const Curve curve = predicted(built(false), "64k:0r:0rand", {16, std::nullopt});
    EXPECT_EQ(curve.grade, Grade::spec_only);
    EXPECT_FALSE(curve.points[0].prediction90_iops);
    EXPECT_FALSE(curve.points[0].prediction90_latency);
    for (const std::string& warning : curve.warnings)
        EXPECT_EQ(warning.find("calibrated range"), std::string::npos) << warning;
}

}  // namespace
}  // namespace arraytwin::twin
