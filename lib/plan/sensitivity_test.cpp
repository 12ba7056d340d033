// Levers of the toy array, whose answers are closed forms: at the most 1 / (service + after), alone service + delay.
#include "lib/plan/sensitivity.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "lib/plan/explain.hpp"
#include "lib/twin/toy_test.hpp"

namespace arraytwin::plan {
namespace {

namespace toy = twin::toy;

const OfferedLoad alone{1, std::nullopt};

const Effect& effect_of(const Sensitivity& sensitivity, const std::string& key) {
    const auto found = std::find_if(sensitivity.effects.begin(), sensitivity.effects.end(),
                                    [&](const Effect& effect) { return effect.lever.keys.front() == key; });
    if (found == sensitivity.effects.end()) throw std::runtime_error("no lever " + key);
    return *found;
}

TEST(Levers, AreTheTimesBeneathCostsThatAreNotNothing) {
    std::vector<std::string> keys;
    for (const Lever& lever : levers_of(toy::resolved())) {
        EXPECT_EQ(lever.kind, LeverKind::cost);
        keys.push_back(lever.keys.front());
    }
    EXPECT_EQ(keys, (std::vector<std::string>{"costs.service", "costs.delay", "costs.write"}));  // after is "0us"
}

TEST(Levers, SayWhatTheyChange) {
    const auto array = toy::resolved();
    EXPECT_EQ(words_of(array.document, levers_of(array).front()), "costs.service 100us → 90us");
    EXPECT_EQ(moved(array.document, levers_of(array).front()).find("costs.service")->text, "90us");
}

TEST(Sensitivities, OfTheToyAreItsClosedForms) {
    const auto found = sensitivity_of(toy::resolved(), Workload{}, alone, 1, 1);
    EXPECT_NEAR(found.peak_iops, 10'000, 100);
    EXPECT_NEAR(found.latency_us, 300, 0.1);
    const Effect& service = effect_of(found, "costs.service");
    EXPECT_NEAR(peak_percent(found, service), 100 / 0.9 - 100, 0.2);
    EXPECT_NEAR(latency_percent(found, service), -10.0 / 3, 0.05);
    const Effect& delay = effect_of(found, "costs.delay");
    EXPECT_NEAR(peak_percent(found, delay), 0, 0.2);
    EXPECT_NEAR(latency_percent(found, delay), -20.0 / 3, 0.05);
    const Effect& write = effect_of(found, "costs.write");  // nobody writes
    EXPECT_NEAR(peak_percent(found, write), 0, 1e-9);
    EXPECT_NEAR(latency_percent(found, write), 0, 1e-9);
}

TEST(Sensitivities, ComeWithWhatMovesMostFirst) {
    const auto found = sensitivity_of(toy::resolved(), Workload{}, alone, 1, 2);
    ASSERT_EQ(found.effects.size(), 3U);
    EXPECT_EQ(found.effects.front().lever.keys.front(), "costs.service");
    EXPECT_EQ(found.effects.back().lever.keys.front(), "costs.write");
}

TEST(Explanation, OfTheFastSolverHasPartsThatSumToTheLatency) {
    ExplainOptions options;
    options.predict.solver = Solver::fast;
    options.predict.loads = {{8, std::nullopt}};
    const auto found = explain(toy::resolved(), "toy", Workload{}, options);
    ASSERT_TRUE(found);
    double sum = 0;
    for (const PlaceTime& part : found->path) sum += part.time.wait + part.time.service;
    EXPECT_NEAR(sum / found->point().latency.mean, 1, 1e-3);
    EXPECT_EQ(found->replications, 0);
}

TEST(Explanation, RefusesSeveralLoads) {
    ExplainOptions options;
    options.predict.loads = {{8, std::nullopt}, {16, std::nullopt}};
    const auto found = explain(toy::resolved(), "toy", Workload{}, options);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().front().message, "one load, please");
}

}  // namespace
}  // namespace arraytwin::plan
