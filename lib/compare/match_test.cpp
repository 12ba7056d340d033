#include "lib/compare/match.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace arraytwin::compare {
namespace {

Point point(double iops, double mean_us) {
    Point result;
    result.iops = iops;
    result.latency.mean = mean_us;
    return result;
}

Curve curve() {
    Curve result;
    result.points = {point(100e3, 200), point(200e3, 800), point(250e3, 3200), point(250e3, 4000)};
    result.peak = {250e3, 3200};
    result.sub_ms_iops = 210e3;
    return result;
}

MeasuredPoint measured(const char* kind, std::optional<double> iops, std::optional<double> latency_us) {
    MeasuredPoint result;
    result.point = kind;
    result.iops = iops;
    result.latency_us = latency_us;
    return result;
}

TEST(Match, LatencyIsInterpolatedOnTheLogAxis) {
    EXPECT_NEAR(*latency_at(curve(), 150e3), 400, 1e-9);
    EXPECT_DOUBLE_EQ(*latency_at(curve(), 200e3), 800);
}

TEST(Match, LatencyIsConstantBelowTheFirstPointAndUnknownAboveThePeak) {
    EXPECT_DOUBLE_EQ(*latency_at(curve(), 1), 200);
    EXPECT_DOUBLE_EQ(*latency_at(curve(), 250e3), 3200);
    EXPECT_FALSE(latency_at(curve(), 250001));
    EXPECT_FALSE(latency_at(Curve{}, 1));
}

TEST(Match, StartIsJudgedByItsLatency) {
    const auto found = match(curve(), measured("start", 150e3, 500));
    EXPECT_EQ(found.judged, Judged::latency);
    EXPECT_NEAR(*found.error_pct, -20, 1e-9);
    EXPECT_FALSE(found.predicted_iops);
}

TEST(Match, LimitAndPeakAreJudgedByTheirIops) {
    EXPECT_NEAR(*match(curve(), measured("sub_ms_limit", 200e3, 1000)).error_pct, 5, 1e-9);
    const auto peak = match(curve(), measured("peak", 500e3, 3000));
    EXPECT_EQ(peak.judged, Judged::iops);
    EXPECT_NEAR(*peak.error_pct, -50, 1e-9);
    EXPECT_DOUBLE_EQ(*peak.predicted_latency_us, 3200);
}

TEST(Match, WhatWasNotPublishedOrNotPredictedHasNoError) {
    auto without = curve();
    without.sub_ms_iops.reset();
    auto unusable = measured("start", 150e3, 500);
    unusable.latency_usable = false;
    for (const auto& found :
         {match(curve(), measured("peak", std::nullopt, 3000)), match(curve(), measured("start", 400e3, 500)),
          match(without, measured("sub_ms_limit", 200e3, 1000)), match(curve(), unusable),
          match(Curve{}, measured("peak", 1e5, 1e3)), match(curve(), measured("start", 1e5, 0))}) {
        EXPECT_FALSE(found.error_pct);
        EXPECT_EQ(found.judged, Judged::nothing);
    }
}

}  // namespace
}  // namespace arraytwin::compare
