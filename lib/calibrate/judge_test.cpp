#include "lib/calibrate/judge.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "lib/calibrate/synthetic_test.hpp"

namespace arraytwin::calibrate {
namespace {

using namespace synthetic;

constexpr int very_many = 100'000;

const char* const two_that_add_up =
    "service = { value = \"100us\", spread = 1.5 }\nafter = { value = \"100us\", spread = 1.5 }\ndelay = \"200us\"\n"
    "write = { value = \"50us\", spread = 2 }\n";

std::vector<Verdict> verdicts_of(Problem& problem, double noise) {
    answer_as(problem, priors_of(problem), noise);
    return judge(problem, fit(problem));
}

TEST(Judge, AConstantThatNoObservationTouchesIsNotIdentified) {
    Problem problem = toy_problem(two_that_add_up, {1, 4, 16, very_many});
    const auto verdicts = verdicts_of(problem, 0.02);
    const Verdict& write = verdicts[2];
    EXPECT_FALSE(write.identified);
    EXPECT_NEAR(write.learnt, 0, 1e-9);
    EXPECT_NEAR(write.value, problem.constants[2].prior, 1e-6 * write.value);
    EXPECT_NEAR(write.high95 / write.value, std::pow(2, 1.96), 0.01) << "its prior's interval";
    EXPECT_TRUE(write.confused_with.empty());
    EXPECT_TRUE(verdicts[0].identified);
    EXPECT_TRUE(verdicts[1].identified) << "depths tell service and after apart";
}

TEST(Judge, WhatOnlyItsSumShowsIsNotIdentifiedAndSaysWithWhatItIsConfused) {
    Problem problem = toy_problem(two_that_add_up, {very_many, very_many, very_many});
    const auto verdicts = verdicts_of(problem, 0.02);
    for (const std::size_t c : {0U, 1U}) {
        EXPECT_FALSE(verdicts[c].identified);
        ASSERT_EQ(verdicts[c].confused_with.size(), 1U);
        EXPECT_EQ(verdicts[c].confused_with[0].first, 1 - c);
        EXPECT_LT(verdicts[c].confused_with[0].second, -0.95) << "one more, the other less";
    }
}

TEST(Judge, SuggestsTheRunThatWouldSettleIt) {
    Problem problem = toy_problem(two_that_add_up, {very_many, very_many, very_many});
    const auto verdicts = verdicts_of(problem, 0.02);
    ASSERT_FALSE(verdicts[0].settled_by.empty());
    EXPECT_EQ(verdicts[0].settled_by[0].load.outstanding, 1) << "alone, an I/O does not wait for what follows it";
    EXPECT_GT(verdicts[0].settled_by[0].reduction, 0.5);
    ASSERT_FALSE(verdicts[2].settled_by.empty());
    const auto workload = value_of(parse_inline_workload(verdicts[2].settled_by[0].workload));
    EXPECT_LT(workload.read_share, 1) << "a write's cost is learnt from writes";
    EXPECT_LE(verdicts[2].settled_by.size(), 2U);
}

TEST(Judge, SuggestedRunTakesAwayWhatItPromises) {
    Problem problem = toy_problem(two_that_add_up, {very_many, very_many, very_many});
    answer_as(problem, priors_of(problem), 0.02);
    const Fit before = fit(problem);
    const auto promised = judge(problem, before)[0].settled_by.at(0);
    const auto truth = priors_of(problem);
    Problem more = problem;
    Observation observation = closed(*promised.load.outstanding);
    const int workload = add_inline_workload(more, promised.workload);
    add(more, 0, workload, observation);
    answer_as(more, truth, 0.02);
    const Fit after = fit(more);
    EXPECT_NEAR(1 - after.covariance(0, 0) / before.covariance(0, 0), promised.reduction, 0.02);
}

TEST(Judge, TheIntervalIsTheCovariances) {
    Problem problem = toy_problem(twin::toy::plain_costs, {1, very_many});
    answer_as(problem, priors_of(problem), 0.02);
    const Fit result = fit(problem);
    const auto verdicts = judge(problem, result);
    for (std::size_t c = 0; c < verdicts.size(); ++c) {
        EXPECT_NEAR(std::log(verdicts[c].high95 / verdicts[c].value), 1.96 * std::sqrt(result.covariance(c, c)), 1e-4);
        EXPECT_NEAR(verdicts[c].value * verdicts[c].value, verdicts[c].low95 * verdicts[c].high95,
                    1e-3 * verdicts[c].value * verdicts[c].value);
    }
}

}  // namespace
}  // namespace arraytwin::calibrate
