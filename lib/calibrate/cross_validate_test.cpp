#include "lib/calibrate/cross_validate.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "lib/calibrate/synthetic_test.hpp"

namespace arraytwin::calibrate {
namespace {

using namespace synthetic;

/// The toy under three workloads, each with a light load, a crossing and a peak.
Problem three_workloads() {
    Problem problem = toy_problem(
        "service = { value = \"100us\", spread = 1.5 }\nafter = { value = \"50us\", spread = 1.5 }\n"
        "delay = { value = \"200us\", spread = 1.5 }\nwrite = { value = \"50us\", spread = 1.5 }\n",
        {});
    for (const char* const text : {"4k:100r:100rand", "4k:60r:100rand", "4k:0r:100rand"}) {
        const int index = add_inline_workload(problem, text);
        add(problem, 0, index, paced(64, 2000));
        add(problem, 0, index, crossing(64, 600));
        add(problem, 0, index, closed(64));
    }
    answer_as(problem, moved_from_priors(problem, 0.1), 0.03);
    sim::RandomStream stream{{3, 0}, "calibrate", "noise"};
    add_noise(problem, stream);
    return problem;
}

std::vector<double> predicted_unseen(const Problem& problem, LeaveOut protocol) {
    std::vector<double> predicted;
    const auto observations = observations_of(problem);
    for (const Unseen& one : cross_validate(problem, fit(problem), protocol))
        predicted.push_back(one.log_error + std::log(observations[one.observation]->measured));
    return predicted;
}

TEST(CrossValidate, EachWorkloadIsPredictedOnceOrItsKneesAre) {
    const Problem problem = three_workloads();
    const Fit whole = fit(problem);
    const auto workloads = cross_validate(problem, whole, LeaveOut::workload);
    ASSERT_EQ(workloads.size(), 9U);
    for (std::size_t o = 0; o < 9; ++o) EXPECT_EQ(workloads[o].observation, o);
    const auto knees = cross_validate(problem, whole, LeaveOut::knee);
    ASSERT_EQ(knees.size(), 6U);
    for (const Unseen& one : knees) EXPECT_NE(one.quantity, Quantity::iops) << "the peak stays";
}

TEST(CrossValidate, TheErrorIsThatOfARefitWithoutTheWorkload) {
    const Problem problem = three_workloads();
    const auto unseen = cross_validate(problem, fit(problem), LeaveOut::workload);
    for (std::size_t k = 0; k < 3; ++k) {
        FitOptions options;
        options.use.assign(9, true);
        for (std::size_t o = 3 * k; o < 3 * k + 3; ++o) options.use[o] = false;
        const Fit refit = fit(problem, options);
        for (std::size_t o = 3 * k; o < 3 * k + 3; ++o) {
            const double error = refit.log_predicted[o] - std::log(observations_of(problem)[o]->measured);
            EXPECT_NEAR(unseen[o].log_error, error, 0.01) << o;
        }
    }
}

TEST(CrossValidate, ALeftOutMeasurementDoesNotReachItsOwnPrediction) {
    Problem problem = three_workloads();
    const auto before = predicted_unseen(problem, LeaveOut::workload);
    for (Observation& observation : problem.cases[1].observations) observation.measured *= 1.06;
    const auto after = predicted_unseen(problem, LeaveOut::workload);
    for (std::size_t o = 3; o < 6; ++o) EXPECT_NEAR(after[o], before[o], 0.006) << "a tenth of the change at most";
    EXPECT_GT(std::abs(after[0] - before[0]), 0.006) << "but it reaches the others";
}

TEST(CrossValidate, RootMeanSquareIsOfOneQuantity) {
    const std::vector<Unseen> unseen{{0, Quantity::iops, 0.3}, {1, Quantity::iops, -0.4}, {2, Quantity::latency, 1}};
    EXPECT_NEAR(rms(unseen, Quantity::iops), std::sqrt(0.125), 1e-12);
    EXPECT_EQ(rms(unseen, Quantity::iops_at_latency), 0);
}

}  // namespace
}  // namespace arraytwin::calibrate
