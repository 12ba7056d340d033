#include "lib/calibrate/simulate.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "lib/calibrate/synthetic_test.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin::calibrate {
namespace {

using namespace synthetic;

constexpr std::int64_t ios = 20'000;

Problem virtual_disk() {
    const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};
    Problem problem;
    problem.jobs = 2;
    add_array(problem, "virtual-disk", value_of(resolve_array(data, "virtual-disk")), false);
    const int workload = add_inline_workload(problem, "4k:100r:100rand");
    add(problem, 0, workload, closed(1));
    add(problem, 0, workload, closed(32));
    add(problem, 0, workload, paced(32, 20'000));
    add(problem, 0, workload, crossing(64, 500));
    return problem;
}

TEST(Simulate, FastAnswerAndCorrectionMakeTheSimulatedAnswer) {
    const Problem problem = virtual_disk();
    const auto x = priors_of(problem);
    const auto fast = predict_all(problem, x);
    const auto correction = corrections(problem, x, ios);
    ASSERT_EQ(correction.size(), 4U);
    const auto built = value_of(build(problem, problem.cases[0], x));
    PredictOptions options;
    options.seed = problem.seed;
    options.run.max_ios = ios;
    for (std::size_t o = 0; o < 3; ++o) {
        const Observation& observation = problem.cases[0].observations[o];
        RunCost cost;
        const Point point = predict_point(*built.array.twin, built.workload, observation.load, options, cost);
        const double simulated = observation.quantity == Quantity::latency ? point.latency.mean.us() : point.iops;
        EXPECT_NEAR(fast[o] + correction[o], std::log(simulated), 1e-9) << observation.label;
        EXPECT_LT(std::abs(correction[o]), 0.1) << "the solvers agree";
    }
}

TEST(Simulate, ACorrectedCrossingIsNearerToTheSimulatedOne) {
    const Problem problem = virtual_disk();
    const auto x = priors_of(problem);
    const double fast = predict_all(problem, x)[3];
    const double corrected = fast + corrections(problem, x, ios)[3];
    const auto built = value_of(build(problem, problem.cases[0], x));
    PredictOptions options;
    options.run.max_ios = 4 * ios;
    const auto miss = [&](double log_iops) {
        RunCost cost;
        const Point point = predict_point(*built.array.twin, built.workload, {64, std::exp(log_iops)}, options, cost);
        return std::abs(std::log(point.latency.mean / 500));
    };
    EXPECT_LE(miss(corrected), miss(fast) + 0.05);
}

TEST(Simulate, ThreadsDoNotMatter) {
    Problem problem = virtual_disk();
    const auto two = corrections(problem, priors_of(problem), 2000);
    problem.jobs = 1;
    EXPECT_EQ(corrections(problem, priors_of(problem), 2000), two);
}

}  // namespace
}  // namespace arraytwin::calibrate
