// whatif and explain as a user types them; what they promise is tests/whatif's.
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

nlohmann::json json_of(const std::string& arguments) {
    const auto ended = Shell{}.run("arraytwin " + arguments + " --json -");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(ended.errors, "");
    return nlohmann::json::parse(ended.output, nullptr, false);
}

const std::string disk = " virtual-disk -w 8k:70r:100rand --max-ios 1000 ";

TEST(WhatIfCommand, PutsEachVariantBesideTheBase) {
    const auto json = json_of("whatif" + disk +
                              "--set media.channels=8 --replications 3 "
                              "--variant 'one channel: media.channels=1' --variant 'workload=4k:100r:100rand'");
    ASSERT_EQ(json["variants"].size(), 3U);
    EXPECT_EQ(json["variants"][0]["name"], "media.channels=8");
    EXPECT_EQ(json["variants"][0]["verdict"], "better");
    EXPECT_EQ(json["variants"][1]["name"], "one channel");
    EXPECT_EQ(json["variants"][1]["verdict"], "worse");
    EXPECT_EQ(json["variants"][2]["workload"], "4k:100r:100rand");
    EXPECT_EQ(json["replications"], 3);
    EXPECT_EQ(json["variants"][0]["points"][0]["load"]["outstanding"], 32);
    EXPECT_TRUE(json["variants"][0]["points"][0]["differences"][0]["difference_ci95_pct"].is_array());
}

TEST(WhatIfCommand, ComparesWithAnotherArrayAndWithFailures) {
    const auto other = json_of("whatif aff-a300 -w 4k-random-read --vs aff-a800 --solver fast");
    EXPECT_EQ(other["variants"][0]["array"], "aff-a800");
    EXPECT_EQ(other["variants"][0]["verdict"], "better");
    EXPECT_TRUE(other["variants"][0]["points"][0]["differences"][0]["difference_ci95_pct"].is_null());
    const auto failed = json_of("whatif aff-a800 -w 4k-random-read --fail node:2 --solver fast");
    EXPECT_EQ(failed["variants"][0]["name"], "fail node:2");
    EXPECT_EQ(failed["variants"][0]["verdict"], "worse");
}

TEST(WhatIfCommand, TakesLoadsAndWritesCsv) {
    const auto ended = Shell{}.run("arraytwin whatif" + disk +
                                   "--set media.channels=8 --replications 3 --at iops=10000,outstanding=32 --csv -");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(std::count(ended.output.begin(), ended.output.end(), '\n'), 4) << ended.output;
}

TEST(ExplainCommand, HasPartsThatSumToTheLatency) {
    const auto json = json_of("explain" + disk + "--at outstanding=8");
    double sum = 0;
    for (const auto& part : json["parts_us"]) sum += part["wait"].get<double>() + part["service"].get<double>();
    EXPECT_NEAR(sum / json["latency_us"]["mean"].get<double>(), 1, 1e-3);
    EXPECT_EQ(json["sensitivity"]["levers"][0]["keys"][0], "media.channels");
    EXPECT_EQ(json["sensitivity"]["levers"][0]["simulated_peak"]["verdict"], "better");
    EXPECT_EQ(json["load"]["outstanding"], 8);
}

TEST(ExplainCommand, OfTheFastSolverSimulatesNothing) {
    const auto json = json_of("explain" + disk + "--solver fast");
    EXPECT_EQ(json["run"]["simulated_ios"], 0);
    EXPECT_TRUE(json["sensitivity"]["levers"][0]["simulated_peak"].is_null());
}

}  // namespace
}  // namespace arraytwin::cli
