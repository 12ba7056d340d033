// The search against brute force, and proposals against `predict`.
#include "lib/plan/size.hpp"

#include <cmath>
#include <ctime>
#include <iterator>

#include <gtest/gtest.h>

#include "lib/plan/size_most.hpp"
#include "lib/sim/random.hpp"
#include "lib/units/parse.hpp"
#include "tests/support/a800.hpp"

namespace arraytwin::plan {
namespace {

constexpr int jobs = 2;

struct Asked {
    double iops = 1000;
    double tb = 1;
    const char* mean = "";
    const char* p99 = "";
    const char* workload = "8k:70r";
    Survive survive = Survive::nothing;
    double headroom = 0;
};

Need need_of(const Asked& asked) {
    Need need;
    need.name = "asked";
    need.survive = asked.survive;
    need.headroom = asked.headroom;
    NeededWorkload& only = need.workloads.emplace_back();
    only.named = asked.workload;
    only.workload = load_workload(test::data, only.named).value();
    only.iops = asked.iops;
    only.capacity = Bytes{static_cast<std::int64_t>(asked.tb * bytes_of_tb)};
    if (*asked.mean != '\0') only.latency[0] = parse<Duration>(asked.mean).value();
    if (*asked.p99 != '\0') only.latency[3] = parse<Duration>(asked.p99).value();
    return need;
}

/// A need at random, that some configurations meet and others do not.
Need random_need(sim::RandomStream& random, Survive survive) {
    constexpr const char* workloads[] = {"8k:70r", "4k-random-read", "4k-random-write", "64k:50r", "sql-80-20"};
    constexpr const char* means[] = {"", "300us", "500us", "1ms", "5ms"};
    const auto any = [&](auto& words) {
        return words[static_cast<std::size_t>(random.uniform() * static_cast<double>(std::size(words)))];
    };
    return need_of({.iops = 5'000 * std::pow(60, random.uniform()),
                    .tb = std::pow(40, random.uniform()),
                    .mean = any(means),
                    .workload = any(workloads),
                    .survive = survive,
                    .headroom = random.uniform() < 0.5 ? 0 : 0.25});
}

std::optional<std::size_t> by_brute_force(SizeSearch& search) {
    for (std::size_t c = 0; c < search.candidates().size(); ++c) {
        if (search.misses_of_space(c).empty() && search.misses_of_fast(c).empty()) return c;
    }
    return std::nullopt;
}

/// The lines bisected, nothing simulated.
std::optional<std::size_t> by_search(SizeSearch& search) {
    EXPECT_FALSE(search.settle_front(1));
    return search.front();
}

/// Each need is asked of `each` of the arrays, in turn.
void agree(const std::vector<std::string>& arrays, std::size_t each, Survive survive) {
    sim::RandomStream random{{7, 0}, "needs", "all"};
    int met = 0;
    int missed = 0;
    for (int n = 0; n < 20; ++n) {
        const Need need = random_need(random, survive);
        for (std::size_t a = 0; a < each; ++a) {
            const std::string& array = arrays[(static_cast<std::size_t>(n) + a) % arrays.size()];
            const auto all = test::value_of(candidates_of(test::data, array, need, {}, jobs));
            SizeSearch smart{test::data, need, all, 1};
            SizeSearch brute{test::data, need, all, 1};
            const auto found = by_search(smart);
            EXPECT_EQ(found, by_brute_force(brute))
                << array << ": " << need.workloads[0].named << " " << need.iops() << " IOPS " << need.capacity();
            ++(found ? met : missed);
        }
    }
    EXPECT_GT(met, 5);
    EXPECT_GT(missed, 0);
}

TEST(Size, AgreesWithBruteForceOnTwentyNeeds) { agree({"aff-a250", "ef570"}, 1, Survive::nothing); }

TEST(SlowSize, AgreesWithBruteForceOnTwentyNeedsOfTheCatalogue) {
    std::vector<std::string> arrays;
    for (const std::string& name : offered_arrays(test::data)) {
        if (!name.ends_with("-node")) arrays.push_back(name);  // their pairs are there
    }
    agree(arrays, arrays.size(), Survive::node);
}

/// `predict` with the proposal's own arguments, and those of a failure.
Point predicted(const Proposal& proposal, const Need& need, const std::vector<std::string>& failure) {
    std::vector<std::string> overrides = proposal.candidate.overrides;
    overrides.insert(overrides.end(), failure.begin(), failure.end());
    const auto array =
        test::value_of(resolve_array(test::data, proposal.candidate.array, overrides).and_then(build_array));
    PredictOptions options;
    options.loads = {{std::nullopt, need.iops()}};
    options.intervals = false;
    return test::value_of(predict(array, "array", need.workloads[0].workload, options)).curve.points.front();
}

Sizing sized(const Need& need, std::vector<std::string> arrays, int most = 1) {
    SizeOptions options;
    options.arrays = std::move(arrays);
    options.most = most;
    options.jobs = jobs;
    return test::value_of(size(test::data, need, options));
}

TEST(Size, ProposesNothingThatPredictRefutes) {
    const Need need = need_of({.iops = 70'000, .tb = 9, .mean = "600us", .p99 = "6ms", .survive = Survive::node});
    const Sizing sizing = sized(need, {"aff-a250"});
    ASSERT_EQ(sizing.proposals.size(), 1U);
    const Proposal& proposal = sizing.proposals.front();
    EXPECT_EQ(predicted(proposal, need, {}).latency.mean, proposal.up.point.latency.mean) << "the same run";
    for (const char* failure : {"failures.node=1", "failures.node=2"}) {
        EXPECT_TRUE(misses(predicted(proposal, need, {failure}), need, 0).empty()) << failure;
    }
    ASSERT_TRUE(proposal.smaller);
    EXPECT_FALSE(proposal.smaller_misses.empty());
}

TEST(Size, APercentileThatTheFastSolverCannotTellIsSimulated) {
    const Need loose = need_of({.iops = 60'000, .mean = "2ms"});
    const Need tight = need_of({.iops = 60'000, .mean = "2ms", .p99 = "700us"});
    const Sizing easy = sized(loose, {"ef570"});
    const Sizing hard = sized(tight, {"aff-a200", "ef570"}, 2);
    ASSERT_EQ(easy.proposals.size(), 1U);
    for (const Proposal& proposal : hard.proposals) {
        EXPECT_LE(proposal.up.point.latency.p99, 700) << proposal.candidate.array;
        EXPECT_LE(predicted(proposal, tight, {}).latency.p99, 700);
    }
    EXPECT_EQ(hard.proposals.size() + hard.unfit.size(), 2U);
}

TEST(Size, MoreIsNeverMetBySmaller) {
    std::optional<ConfigurationSize> before;
    for (const double iops : {20'000.0, 100'000.0, 180'000.0}) {
        const Sizing sizing = sized(need_of({.iops = iops, .tb = 4, .mean = "1ms"}), {"ef570"});
        ASSERT_EQ(sizing.proposals.size(), 1U) << iops;
        EXPECT_TRUE(!before || sizing.proposals[0].candidate.size >= *before) << iops;
        before = sizing.proposals[0].candidate.size;
    }
}

TEST(Size, WhatNothingCarriesSaysWhy) {
    const Sizing space = sized(need_of({.tb = 500}), {"aff-a250"});
    EXPECT_TRUE(space.proposals.empty());
    ASSERT_EQ(space.unfit.size(), 1U);
    EXPECT_NE(space.unfit[0].misses.front().find("500.0 TB are needed"), std::string::npos);
    const Sizing alone = sized(need_of({.tb = 0.1, .survive = Survive::node}), {"virtual-disk"});
    ASSERT_EQ(alone.unfit.size(), 1U);
    EXPECT_EQ(alone.unfit[0].misses.front(), "it has no second node to survive on");
}

TEST(Size, MonthsAreThoseOfCompoundGrowth) {
    Need need = need_of({.iops = 50'000, .tb = 4, .mean = "1ms"});
    need.growth = {Per::month, 0.01, 0.03};
    const Sizing sizing = sized(need, {"ef570"});
    ASSERT_EQ(sizing.proposals.size(), 1U);
    const Proposal& proposal = sizing.proposals[0];
    const double carried = std::pow(1.01, *proposal.months_of_performance) * 50'000;
    EXPECT_LE(carried, proposal.up.most_iops);
    EXPECT_GT(carried * 1.01, proposal.up.most_iops);
    const double held = std::pow(1.03, *proposal.months_of_space) * 4e12;
    EXPECT_LE(held, proposal.candidate.capacity->effective());
    EXPECT_GT(held * 1.03, proposal.candidate.capacity->effective());
    EXPECT_GT(proposal.up.knee_iops, 0);
    EXPECT_LT(proposal.up.of_knee(), 1);
}

TEST(SlowSize, TheCatalogueTakesLessThanTenSecondsOfTwoCores) {
    const Need need = test::value_of(load_need(test::data, "database-and-files"));
    const std::clock_t begin = std::clock();
    const Sizing sizing = sized(need, {}, SizeOptions{}.most);
    EXPECT_EQ(sizing.proposals.size(), 5U);
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 2 * 10.0);
}

TEST(Most, IsWithinTheLimitAndMoreIsNot) {
    const Workload workload = load_workload(test::data, "4k-random-read").value();
    const auto most =
        test::value_of(most_within(test::data, "ef570", workload, parse<Duration>("300us").value(), {.jobs = jobs}));
    ASSERT_TRUE(most.point);
    EXPECT_LE(most.point->latency.mean, 300);
    ASSERT_TRUE(most.iops90);
    EXPECT_LT(most.iops90->low, *most.point->load.target_iops);
    EXPECT_GT(most.iops90->high, *most.point->load.target_iops);
    PredictOptions options;
    options.loads = {{std::nullopt, *most.point->load.target_iops * 1.05}};
    const auto array = test::value_of(resolve_array(test::data, "ef570").and_then(build_array));
    const Point beyond = test::value_of(predict(array, "ef570", workload, options)).curve.points.front();
    EXPECT_TRUE(beyond.overloaded || beyond.latency.mean > 300);
}

TEST(Most, IsNothingIfOneAloneTakesLonger) {
    const auto most = test::value_of(most_within(test::data, "ef570", load_workload(test::data, "8k:70r").value(),
                                                 parse<Duration>("20us").value(), {}));
    EXPECT_FALSE(most.point);
    EXPECT_GT(most.alone_us, 20);
}

}  // namespace
}  // namespace arraytwin::plan
