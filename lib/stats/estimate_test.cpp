#include "lib/stats/estimate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

namespace arraytwin::stats {
namespace {

TEST(StudentT, AgreesWithTheTables) {
    // NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2, and its normal limit.
    struct Row {
        double degrees, t95, t975, t995;
    };
    for (const Row& row : {Row{1, 6.314, 12.706, 63.657}, Row{2, 2.920, 4.303, 9.925}, Row{3, 2.353, 3.182, 5.841},
                           Row{4, 2.132, 2.776, 4.604}, Row{5, 2.015, 2.571, 4.032}, Row{10, 1.812, 2.228, 3.169},
                           Row{19, 1.729, 2.093, 2.861}, Row{30, 1.697, 2.042, 2.750}, Row{60, 1.671, 2.000, 2.660},
                           Row{INFINITY, 1.645, 1.960, 2.576}}) {
        EXPECT_NEAR(student_t_quantile(0.95, row.degrees), row.t95, 6e-4) << row.degrees;
        EXPECT_NEAR(student_t_quantile(0.975, row.degrees), row.t975, 6e-4) << row.degrees;
        EXPECT_NEAR(student_t_quantile(0.995, row.degrees), row.t995, 6e-4) << row.degrees;
        EXPECT_EQ(student_t_quantile(0.025, row.degrees), -student_t_quantile(0.975, row.degrees));
    }
    EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-12);
    EXPECT_NEAR(normal_quantile(1e-9), -5.997807015007687, 1e-9);
}

TEST(StudentT, NarrowsWithDegreesOfFreedom) {
    for (double n = 1; n < 200; n += 0.25) EXPECT_GT(student_t_quantile(0.975, n), student_t_quantile(0.975, n + 0.25));
}

TEST(BatchMeans, HandComputed) {
    const std::vector<double> values{1, 2, 3, 4, 5};  // variance 2.5, of the mean 0.5
    const Estimate mean = mean_of_batches(values);
    EXPECT_DOUBLE_EQ(mean.value, 3);
    EXPECT_DOUBLE_EQ(mean.standard_error, std::sqrt(0.5));
    EXPECT_EQ(mean.degrees, 4);
    EXPECT_NEAR(mean.half_width(), 2.77645 * std::sqrt(0.5), 1e-5);
    EXPECT_NEAR(mean.relative_half_width(), mean.half_width() / 3, 1e-12);
}

TEST(BatchMeans, OneBatchHasNoInterval) {
    EXPECT_TRUE(std::isinf(mean_of_batches(std::vector{1.0}).half_width()));
    EXPECT_TRUE(std::isinf(mean_of_batches({}).half_width()));
    EXPECT_TRUE(std::isinf(ratio_of_batches({}, {}).relative_half_width()));
}

TEST(BatchMeans, ConstantBatchesAreCertain) {
    EXPECT_EQ(mean_of_batches(std::vector{7.0, 7.0, 7.0}).half_width(), 0);
    EXPECT_EQ(mean_of_batches(std::vector{0.0, 0.0}).relative_half_width(), 0);
}

RC_GTEST_PROP(BatchMeans, RatioOverEqualDenominatorsIsTheMean, (const std::vector<int>& integers)) {
    const std::vector<double> values(integers.begin(), integers.end());
    RC_PRE(values.size() >= 2U);
    const std::vector<double> twos(values.size(), 2.0);
    const Estimate ratio = ratio_of_batches(values, twos);
    const Estimate mean = mean_of_batches(values);
    const double scale = 1e-9 * (1 + std::fabs(mean.value) + mean.standard_error);
    RC_ASSERT(std::fabs(ratio.value - mean.value / 2) <= scale);
    RC_ASSERT(std::fabs(ratio.standard_error - mean.standard_error / 2) <= scale);
}

TEST(WeightedSum, EqualReplicationsPool) {
    const std::vector<Estimate> two{{.value = 10, .standard_error = 2, .degrees = 9},
                                    {.value = 14, .standard_error = 2, .degrees = 9}};
    const Estimate sum = weighted_sum(two, std::vector{0.5, 0.5});
    EXPECT_DOUBLE_EQ(sum.value, 12);
    EXPECT_DOUBLE_EQ(sum.standard_error, std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(sum.degrees, 18);
}

TEST(WeightedSum, OneUnknownMakesTheSumUnknown) {
    const std::vector<Estimate> two{{.value = 10, .standard_error = 2, .degrees = 9}, {.value = 14}};
    EXPECT_FALSE(weighted_sum(two, std::vector{0.5, 0.5}).has_interval());
    EXPECT_TRUE(weighted_sum(two, std::vector{1.0, 0.0}).has_interval());
}

}  // namespace
}  // namespace arraytwin::stats
