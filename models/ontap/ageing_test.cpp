// Chains by age and fullness: the documented points, what they cost a consistency point, and never faster for being old.
#include "models/ontap/ageing.hpp"

#include <gtest/gtest.h>

#include "models/ontap/array_for_test.hpp"

namespace arraytwin::ontap {
namespace {

const Overrides half_aged{"software.age=1", "volumes.filled=0.5"};
const Overrides nearly_full{"software.age=1", "volumes.filled=0.9"};
const char* const write_4k = "4k:0r:100rand";

Overrides without_reads(Overrides overrides) {
    overrides.push_back("software.ageing.reads_per_chain=0");
    return overrides;
}

/// Commands of a kind that the drives see for each write of 4 KiB.
double commands(const Overrides& overrides) {
    return demand(overrides, write_4k, "drive.", ".port", twin::Ledger::visits);
}

TEST(OntapAgeing, ChainIsTheDocumentedOneAtEachPoint) {
    EXPECT_EQ(a800().chain(), 64);
    EXPECT_EQ(a800({"volumes.filled=0.9"}).chain(), 64);  // full, but nothing was overwritten yet
    EXPECT_EQ(a800(half_aged).chain(), 32);
    EXPECT_EQ(a800(nearly_full).chain(), 6);
    EXPECT_EQ(a800({"software.chain=20"}).chain(), 20);
}

TEST(OntapAgeing, ChainNeverGrowsWithAgeOrFullness) {
    const Ageing ageing = a800().software.ageing;
    int last = ageing.chain_at(0);
    for (int percent = 1; percent <= 100; ++percent) {
        const int chain = ageing.chain_at(percent / 100.0);
        EXPECT_LE(chain, last) << percent;
        EXPECT_GE(chain, 6) << percent;
        last = chain;
    }
}

TEST(OntapAgeing, WhatTheVolumesFillIsTheLeastThatIsFull) {
    const Parameters plain = a800();
    EXPECT_EQ(plain.filled(), plain.fill());
    EXPECT_EQ(a800({"volumes.filled=0.01"}).filled(), plain.fill());
    EXPECT_EQ(a800({"volumes.filled=0.8"}).filled(), 0.8);
}

TEST(OntapAgeing, DriveWritesDoubleAtHalfAgeAndAreTenTimesAsManyAtTheEnd) {
    const double fresh = commands({});
    EXPECT_NEAR(commands(without_reads(half_aged)) / fresh, 2, 0.06);
    EXPECT_NEAR(commands(without_reads(nearly_full)) / fresh, 64.0 / 6, 0.3);
}

TEST(OntapAgeing, ConsistencyPointsReadForChainsThatAFreshAggregateWouldNotNeed) {
    for (const Overrides& aged : {half_aged, nearly_full}) {
        const Parameters array = a800(aged);
        const double chains_of_block = 1.0 / array.chain() - 1 / array.software.ageing.fresh_chain;
        const double read = commands(aged) - commands(without_reads(aged));
        const double expected = array.software.ageing.reads_per_chain * chains_of_block;
        EXPECT_NEAR(read, expected, 0.03 * expected);
    }
}

TEST(OntapAgeing, CoresPayForEachFurtherChainAndForWhatIsRead) {
    const Parameters array = a800(nearly_full);
    const Costs& costs = array.costs;
    const double more = 1.0 / 6 - 1.0 / 64;
    const double read_kib = more * array.software.ageing.reads_per_chain * 6 * 4;
    const Duration expected = costs.consistency_point.per_extent * more + costs.fetch_per_kib * read_kib;
    const double fresh = demand({}, write_4k, "node.", ".cpu");
    const double aged = demand(nearly_full, write_4k, "node.", ".cpu");
    EXPECT_NEAR(aged - fresh, static_cast<double>(expected.ns()), 0.02 * static_cast<double>(expected.ns()));
}

TEST(OntapAgeing, PeakOfWritesNeverRisesWithAge) {
    for (const char* workload : {write_4k, "64k:0r:0rand", "8k:70r:100rand"}) {
        double last = fast_point({"volumes.filled=0.9"}, workload, {1024, std::nullopt}).iops;
        for (const char* age : {"software.age=0.25", "software.age=0.5", "software.age=0.75", "software.age=1"}) {
            const double now = fast_point({"volumes.filled=0.9", age}, workload, {1024, std::nullopt}).iops;
            EXPECT_LE(now, last * 1.001) << workload << age;
            last = now;
        }
    }
    const double fresh = closed_point({"volumes.filled=0.9"}, "64k:0r:0rand", 256, 60'000).iops;
    EXPECT_LT(closed_point(nearly_full, "64k:0r:0rand", 256, 60'000).iops, fresh);
}

TEST(OntapAgeing, ContradictionsAreRefused) {
    EXPECT_NE(refusal({"software.chain=32", "software.age=0.5"}).find("software.age"), std::string::npos);
    EXPECT_NE(refusal({"software.ageing.half.chain=70"}).find("software.ageing.half"), std::string::npos);
    EXPECT_NE(refusal({"software.ageing.half.filled=0.95"}).find("software.ageing.half"), std::string::npos);
}

}  // namespace
}  // namespace arraytwin::ontap
