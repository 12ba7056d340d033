#include "lib/calibrate/observation.hpp"

#include <gtest/gtest.h>

namespace arraytwin::calibrate {
namespace {

measured::RunPoint row(const std::string& label, double iops, double latency_us) {
    measured::RunPoint point;
    point.label = label;
    point.iops = iops;
    point.latency.mean = latency_us;
    point.line = 7;
    return point;
}

constexpr int budget = 4096;
const Noise noise{0.01, 0.02, 0.03};

TEST(Observation, APeakIsItsIopsAtWhatLittlesLawFinds) {
    const auto observation = observation_of(row("peak", 1'219'829, 3300), budget, noise);
    ASSERT_TRUE(observation);
    EXPECT_EQ(observation->quantity, Quantity::iops);
    EXPECT_EQ(observation->load.outstanding, 4025);
    EXPECT_FALSE(observation->load.target_iops);
    EXPECT_EQ(observation->measured, 1'219'829);
    EXPECT_EQ(observation->noise, 0.01);
    EXPECT_EQ(observation->line, 7);
}

TEST(Observation, AStartIsItsLatencyAtItsPace) {
    const auto observation = observation_of(row("start", 118'511, 217.5), budget, noise);
    ASSERT_TRUE(observation);
    EXPECT_EQ(observation->quantity, Quantity::latency);
    EXPECT_EQ(observation->load.outstanding, budget);
    EXPECT_EQ(observation->load.target_iops, 118'511);
    EXPECT_EQ(observation->measured, 217.5);
    EXPECT_EQ(observation->noise, 0.02);
}

TEST(Observation, ALimitIsTheIopsAtItsLatency) {
    const auto observation = observation_of(row("sub_ms_limit", 1'070'000, 1000), budget, noise);
    ASSERT_TRUE(observation);
    EXPECT_EQ(observation->quantity, Quantity::iops_at_latency);
    EXPECT_EQ(observation->load.outstanding, budget);
    EXPECT_EQ(observation->measured, 1'070'000);
    EXPECT_EQ(observation->latency_limit_us, 1000);
    EXPECT_EQ(observation->noise, 0.03);
}

TEST(Observation, WhatIsNotUsableSaysNothing) {
    auto unusable = row("peak", 1000, 300);
    unusable.usable = false;
    EXPECT_FALSE(observation_of(unusable, budget, noise));
    auto no_latency = row("start", 1000, 300);
    no_latency.latency_usable = false;
    EXPECT_FALSE(observation_of(no_latency, budget, noise));
    auto peak = row("peak", 1000, 300);
    peak.latency_usable = false;
    EXPECT_EQ(observation_of(peak, budget, noise)->load.outstanding, budget) << "its IOPS still do";
    auto no_iops = row("peak", 1000, 300);
    no_iops.iops.reset();
    EXPECT_FALSE(observation_of(no_iops, budget, noise));
}

}  // namespace
}  // namespace arraytwin::calibrate
