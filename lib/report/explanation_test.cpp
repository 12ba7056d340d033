#include "lib/report/explanation.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace arraytwin::report {
namespace {

plan::Explanation sample() {
    plan::Explanation found;
    found.curve.array = "mine";
    found.curve.workload = "8k";
    Point point;
    point.load = {64, 100'000};
    point.iops = 100'000;
    point.latency.mean = 200;
    point.utilization = {{"node.1.cpu", 0.5}, {"node.2.cpu", 0.49}, {"drive.1", 0.2}};
    point.bottleneck = "node.1.cpu";
    found.curve.points = {point};
    found.path = {{"port.1a", {0, 10}}, {"node.1.cpu", {30, 40}}, {"node.2.cpu", {20, 50}}, {"drive.1", {0, 50}}};
    plan::Sensitivity& sensitivity = found.sensitivity;
    sensitivity.most = {64, std::nullopt};
    sensitivity.load = point.load;
    sensitivity.peak_iops = 200'000;
    sensitivity.latency_us = 200;
    sensitivity.effects = {
        {{plan::LeverKind::hardware, {"nodes.cores"}, 2}, "nodes.cores 4 → 8", 300'000, 160, {}, {}},
        {{plan::LeverKind::hardware, {"nodes.memory"}, 2}, "nodes.memory 8GiB → 16GiB", 200'000, 200, {}, {}},
        {{plan::LeverKind::cost, {"costs.read"}, 0.9}, "costs.read 10us → 9us", 190'000, 210, {}, {}}};
    sensitivity.effects.front().simulated_peak =
        plan::Difference{1, 1.5, 50, Interval{48, 52}, 3, plan::Verdict::better};
    sensitivity.effects.front().simulated_latency =
        plan::Difference{1, 0.8, -20, Interval{-22, -18}, 3, plan::Verdict::better};
    sensitivity.refused = {{"media.count 24 → 48", "does not fit"}};
    found.replications = 10;
    return found;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Kinds, OfAPathKeepItsOrderAndItsSum) {
    const auto kinds = kinds_of(sample().path);
    ASSERT_EQ(kinds.size(), 3U);
    EXPECT_EQ(kinds[0].kind, "port");
    EXPECT_EQ(kinds[1].kind, "node cpu");
    EXPECT_EQ(kinds[1].count, 2);
    EXPECT_EQ(kinds[1].time.wait, 50);
    EXPECT_EQ(kinds[1].time.service, 90);
    double sum = 0;
    for (const KindTime& kind : kinds) sum += kind.time.wait + kind.time.service;
    EXPECT_EQ(sum, 200);
}

TEST(ExplanationTable, ShowsPartsLadderTornadoAndConfirmation) {
    const auto text = explanation_table(sample(), {false, 120});
    EXPECT_TRUE(contains(text, "node cpu              2    50.00       90.00  █████▋    70 %")) << text;
    EXPECT_TRUE(contains(text, "= mean latency             50.00         150  200 µs")) << text;
    EXPECT_TRUE(contains(text, "node cpu  ████      50 %  2 of 2")) << text;
    EXPECT_TRUE(contains(text, "nodes.cores 4 → 8    300,000        │██████  +50.0 %   160 µs        │██████  -20.0 %"))
        << text;
    EXPECT_TRUE(contains(text, "░░░░░░│        -5.0 %   210 µs  ░░░░░░│        +5.0 %")) << text;
    EXPECT_TRUE(contains(text, "no help   nodes.memory 8GiB → 16GiB")) << text;
    EXPECT_TRUE(contains(text, "no way    media.count 24 → 48: does not fit")) << text;
    EXPECT_TRUE(contains(text, "peak +50.0 % (+48.0 to +52.0) better, latency -20.0 % (-22.0 to -18.0) better"))
        << text;
}

TEST(ExplanationJson, HasPartsThatSumAndEachLever) {
    const auto json = nlohmann::json::parse(explanation_json(sample()));
    EXPECT_EQ(json["schema"], 1);
    double sum = 0;
    for (const auto& part : json["parts_us"]) sum += part["wait"].get<double>() + part["service"].get<double>();
    EXPECT_DOUBLE_EQ(sum, json["latency_us"]["mean"].get<double>());
    const auto& lever = json["sensitivity"]["levers"][0];
    EXPECT_EQ(lever["keys"][0], "nodes.cores");
    EXPECT_DOUBLE_EQ(lever["peak_pct"].get<double>(), 50);
    EXPECT_EQ(lever["simulated_latency"]["difference_ci95_pct"][1], -18);
    EXPECT_TRUE(json["sensitivity"]["levers"][1]["simulated_peak"].is_null());
    EXPECT_EQ(json["sensitivity"]["refused"][0]["reason"], "does not fit");
}

TEST(ExplanationCsv, HasARowForEachLever) {
    const auto csv = explanation_csv(sample());
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 4) << csv;
    EXPECT_TRUE(contains(csv, "mine,8k,hardware,nodes.cores 4 → 8,200000,300000,50,200,")) << csv;
}

}  // namespace
}  // namespace arraytwin::report
