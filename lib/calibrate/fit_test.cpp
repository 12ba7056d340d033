#include "lib/calibrate/fit.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "lib/calibrate/synthetic_test.hpp"

namespace arraytwin::calibrate {
namespace {

using namespace synthetic;

constexpr int very_many = 100'000;  // outstanding: nothing but the processor's time counts

double square(double x) { return x * x; }

std::vector<bool> all_but(std::size_t count, std::initializer_list<std::size_t> left_out) {
    std::vector<bool> use(count, true);
    for (const std::size_t o : left_out) use[o] = false;
    return use;
}

TEST(Fit, OneConstantIsThePrecisionWeightedMeanOfPriorAndPeaks) {
    // ln peak = -ln service: linear, so the fit has a closed form.
    Problem problem = toy_problem(
        "service = { value = \"100us\", spread = 1.5 }\nafter = \"0us\"\ndelay = \"0us\"\n"
        "write = \"0us\"\n",
        {very_many, very_many, very_many});
    const double noise = 0.05;
    answer_as(problem, {priors_of(problem)[0] + 0.1}, noise);
    problem.cases[0].observations[0].measured *= std::exp(0.03);
    problem.cases[0].observations[1].measured *= std::exp(-0.06);
    const Fit result = fit(problem);
    const double prior_precision = 1 / square(std::log(1.5));
    const double data_precision = 3 / square(noise);
    const double from_data = 0.1 + (-0.03 + 0.06) / 3;
    const double expected = data_precision * from_data / (data_precision + prior_precision);
    EXPECT_NEAR(result.log_values[0] - priors_of(problem)[0], expected, 1e-4);
    EXPECT_NEAR(result.covariance(0, 0), 1 / (data_precision + prior_precision), 1e-5);
    EXPECT_NEAR(result.jacobian(0, 0), -1, 1e-4);
    EXPECT_EQ(result.noise_scale, 1) << "residuals within the noise";
}

TEST(Fit, CovarianceOfTwoConstantsThatAddUpHasItsClosedForm) {
    // Only service + after shows, each half of it: the slopes are -1/2 and -1/2.
    Problem problem = toy_problem(
        "service = { value = \"100us\", spread = 1.5 }\n"
        "after = { value = \"100us\", spread = 1.5 }\ndelay = \"10us\"\nwrite = \"0us\"\n",
        {very_many, very_many});
    answer_as(problem, priors_of(problem), 0.02);
    const Fit result = fit(problem);
    const double p = 1 / square(std::log(1.5));
    const double d = 2 / square(0.02) / 4;  // each entry of J' W J
    const double determinant = square(p + d) - d * d;
    EXPECT_NEAR(result.covariance(0, 0) / ((p + d) / determinant), 1, 0.01);
    EXPECT_NEAR(result.covariance(0, 1) / (-d / determinant), 1, 0.01);
    EXPECT_NEAR(result.covariance(1, 1), result.covariance(0, 0), 1e-3);
}

TEST(Fit, ReturnsTheTruthWithoutNoiseWherePriorsAreWide) {
    Problem problem = toy_problem(
        "service = { value = \"100us\", spread = 5 }\nafter = \"20us\"\n"
        "delay = { value = \"200us\", spread = 5 }\nwrite = \"0us\"\n",
        {1, 2, 4, 8, 16, 256});
    const auto truth = moved_from_priors(problem, 0.4);
    answer_as(problem, truth, 0.005);
    const Fit result = fit(problem);
    for (std::size_t c = 0; c < truth.size(); ++c)
        EXPECT_NEAR(result.log_values[c], truth[c], 0.005) << problem.constants[c].key;
    EXPECT_LT(result.iterations, 20);
}

TEST(Fit, IsWithinItsOwnPrecisionWhereTheDataTellLittle) {
    // A closed run does not part the time that an I/O waits for from the time that follows it very well.
    Problem problem = toy_problem(
        "service = { value = \"100us\", spread = 5 }\nafter = { value = \"60us\", spread = 5 }\n"
        "delay = { value = \"200us\", spread = 5 }\nwrite = \"0us\"\n",
        {1, 2, 4, 8, 16, 256});
    const auto truth = moved_from_priors(problem, 0.4);
    answer_as(problem, truth, 0.02);
    const Fit result = fit(problem);
    for (std::size_t c = 0; c < truth.size(); ++c) {
        const double deviation = std::sqrt(result.covariance(c, c));
        EXPECT_LT(std::abs(result.log_values[c] - truth[c]), deviation) << problem.constants[c].key;
        EXPECT_GT(deviation, 0.1) << problem.constants[c].key;
    }
}

TEST(Fit, OneOutlierMovesTheConstantsLittle) {
    Problem problem = toy_problem(
        "service = { value = \"100us\", spread = 2 }\nafter = \"20us\"\n"
        "delay = { value = \"200us\", spread = 2 }\nwrite = \"0us\"\n",
        {1, 1, 2, 4, 8, 16, 64, 256});
    const auto truth = moved_from_priors(problem, 0.2);
    answer_as(problem, truth, 0.03);
    problem.cases[0].observations[5].measured *= 2;
    const Fit result = fit(problem);
    for (std::size_t c = 0; c < truth.size(); ++c)
        EXPECT_NEAR(result.log_values[c], truth[c], 0.06) << problem.constants[c].key;
    EXPECT_LT(result.weights[5], 0.15);
    EXPECT_EQ(result.weights[0], 1);
    // Least squares without the robust loss would have been drawn by ln 2 over the points that say the same.
    EXPECT_NEAR(result.log_predicted[5], std::log(problem.cases[0].observations[5].measured / 2), 0.06);
}

TEST(Fit, ResidualsLargerThanTheNoiseWidenTheIntervals) {
    Problem problem = toy_problem(twin::toy::plain_costs, {1, 1, 1, 1, 64, 64, 64, 64});
    answer_as(problem, priors_of(problem), 0.02);
    const Fit calm = fit(problem);
    auto& observations = problem.cases[0].observations;
    for (std::size_t o = 0; o < observations.size(); ++o)
        observations[o].measured *= std::exp(o % 2 == 0 ? 0.036 : -0.036);
    const Fit restless = fit(problem);
    EXPECT_EQ(calm.noise_scale, 1);
    EXPECT_NEAR(restless.noise_scale, 1.8 * std::sqrt(8.0 / 6), 0.05) << "eight points, two constants";
    EXPECT_GT(restless.covariance(0, 0), 2 * calm.covariance(0, 0));
}

TEST(Fit, CorrectionIsAddedToTheFastSolver) {
    Problem problem = toy_problem(
        "service = { value = \"100us\", spread = 5 }\nafter = \"0us\"\ndelay = \"0us\"\n"
        "write = \"0us\"\n",
        {very_many});
    answer_as(problem, priors_of(problem), 0.001);
    FitOptions options;
    options.correction = {0.1};
    const Fit result = fit(problem, options);
    EXPECT_NEAR(result.log_values[0] - priors_of(problem)[0], 0.1, 1e-3) << "a faster solver needs a slower processor";
    EXPECT_NEAR(result.log_predicted[0], std::log(problem.cases[0].observations[0].measured), 1e-3);
}

TEST(Fit, StaysWithinWhatTheKeyAllows) {
    Problem problem = toy_problem(twin::toy::plain_costs, {1, 1000});
    answer_as(problem, priors_of(problem), 0.01);
    problem.constants[0].high = problem.constants[0].prior * 1.02;
    for (Observation& observation : problem.cases[0].observations) observation.measured /= 2;
    const Fit result = fit(problem);
    EXPECT_LE(result.log_values[0], std::log(problem.constants[0].high) + 1e-12);
}

TEST(Fit, WithoutAnObservationIsNearlyARefit) {
    Problem problem = toy_problem(
        "service = { value = \"100us\", spread = 1.5 }\nafter = { value = \"50us\", spread = 1.5 }\n"
        "delay = { value = \"200us\", spread = 1.5 }\nwrite = \"0us\"\n",
        {1, 2, 4, 8, 16, 32, 256});
    answer_as(problem, moved_from_priors(problem, 0.15), 0.03);
    sim::RandomStream stream{{7, 0}, "calibrate", "noise"};
    add_noise(problem, stream);
    const Fit whole = fit(problem);
    FitOptions options;
    options.use = all_but(7, {6, 0});
    const Fit refit = fit(problem, options);
    const auto stepped = without(problem, whole, options.use);
    for (std::size_t c = 0; c < stepped.size(); ++c) {
        const double deviation = std::sqrt(refit.covariance(c, c));
        EXPECT_NEAR(stepped[c], refit.log_values[c], 0.2 * deviation) << problem.constants[c].key;
    }
    EXPECT_EQ(refit.weights[6], 0);
}

TEST(Fit, WithoutNothingStaysWhereItIs) {
    Problem problem = toy_problem(twin::toy::plain_costs, {1, 4, 256});
    answer_as(problem, moved_from_priors(problem, 0.2), 0.02);
    const Fit whole = fit(problem);
    const auto stepped = without(problem, whole, std::vector<bool>(3, true));
    for (std::size_t c = 0; c < stepped.size(); ++c) EXPECT_NEAR(stepped[c], whole.log_values[c], 2e-3);
}

TEST(Fit, ThreadsDoNotMatter) {
    Problem problem = toy_problem(twin::toy::plain_costs, {1, 4, 256});
    const int other = add_inline_workload(problem, "8k:50r:100rand");
    add(problem, 0, other, closed(16));
    answer_as(problem, moved_from_priors(problem, 0.2), 0.02);
    const Fit one = fit(problem);
    problem.jobs = 3;
    const Fit three = fit(problem);
    EXPECT_EQ(one.log_values, three.log_values);
    EXPECT_EQ(one.covariance.values, three.covariance.values);
}

}  // namespace
}  // namespace arraytwin::calibrate
