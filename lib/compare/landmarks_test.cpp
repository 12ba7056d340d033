#include "lib/compare/landmarks.hpp"

#include <gtest/gtest.h>

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

TEST(Landmarks, CrossingIsInterpolatedOnTheLogAxisBetweenNearPoints) {
    const std::vector<Place> places{{200e3, 2000}, {100e3, 500}, {50e3, 400}};
    EXPECT_NEAR(*iops_at(places, 1000, 2), 150e3, 1e-6);
    EXPECT_FALSE(iops_at(places, 1000, 1.5)) << "too far apart to tell";
    EXPECT_FALSE(iops_at(places, 3000, 2)) << "never that slow";
    EXPECT_FALSE(iops_at(places, 300, 2)) << "never that quick";
    EXPECT_FALSE(iops_at({}, 1000, 2));
}

TEST(Landmarks, KneeTakesFourPoints) {
    std::vector<Place> places{{100, 100}, {300, 150}, {350, 400}};
    EXPECT_FALSE(knee_of(places));
    places.push_back({360, 900});
    EXPECT_EQ(*knee_of(places), 300);
}

TEST(Landmarks, StatedPeakAndLimitComeBeforeAnythingElse) {
    Comparison comparison;
    comparison.points = {point(Kind::peak, "max", {500, {}}, {400, {}}),
                         point(Kind::peak, "peak", {450, 10}, {495, 10}),
                         point(Kind::limit, "sub_ms_limit", {400, 1000}, {300, {}})};
    find_landmarks(comparison);
    EXPECT_EQ(comparison.peak.measured, 450);
    EXPECT_NEAR(*comparison.peak.error_pct, 10, 1e-9);
    EXPECT_NEAR(*comparison.sub_ms.error_pct, -25, 1e-9);
    EXPECT_FALSE(comparison.knee.measured);
}

TEST(Landmarks, SweepOfDepthsHasAllThree) {
    Comparison comparison;
    for (const double depth : {1, 2, 4, 8, 16}) {
        const double iops = 1e4 * depth / (1 + depth / 4);
        const double us = depth / iops * 1e6;
        comparison.points.push_back(point(Kind::closed, "", {iops, us}, {iops * 2, us / 2}));
    }
    find_landmarks(comparison);
    EXPECT_NEAR(*comparison.peak.error_pct, 100, 1e-9);
    EXPECT_EQ(*comparison.peak.measured, 32e3);
    EXPECT_NEAR(*comparison.knee.error_pct, 100, 1e-9);
    EXPECT_FALSE(comparison.sub_ms.measured) << "it never gets to 1 ms";
}

TEST(Landmarks, PacedPointsAloneHaveNoPeak) {
    Comparison comparison;
    for (const double iops : {1e3, 2e3, 3e3, 4e3})
        comparison.points.push_back(point(Kind::paced, "", {iops, 100}, {iops, 90}));
    find_landmarks(comparison);
    EXPECT_FALSE(comparison.peak.measured) << "nobody asked for more";
}

TEST(Landmarks, WhatIsNotScoredIsNoLandmark) {
    Comparison comparison;
    comparison.points = {point(Kind::peak, "peak", {500, 10}, {400, 10}),
                         point(Kind::limit, "sub_ms_limit", {400, 1000}, {300, {}})};
    for (auto& each : comparison.points) each.scored = false;
    find_landmarks(comparison);
    EXPECT_FALSE(comparison.peak.measured);
    EXPECT_FALSE(comparison.sub_ms.measured);
}

}  // namespace
}  // namespace arraytwin::compare
