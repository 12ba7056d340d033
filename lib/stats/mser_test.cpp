#include "lib/stats/mser.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

namespace arraytwin::stats {
namespace {

/// The definition, in quadratic time.
std::size_t slow_cut(const std::vector<double>& series) {
    std::size_t best_cut = 0;
    double best = 0;
    for (std::size_t d = 0; d <= series.size() / 2; ++d) {
        const auto n = static_cast<double>(series.size() - d);
        double mean = 0;
        for (std::size_t i = d; i < series.size(); ++i) mean += series[i] / n;
        double squares = 0;
        for (std::size_t i = d; i < series.size(); ++i) squares += (series[i] - mean) * (series[i] - mean);
        if (d == 0 || squares / (n * n) < best) {
            best = squares / (n * n);
            best_cut = d;
        }
    }
    return best_cut;
}

TEST(Mser5, NothingToCutFromNothing) {
    EXPECT_EQ(mser5_cut({}).batches, 0U);
    EXPECT_EQ(mser5_cut(std::vector{1.0, 9.0}).batches, 0U);
}

TEST(Mser5, ConstantSeriesIsKeptWhole) { EXPECT_EQ(mser5_cut(std::vector<double>(100, 3.5)).batches, 0U); }

TEST(Mser5, CutsAStepExactly) {
    std::vector<double> series(200, 10);
    std::fill_n(series.begin(), 37, 1.0);
    for (std::size_t i = 0; i < series.size(); ++i) series[i] += i % 2 == 0 ? 0.1 : -0.1;
    EXPECT_EQ(mser5_cut(series).batches, 37U);
    EXPECT_FALSE(mser5_cut(series).wanted_more);
}

TEST(Mser5, HandComputed) {
    // Left after d:      0: 5 values of mean 5 and one 11   squares 30, over 36 = 0.833
    //                    1: (5 5 5 5 5)                     0
    EXPECT_EQ(mser5_cut(std::vector{11.0, 5.0, 5.0, 5.0, 5.0, 5.0}).batches, 1U);
}

TEST(Mser5, SaysWhenTheRunIsTooShort) {
    std::vector<double> series;  // still falling when the run ends, except for a flat end
    for (int i = 0; i < 70; ++i) series.push_back(100 - i);
    series.resize(100, 30);
    const WarmUpCut cut = mser5_cut(series);
    EXPECT_TRUE(cut.wanted_more);
    EXPECT_EQ(cut.batches, 50U);
}

RC_GTEST_PROP(Mser5, AgreesWithItsDefinition, ()) {
    const auto integers = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 1000));
    const std::vector<double> series(integers.begin(), integers.end());
    RC_PRE(series.size() >= 10U);
    RC_ASSERT(mser5_cut(series).batches == slow_cut(series));
}

}  // namespace
}  // namespace arraytwin::stats
