#include "lib/queueing/waiting.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "lib/queueing/cores_for_test.hpp"

namespace arraytwin::queueing {
namespace {

constexpr double kInfinity = INFINITY;

TEST(ErlangC, ClosedForms) {
    EXPECT_DOUBLE_EQ(erlang_c(1, 0.7), 0.7);
    // Two servers: 2 rho^2 / (1 + rho).
    for (const double rho : {0.1, 0.5, 0.9}) EXPECT_NEAR(erlang_c(2, rho), 2 * rho * rho / (1 + rho), 1e-14);
    // Ten servers offered 8 erlangs: 0.409180 (H. C. Tijms, "A First Course in Stochastic Models").
    EXPECT_NEAR(erlang_c(10, 0.8), 0.409180, 1e-6);
    EXPECT_EQ(erlang_c(4, 0), 0);
    EXPECT_EQ(erlang_c(4, 1), 1);
}

TEST(WaitRatio, Limits) {
    for (const int servers : {1, 2, 8, 48}) {
        EXPECT_DOUBLE_EQ(wait_ratio_mgc(servers, 0.7, 1), 1);
        EXPECT_NEAR(wait_ratio_mgc(servers, 1 - 1e-9, 0), 0.5, 1e-6);
        EXPECT_DOUBLE_EQ(wait_ratio_mgc(servers, 0.7, 3), 2);
    }
    EXPECT_DOUBLE_EQ(wait_ratio_mgc(1, 0.3, 0.25), 0.625);  // Pollaczek and Khinchine
    // M/D/2 at 0.5: mean wait 0.1767 services, M/M/2: 1/3 (Tijms's tables).
    EXPECT_NEAR(wait_ratio_mgc(2, 0.5, 0), 0.1767 * 3, 0.005);
}

RC_GTEST_PROP(AllBusy, IsErlangCWithoutBoundWork, ()) {
    const int cores = *rc::gen::inRange(1, 300);
    const double busy = *rc::gen::inRange(1, 999) / 1000.0;
    RC_ASSERT(std::abs(all_busy(cores, 0, busy, kInfinity) - erlang_c(cores, busy)) < 1e-6);
}

RC_GTEST_PROP(AllBusy, IsIndependentCoresWithoutPooledWork, ()) {
    const int cores = *rc::gen::inRange(1, 40);
    const double busy = *rc::gen::inRange(100, 999) / 1000.0;
    RC_ASSERT(std::abs(all_busy(cores, busy, 0, kInfinity) - std::pow(busy, cores)) < 1e-6);
}

TEST(AllBusy, NeedsAsManyIosAsCores) {
    EXPECT_EQ(all_busy(8, 0.1, 0.7, 7), 0);
    EXPECT_GT(all_busy(8, 0.1, 0.7, 8), 0);
    EXPECT_LT(all_busy(8, 0.1, 0.7, 8), all_busy(8, 0.1, 0.7, 9));
}

TEST(CoreWaits, ClosedForms) {
    // One core: M/G/1 for both kinds alike.
    const CoreWaits one = core_waits(1, test::load_of({1, 0.3, 0.5, 2}));
    EXPECT_NEAR(one.bound, 0.8 * 1.5 / 0.2, 1e-12);
    EXPECT_NEAR(one.pooled, one.bound, 1e-12);
    // Bound work alone: M/G/1 on each core.
    EXPECT_NEAR(core_waits(8, test::load_of({8, 0.8, 0, 0})).bound, 0.8 * 0.5 / 0.2, 1e-12);
    // Pooled work alone: M/M/8.
    EXPECT_NEAR(core_waits(8, test::load_of({8, 0, 0.8, 1})).pooled, erlang_c(8, 0.8) / (8 * 0.2), 1e-9);
    EXPECT_TRUE(std::isinf(core_waits(8, test::load_of({8, 0.5, 0.5, 1})).bound));
    EXPECT_EQ(core_waits(8, {}).bound, 0);
}

TEST(CoreWaits, BoundWorkWaitsMoreThanPooledAndBothGrowWithLoad) {
    CoreWaits last;
    for (double busy = 0.1; busy < 0.99; busy += 0.02) {
        const CoreWaits waits = core_waits(8, test::load_of({8, 0.6 * busy, 0.4 * busy, 1}));
        EXPECT_GT(waits.bound, waits.pooled);
        EXPECT_GT(waits.bound, last.bound);
        EXPECT_GE(waits.pooled, last.pooled);
        last = waits;
    }
}

/// Errors of mean wait + service within `bound` and `pooled`, relative.
void compare(const test::CoreCase& c, std::int64_t arrivals, double bound, double pooled) {
    SCOPED_TRACE(testing::Message() << c.cores << " cores, " << c.bound << " + " << c.pooled << ", scv " << c.scv
                                    << ", means " << c.bound_mean << ", " << c.pooled_mean);
    const CoreWaits simulated = test::simulate_cores(c, arrivals, 5);
    const CoreWaits waits = core_waits(c.cores, test::load_of(c));
    if (c.bound > 0) {
        EXPECT_NEAR((waits.bound + c.bound_mean) / (simulated.bound + c.bound_mean), 1, bound);
    }
    if (c.pooled > 0) {
        EXPECT_NEAR((waits.pooled + c.pooled_mean) / (simulated.pooled + c.pooled_mean), 1, pooled);
    }
}

TEST(CoreWaits, AgreeWithSimulation) {
    for (const int cores : {8, 48}) {
        for (const double scv : {0.0, 1.0, 2.0}) {
            for (const double share : {0.0, 0.5, 0.95}) {
                compare({cores, 0.8 * share, 0.8 * (1 - share), scv}, 300'000, 0.06, 0.05);
            }
        }
    }
}

TEST(SlowCoreWaits, AgreeWithSimulationOverTheGrid) {
    for (const int cores : {2, 4, 8, 16, 24, 48}) {
        for (const double scv : {0.0, 0.5, 1.0, 2.0}) {
            for (const double busy : {0.5, 0.7, 0.8, 0.9}) {
                for (const double share : {0.0, 0.25, 0.5, 0.75, 0.95}) {
                    const double bound = busy * share;
                    compare({cores, bound, busy - bound, scv}, 2'000'000, 0.05, 0.05);
                    compare({cores, bound, busy - bound, scv, 1, 0.25}, 2'000'000, 0.06, 0.11);
                    compare({cores, bound, busy - bound, scv, 1, 4}, 2'000'000, 0.06, 0.06);
                }
            }
        }
    }
}

}  // namespace
}  // namespace arraytwin::queueing
