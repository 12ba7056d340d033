#include "lib/report/whatif.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

using plan::Verdict;

Point point_at(const OfferedLoad& load, double iops) {
    Point point;
    point.load = load;
    point.iops = iops;
    point.latency.mean = 500;
    point.latency.p99 = 900;
    point.bottleneck = "node.1.cpu";
    point.utilization = {{"node.1.cpu", 0.9}, {"drive.1", 0.3}};
    return point;
}

plan::WhatIf sample() {
    const OfferedLoad load{64, 100'000};
    plan::WhatIf whatif;
    whatif.replications = 10;
    whatif.loads = {load};
    whatif.base.name = "base";
    whatif.base.outlook.array = "mine";
    whatif.base.outlook.workload = "8k";
    whatif.base.outlook.grade = Grade::calibrated;
    whatif.base.outlook.peak = {200'000, 900};
    whatif.base.outlook.sub_ms_iops = 150'000;
    whatif.base.outlook.knee = {120'000, 400};
    whatif.base.outlook.points = {point_at(load, 200'000)};
    whatif.base.outlook.points.front().prediction90_iops = Interval{180'000, 230'000};
    whatif.base.points = {point_at(load, 100'000)};
    plan::CaseOutcome variant = whatif.base;
    variant.name = "twice\x1b[31m";
    variant.outlook.points.front().prediction90_iops.reset();
    variant.outlook.grade = Grade::spec_only;
    variant.outlook.warnings = {"not as calibrated: nodes.cores = 8"};
    variant.verdict = Verdict::worse;
    plan::Difference difference{500, 480, -4, Interval{-5, -3}, 7.5, Verdict::worse};
    variant.loads = {{{{plan::Metric::iops, difference}}, Verdict::worse}};
    whatif.variants = {variant};
    return whatif;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(WhatIfTable, ShowsDifferenceIntervalVerdictLimitAndRoom) {
    const auto text = whatif_table(sample(), {false, 120});
    EXPECT_TRUE(contains(text, "100,000 IOPS  IOPS")) << text;
    EXPECT_TRUE(contains(text, "-4.0 %  -5.0 to -3.0 %     ÷ 7.5  worse")) << text;
    EXPECT_TRUE(contains(text, "node cpu 90 %")) << text;
    EXPECT_TRUE(contains(text, "100,000 IOPS may grow 1.5 times until 1 ms and 1.2 times until the knee")) << text;
    EXPECT_TRUE(contains(text, "not as calibrated: nodes.cores = 8")) << text;
    EXPECT_FALSE(contains(text, "\x1b")) << text;
}

TEST(WhatIfTable, TellsTheModelsErrorApartFromTheNoise) {
    const auto text = whatif_table(sample(), {false, 120});
    EXPECT_TRUE(contains(text, "base: calibrated on this array, peak with 90 % probability within -10.0 % to +15.0 %"));
    EXPECT_TRUE(contains(text, "spec only, no interval"));
    EXPECT_TRUE(contains(text, "noise of the simulation alone, 10 paired runs"));
}

TEST(WhatIfTable, OfTheFastSolverHasNoIntervalsAndSaysSo) {
    auto whatif = sample();
    whatif.solver = Solver::fast;
    auto& difference = whatif.variants.front().loads.front().metrics.front().difference;
    difference.percent95.reset();
    difference.variance_cut.reset();
    const auto text = whatif_table(whatif, {false, 120});
    EXPECT_FALSE(contains(text, "95 %"));
    EXPECT_TRUE(contains(text, "without intervals"));
}

TEST(WhatIfTable, SaysWhoIsOverloaded) {
    auto whatif = sample();
    whatif.variants.front().points.front().overloaded = true;
    whatif.variants.front().loads.front().metrics.clear();
    const auto text = whatif_table(whatif, {false, 120});
    EXPECT_TRUE(contains(text, "queues")) << text;
    EXPECT_TRUE(contains(text, "overloaded")) << text;
}

TEST(WhatIfTable, FitsItsWidth) {
    for (const int width : {100, 120}) {
        std::istringstream lines{whatif_table(sample(), {false, width})};
        for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
    }
}

TEST(WhatIfJson, KeepsNegativeIntervalsAndTheModelsOwn) {
    const auto json = nlohmann::json::parse(whatif_json(sample()));
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["base"]["outlook"]["peak_prediction90"][0], 180'000);
    const auto& variant = json["variants"][0];
    EXPECT_EQ(variant["verdict"], "worse");
    EXPECT_TRUE(variant["outlook"]["peak_prediction90"].is_null());
    const auto& metric = variant["points"][0]["differences"][0];
    EXPECT_EQ(metric["metric"], "iops");
    EXPECT_EQ(metric["difference_ci95_pct"][0], -5);
    EXPECT_EQ(metric["difference_ci95_pct"][1], -3);
    EXPECT_DOUBLE_EQ(variant["points"][0]["room_to_1_ms"].get<double>(), 1.5);
}

TEST(WhatIfCsv, HasARowForEachMetric) {
    const auto csv = whatif_csv(sample());
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2) << csv;
    EXPECT_TRUE(contains(csv, ",64,100000,iops,500,480,-4,-5,-3,worse,node.1.cpu,node.1.cpu\r\n")) << csv;
}

}  // namespace
}  // namespace arraytwin::report
