#include "lib/plan/paired.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "lib/sim/random.hpp"

namespace arraytwin::plan {
namespace {

using Values = std::vector<double>;

TEST(PairedDifference, OfThreePairsHasStudentsInterval) {
    // Differences 2, 3, 4: mean 3, standard error 1 / sqrt(3), t(0.975, 2) = 4.302653.
    const auto found = paired_difference(Values{100, 100, 100}, Values{102, 103, 104}, Wanted::more);
    EXPECT_DOUBLE_EQ(found.base, 100);
    EXPECT_DOUBLE_EQ(found.variant, 103);
    EXPECT_DOUBLE_EQ(found.percent, 3);
    ASSERT_TRUE(found.percent95);
    EXPECT_NEAR(found.percent95->low, 3 - 4.302653 * 0.5773503, 1e-5);
    EXPECT_NEAR(found.percent95->high, 3 + 4.302653 * 0.5773503, 1e-5);
    EXPECT_EQ(found.verdict, Verdict::undecided);  // a verdict takes more than a 95 % interval clear of 0
}

TEST(PairedDifference, OfLatencyIsBetterWhenThereIsLess) {
    EXPECT_EQ(paired_difference(Values{100, 100, 100}, Values{102.8, 103, 103.2}, Wanted::less).verdict,
              Verdict::worse);
    EXPECT_EQ(paired_difference(Values{100, 100, 100}, Values{97.2, 97, 96.8}, Wanted::less).verdict, Verdict::better);
}

TEST(PairedDifference, OfOneThingWithItselfIsExactlyNothing) {
    const auto found = paired_difference(Values{3, 5, 4}, Values{3, 5, 4}, Wanted::more);
    EXPECT_EQ(found.percent, 0);
    ASSERT_TRUE(found.percent95);
    EXPECT_EQ(found.percent95->low, 0);
    EXPECT_EQ(found.percent95->high, 0);
    EXPECT_EQ(found.verdict, Verdict::same);
}

TEST(PairedDifference, WhoseIntervalHoldsNothingIsUndecided) {
    EXPECT_EQ(paired_difference(Values{100, 100, 100}, Values{96, 103, 107}, Wanted::more).verdict, Verdict::undecided);
}

TEST(PairedDifference, TooSmallToMatterIsTheSameHoweverSureItIs) {
    EXPECT_EQ(paired_difference(Values{100, 100, 100}, Values{100.5, 100.6, 100.55}, Wanted::more).verdict,
              Verdict::same);
    // Clear of 0, but neither surely above 1 % nor surely below.
    EXPECT_EQ(paired_difference(Values{100, 100, 100}, Values{100.9, 101.0, 100.8}, Wanted::more).verdict,
              Verdict::undecided);
}

TEST(PairedDifference, OfOnePairHasNoIntervalAndItsSizeDecides) {
    const auto found = paired_difference(Values{100}, Values{110}, Wanted::more);
    EXPECT_FALSE(found.percent95);
    EXPECT_EQ(found.verdict, Verdict::better);
    EXPECT_EQ(paired_difference(Values{100}, Values{100.5}, Wanted::more).verdict, Verdict::same);
}

RC_GTEST_PROP(PairedDifference, BaseAndVariantSwappedGiveTheOppositeVerdict, ()) {
    const auto size = *rc::gen::inRange(3, 12);
    Values base;
    Values variant;
    for (int i = 0; i < size; ++i) {
        base.push_back(*rc::gen::inRange(90, 110));
        variant.push_back(base.back() + *rc::gen::inRange(-10, 20));
    }
    const auto there = paired_difference(base, variant, Wanted::more);
    const auto back = paired_difference(base, variant, Wanted::less);
    RC_ASSERT((there.verdict == Verdict::better) == (back.verdict == Verdict::worse));
    RC_ASSERT((there.verdict == Verdict::same) == (back.verdict == Verdict::same));
}

TEST(PairedDifference, JudgedWithManyOthersMustBeSurer) {
    const Values base{100, 100, 100, 100, 100};
    const Values variant{101, 102, 103, 102, 101.5};  // mean 1.9, standard error 0.332: 5.7 of them
    EXPECT_EQ(paired_difference(base, variant, Wanted::more).verdict, Verdict::better);
    EXPECT_EQ(paired_difference(base, variant, Wanted::more, 20).verdict, Verdict::undecided);
    EXPECT_EQ(paired_difference(base, variant, Wanted::more, 20).percent95->low,
              paired_difference(base, variant, Wanted::more).percent95->low);
}

TEST(PairedDifference, SaysWhatCommonRandomNumbersSaved) {
    // Variances 100 and 100, of the difference 1 (as is of 1, 2, 3).
    const auto found = paired_difference(Values{90, 100, 110}, Values{91, 102, 113}, Wanted::more);
    ASSERT_TRUE(found.variance_cut);
    EXPECT_NEAR(*found.variance_cut, 100 + 121, 1e-9);
    EXPECT_FALSE(paired_difference(Values{90, 100}, Values{90, 100}, Wanted::more).variance_cut);
}

/// Of 4,000 trials without a difference, the share in which the interval does not hold 0; standard error 0.34 %.
TEST(PairedDifference, IntervalsMissNothingInOneCaseOfTwenty) {
    sim::RandomStream stream{{7, 0}, "trials", "noise"};
    constexpr int trials = 4000;
    int missed = 0;
    for (int trial = 0; trial < trials; ++trial) {
        Values base;
        Values variant;
        for (int i = 0; i < 10; ++i) {
            base.push_back(100 + stream.normal());
            variant.push_back(100 + stream.normal());
        }
        const auto found = paired_difference(base, variant, Wanted::more);
        if (found.percent95->low > 0 || found.percent95->high < 0) ++missed;
    }
    EXPECT_NEAR(missed * 100.0 / trials, 5, 1.2);
}

TEST(Overall, IsMixedOnlyIfBothAreThere) {
    using enum Verdict;
    const auto of = [](std::vector<Verdict> verdicts) { return overall(verdicts); };
    EXPECT_EQ(of({better, same, undecided}), better);
    EXPECT_EQ(of({worse, undecided}), worse);
    EXPECT_EQ(of({better, same, worse}), mixed);
    EXPECT_EQ(of({mixed, better}), mixed);
    EXPECT_EQ(of({same, same}), same);
    EXPECT_EQ(of({same, undecided}), undecided);
    EXPECT_EQ(of({}), undecided);
}

}  // namespace
}  // namespace arraytwin::plan
