#include "lib/compare/distribution.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace arraytwin::compare {
namespace {

/// Uniform from 0 to `most`, as measured in ten bins.
measured::RunPoint uniform(double most) {
    measured::RunPoint point;
    point.latency.mean = most / 2;
    for (int i = 0; i < 10; ++i) point.histogram.push_back({most * i / 10, most * (i + 1) / 10, 1'000'000});
    return point;
}

Quantiles uniform_quantiles(double most, double shift = 0) {
    return [=](double share) { return std::optional{most * share + shift}; };
}

TEST(Distance, EqualDistributionsHaveNone) {
    EXPECT_NEAR(distance(uniform(200), uniform_quantiles(200))->demerit_pct, 0, 1e-3);
}

RC_GTEST_PROP(Distance, AShiftIsItsShareOfTheMean, ()) {
    const double shift = *rc::gen::inRange(1, 500);
    const auto found = distance(uniform(200), uniform_quantiles(200, shift));
    RC_ASSERT(found->basis == "histogram");
    RC_ASSERT(std::abs(found->demerit_pct - shift) < 1e-3 * shift);
}

TEST(Distance, AFactorOnAUniformDistributionHasAClosedForm) {
    // (f - 1) most u, u uniform: root mean square (f - 1) most / sqrt 3, of a mean of most / 2.
    EXPECT_NEAR(distance(uniform(200), uniform_quantiles(300))->demerit_pct, 0.5 * 2 / std::sqrt(3.0) * 100, 0.01);
}

TEST(Distance, PercentilesAloneCountByTheProbabilityTheyStandFor) {
    measured::RunPoint point;
    point.latency.mean = 100;
    point.latency.p50 = 80;
    point.latency.p99 = 300;
    LatencySummary predicted;
    predicted.p50 = 90;
    predicted.p95 = 200;
    predicted.p99 = 300;
    const auto found = distance(point, quantiles_of(predicted));
    EXPECT_EQ(found->basis, "p50, p99");
    EXPECT_NEAR(found->demerit_pct, std::sqrt(100 * (0.5 + 0.99) / 2), 1e-9);
    point.latency.completion_only = true;
    EXPECT_EQ(distance(point, quantiles_of(predicted))->basis, "p50, p99, completion only");
}

TEST(Distance, WithoutEitherSideThereIsNone) {
    LatencySummary fast;
    fast.p50 = fast.p95 = fast.p99 = fast.p99_9 = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(distance(uniform(200), quantiles_of(fast)));
    EXPECT_FALSE(distance(measured::RunPoint{}, uniform_quantiles(1)));
    measured::RunPoint mean_only;
    mean_only.latency.mean = 3;
    EXPECT_FALSE(distance(mean_only, uniform_quantiles(1)));
}

}  // namespace
}  // namespace arraytwin::compare
