// `arraytwin compare` as a user types it.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include <fmt/format.h>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

using nlohmann::json;

const std::string curves = "--measured data/measured/measured_curves.csv ";
const std::string cases = ARRAYTWIN_SOURCE_DIR "/tests/measured/cases/";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// What the twin itself predicts at a few depths, as rows of our own CSV with all digits; IOPS times `factor`.
std::string own_output(const Shell& shell, double factor) {
    const auto predicted = shell.run(
        "arraytwin predict aff-a800 -w 4k-random-read --max-ios 20000 --at outstanding=4 --at outstanding=32 "
        "--at outstanding=256 --at outstanding=1024 --json -");
    const auto document = json::parse(predicted.output, nullptr, false);
    std::string rows = "config,workload,point,iops,latency_us,outstanding\n";
    for (const auto& point : document["curves"][0]["points"]) {
        const double iops = point["iops"];
        const double mean = point["latency_us"]["mean"];
        const int outstanding = point["load"]["outstanding"];
        rows += fmt::format("a800-fc,4k-random-read,qd{},{},{},{}\n", outstanding, iops * factor, mean / factor,
                            outstanding);
    }
    return rows;
}

TEST(Compare, JsonHasTheSchemaOfTheDesign) {
    const auto ended = Shell{}.run("arraytwin compare aff-a800 " + curves + "-w 4k-random-read --solver fast --json -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    const auto document = json::parse(ended.output, nullptr, false);
    EXPECT_EQ(document["schema"], 1);
    EXPECT_EQ(document["array"], "aff-a800");
    EXPECT_EQ(document["config"], "a800-fc");
    EXPECT_TRUE(document["gate"].is_null());
    EXPECT_TRUE(document["audit"].is_array());
    for (const auto* key : {"peak", "sub_ms", "knee", "iops", "latency"})
        EXPECT_TRUE(document["summary"].contains(key)) << key;
    EXPECT_TRUE(document["summary"]["knee"].is_null()) << "absent is null";
    ASSERT_EQ(document["comparisons"].size(), 1U);
    const auto& comparison = document["comparisons"][0];
    for (const auto* key :
         {"workload", "grade", "points", "peak", "sub_ms", "knee", "demerit_pct", "verdict", "reason"})
        EXPECT_TRUE(comparison.contains(key)) << key;
    ASSERT_EQ(comparison["points"].size(), 3U);
    const auto& start = comparison["points"][0];
    EXPECT_EQ(start["point"], "start");
    EXPECT_EQ(start["load"], json({{"outstanding", 4096}, {"target_iops", 118511.0}}));
    EXPECT_EQ(start["measured"], json({{"iops", 118511.0}, {"latency_us", 217.5}}));
    EXPECT_EQ(start["source"]["format"], "arraytwin-csv");
    EXPECT_EQ(start["source"]["line"], 2);
    const auto& peak = comparison["points"][2];
    EXPECT_EQ(peak["load"]["outstanding"], 4025) << "IOPS x latency";
    const double predicted = comparison["peak"]["predicted"];
    EXPECT_NEAR(comparison["peak"]["error_pct"], (predicted / 1219829 - 1) * 100, 1e-9);
}

TEST(Compare, TheTwinAgreesWithItsOwnOutputAndIsBiasedAgainstAScaledOne) {
    const Shell shell;
    std::ofstream{shell.folder() / "own.csv"} << own_output(shell, 1);
    std::ofstream{shell.folder() / "half.csv"} << own_output(shell, 0.5);
    const std::string compare = "arraytwin compare aff-a800 --max-ios 20000 --json - ";
    const auto own = json::parse(shell.run(compare + "-m own.csv --jobs 1").output, nullptr, false);
    const auto& comparison = own["comparisons"][0];
    EXPECT_EQ(comparison["verdict"], "agrees");
    for (const auto& point : comparison["points"])
        EXPECT_NEAR(point["error_pct"]["iops"], 0, 1e-9) << "same load, same seed";
    EXPECT_NEAR(comparison["knee"]["error_pct"], 0, 1e-9);
    const auto half = json::parse(shell.run(compare + "-m half.csv --jobs 2").output, nullptr, false);
    EXPECT_EQ(half["comparisons"][0]["verdict"], "biased");
    EXPECT_NEAR(half["comparisons"][0]["factor"], 2, 1e-6);
    for (const auto& point : half["comparisons"][0]["points"]) EXPECT_NEAR(point["error_pct"]["iops"], 100, 1e-6);
}

TEST(Compare, TableEndsInTheVerdictAndTheGate) {
    const auto ended = Shell{}.run("arraytwin compare aff-a800 " + curves +
                                   "-w 4k-random-read 64k-sequential-read --solver fast --max-error peak=1000%");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(ended.errors, "");
    EXPECT_TRUE(contains(ended.output, "where it crosses"));
    EXPECT_TRUE(contains(ended.output, "Audit of the measured rows: 6 points, no finding."));
    EXPECT_TRUE(ended.output.ends_with("gate passed\n")) << ended.output;
}

TEST(Compare, GateNamesWhatExceededAndExitsWithOne) {
    const Shell shell;
    const auto ended =
        shell.run("arraytwin compare aff-a800 " + curves +
                  "-w 4k-random-read --solver fast --set nodes.cores=4 --max-error peak=5%,knee=50% --json j.json");
    EXPECT_EQ(ended.code, 1);
    EXPECT_TRUE(contains(ended.errors, "gate: peak of 4k-random-read: -")) << ended.errors;
    EXPECT_TRUE(contains(ended.errors, "gate: knee: no scored error to check against 50 %")) << ended.errors;
    EXPECT_TRUE(contains(ended.output, "gate failed"));
    const auto gate = json::parse(shell.read("j.json"), nullptr, false)["gate"];
    EXPECT_EQ(gate["passed"], false);
    EXPECT_EQ(gate["max_error_pct"]["peak"], 5);
    ASSERT_EQ(gate["exceeded"].size(), 2U);
    EXPECT_EQ(gate["exceeded"][0]["where"], "4k-random-read");
}

TEST(Compare, BenchmarksOutputIsMatchedByItsMix) {
    const auto ended = Shell{}.run("arraytwin compare aff-a800 -m " + cases + "18*/summary.html --solver fast");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    EXPECT_TRUE(contains(ended.output, "8k:70r:100rand")) << ended.output;
    EXPECT_TRUE(contains(ended.output, "1 finding:")) << "the audit of lib/measured";
    EXPECT_TRUE(contains(ended.errors, "do not tell their random share")) << ended.errors;
}

TEST(Compare, PercentilesGiveADistance) {
    const auto ended = Shell{}.run("arraytwin compare aff-a800 -m " + cases + "14*/run.json --max-ios 2000 --json -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    const auto comparison = json::parse(ended.output, nullptr, false)["comparisons"][0];
    EXPECT_GT(comparison["demerit_pct"], 0);
    EXPECT_EQ(comparison["demerit_basis"], "p50, p99, p99.9, completion only");
}

TEST(Compare, AnotherConfigurationIsCompared) {
    const auto ended = Shell{}.run("arraytwin compare aff-a800 " + curves +
                                   "--config a300-fc -w 4k-random-read --solver fast --csv -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    EXPECT_TRUE(contains(ended.output, "\naff-a800,a300-fc,4k-random-read,")) << ended.output;
    EXPECT_FALSE(contains(ended.output, "a800-fc"));
}

TEST(Compare, PageHoldsTheVerdict) {
    const Shell shell;
    const auto ended =
        shell.run("arraytwin compare aff-a800 " + curves + "-w 4k-random-read --solver fast -q --html page.html");
    if (contains(ended.errors, "no HTML page")) GTEST_SKIP() << "built without npm";
    ASSERT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(ended.output, "");
    EXPECT_TRUE(contains(shell.read("page.html"), R"("verdict": {"word")")) << "beside the curve";
}

}  // namespace
}  // namespace arraytwin::cli
