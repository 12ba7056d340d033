#include "lib/calibrate/problem.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "lib/calibrate/synthetic_test.hpp"

namespace arraytwin::calibrate {
namespace {

using namespace synthetic;

spec::Document workload_document(const std::string& name, const std::string& file, const std::string& read_work) {
    return spec::Document::from_text(file, "schema = 1\nname = \"" + name +
                                               "\"\nblock_size = \"8KiB\"\nread_share = 1\nrandom_share = 1\n"
                                               "outstanding_per_volume = 8\n" +
                                               read_work)
        .value();
}

TEST(Problem, ConstantsAreTheValuesWithASpread) {
    const auto constants = constants_of(twin::toy::document("service = { value = \"100us\", spread = 1.5 }\n"
                                                            "after = { value = \"0us\", spread = 2 }\n"
                                                            "delay = { value = \"200us\", confidence = \"R\" }\n"
                                                            "write = { value = \"26.4us\", spread = 1.25 }\n"),
                                        twin::toy::keys());
    ASSERT_EQ(constants.size(), 2U) << "a cost of nothing has no logarithm";
    EXPECT_EQ(constants[0].key, "costs.service");
    EXPECT_EQ(constants[0].prior, 100'000) << "nanoseconds";
    EXPECT_EQ(constants[0].spread, 1.5);
    EXPECT_EQ(constants[0].high, 1e9);
    EXPECT_GT(constants[0].low, 0);
    EXPECT_LT(constants[0].low, 100);
    EXPECT_EQ(constants[1].key, "costs.write");
    EXPECT_EQ(printed(constants[1], constants[1].prior), "26.4us");
    EXPECT_EQ(printed(constants[1], 26'412.3), "26.41us") << "four significant digits";
}

TEST(Problem, NumbersAreWrittenWithFourDigits) {
    Constant share;
    share.kind = spec::KeyKind::number;
    EXPECT_EQ(printed(share, 0.867912), "0.8679");
    EXPECT_EQ(to_toml(node_of(share, 1.25)), "1.25");
}

TEST(Problem, WorkloadsThatTakeAValueFromOnePlaceShareIt) {
    Problem problem;
    add_array(problem, "toy", twin::toy::resolved(), false);
    const auto shared = [](const std::string& name) {
        return workload_document(name, "base.toml", "read_work = { value = 1.2, spread = 1.3 }\n");
    };
    add_workload(problem, "a", shared("a"));
    add_workload(problem, "b", shared("b"));
    add_workload(problem, "c", workload_document("c", "own.toml", "read_work = { value = 1.2, spread = 1.3 }\n"));
    ASSERT_EQ(problem.constants.size(), 4U);
    EXPECT_EQ(problem.constants[2].workloads, (std::vector<int>{0, 1}));
    EXPECT_EQ(problem.constants[3].workloads, std::vector<int>{2});
    EXPECT_EQ(add_workload(problem, "a", shared("a")), 0) << "there is one of that name";
    EXPECT_EQ(problem.constants.size(), 4U);
}

TEST(Problem, ArraysHaveTheirOwnConstantsUnlessShared) {
    Problem apart;
    add_array(apart, "one", twin::toy::resolved(), false);
    add_array(apart, "two", twin::toy::resolved(), false);
    EXPECT_EQ(apart.constants.size(), 4U);
    Problem together;
    add_array(together, "one", twin::toy::resolved(), true);
    add_array(together, "two", twin::toy::resolved(), true);
    ASSERT_EQ(together.constants.size(), 2U);
    EXPECT_EQ(together.constants[0].arrays, (std::vector<int>{0, 1}));
}

TEST(Problem, PredictionsHaveTheClosedFormsOfTheToy) {
    Problem problem = toy_problem(twin::toy::plain_costs, {1, 100'000});
    const auto at_priors = predict_all(problem, priors_of(problem));
    EXPECT_NEAR(std::exp(at_priors[0]), 1e6 / 300, 0.1);
    EXPECT_NEAR(std::exp(at_priors[1]), 1e6 / 100, 10);
    auto moved = priors_of(problem);
    moved[1] += std::log(2);  // delay
    const auto slower = predict_all(problem, moved);
    EXPECT_NEAR(std::exp(slower[0]), 1e6 / 500, 0.1);
    EXPECT_NEAR(slower[1], at_priors[1], 1e-2);
}

TEST(Problem, CrossingIsWhereTheLatencyMeetsTheLimit) {
    Problem problem = toy_problem(twin::toy::plain_costs, {});
    add(problem, 0, 0, crossing(64, 600));
    add(problem, 0, 0, crossing(64, 1e9));
    add(problem, 0, 0, closed(64));
    const auto answers = predict_all(problem, priors_of(problem));
    const auto built = value_of(build(problem, problem.cases[0], priors_of(problem)));
    const twin::FastTwin fast{*built.array.twin, built.workload, {1, 0}};
    EXPECT_NEAR(fast.point({64, std::exp(answers[0])}).latency.mean, 600, 0.1);
    EXPECT_EQ(answers[1], answers[2]) << "never crossed: the peak";
}

TEST(Problem, AValueOutOfRangeGivesNoAnswerInsteadOfACrash) {
    Problem problem = toy_problem(twin::toy::plain_costs, {1});
    EXPECT_TRUE(std::isnan(predict_all(problem, {100, 100})[0]));
}

}  // namespace
}  // namespace arraytwin::calibrate
