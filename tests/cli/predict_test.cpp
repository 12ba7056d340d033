// predict: its outputs, their independence of threads, and that files appear whole or not at all.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

using nlohmann::json;

/// Three points of two curves, quick and not precise.
const std::string quick =
    "arraytwin predict aff-a800 -w 4k-random-read 8k:70r:100rand --max-ios 20000 --at outstanding=64 "
    "--at iops=200000 --at iops=100000,outstanding=256 ";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> keys_of(const json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.items()) keys.push_back(key);
    return keys;
}

void expect_keys(const json& object, const std::vector<std::string>& keys) {
    ASSERT_TRUE(object.is_object());
    for (const auto& key : keys)
        EXPECT_TRUE(object.contains(key)) << key << " of " << ::testing::PrintToString(keys_of(object));
}

/// The document without the one line that may differ.
std::string without_run(const std::string& text) {
    std::istringstream lines{text};
    std::string rest;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("  \"run\": ")) rest += line + "\n";
    }
    return rest;
}

TEST(Predict, JsonHasTheSchemaOfTheDesign) {
    const auto ended = Shell{}.run(quick + "--json -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    const auto document = json::parse(ended.output, nullptr, false);
    expect_keys(document, {"schema", "curves", "run"});
    EXPECT_EQ(document["schema"], 1);
    expect_keys(document["run"], {"wall_s", "simulated_ios", "events", "jobs"});
    EXPECT_GT(document["run"]["jobs"], 0);
    ASSERT_EQ(document["curves"].size(), 2U);
    const auto& curve = document["curves"][0];
    expect_keys(curve, {"array", "workload", "seed", "grade", "measured_as", "points", "peak", "sub_ms_iops", "knee"});
    EXPECT_EQ(curve["array"], "aff-a800");
    EXPECT_EQ(curve["workload"], "4k-random-read");
    EXPECT_EQ(document["curves"][1]["workload"], "8k:70r:100rand");
    ASSERT_EQ(curve["points"].size(), 3U);
    const auto& point = curve["points"][0];
    expect_keys(point, {"load", "iops", "mib_per_s", "latency_us", "prediction90", "bottleneck", "utilization",
                        "breakdown_us"});
    expect_keys(point["latency_us"], {"mean", "p50", "p95", "p99", "p99_9", "mean_ci95"});
    EXPECT_EQ(point["load"], json({{"outstanding", 64}, {"target_iops", nullptr}}));
    EXPECT_EQ(curve["points"][2]["load"], json({{"outstanding", 256}, {"target_iops", 100000.0}}));
}

TEST(Predict, IsTheSameForAnyNumberOfJobsAndAgain) {
    const Shell shell;
    const auto once = shell.run(quick + "--json - --jobs 1 --seed 7");
    const auto again = shell.run(quick + "--json - --jobs 1 --seed 7");
    const auto parallel = shell.run(quick + "--json - --jobs 2 --seed 7");
    const auto other = shell.run(quick + "--json - --jobs 2 --seed 8");
    ASSERT_EQ(once.code, 0) << once.errors;
    EXPECT_NE(without_run(once.output), once.output) << "the run is a line of its own";
    EXPECT_EQ(without_run(once.output), without_run(again.output));
    EXPECT_EQ(without_run(once.output), without_run(parallel.output));
    EXPECT_NE(without_run(once.output), without_run(other.output));
}

TEST(Predict, FastSolverIsTheSameAgainAndHasNoPercentiles) {
    const Shell shell;
    const std::string fast = "arraytwin predict aff-a800 -w 4k-random-read --solver fast --json -";
    const auto once = shell.run(fast);
    ASSERT_EQ(once.code, 0) << once.errors;
    EXPECT_EQ(without_run(once.output), without_run(shell.run(fast + " --jobs 1").output));
    const auto document = json::parse(once.output, nullptr, false);
    EXPECT_TRUE(document["curves"][0]["points"][0]["latency_us"]["p99"].is_null());
}

TEST(Predict, TableGoesToOutputAndNotesToErrors) {
    const Shell shell;
    const auto loud = shell.run(quick + "--precision mean=0.01%");
    EXPECT_EQ(loud.code, 3) << "asked for and not reached";
    EXPECT_TRUE(contains(loud.output, "bottleneck")) << loud.output;
    EXPECT_FALSE(contains(loud.output, "note:"));
    EXPECT_TRUE(loud.errors.starts_with("note: 6 of 6 points ended before they reached the precision")) << loud.errors;
    EXPECT_FALSE(contains(loud.errors, "\r")) << "progress in a pipe";
    const auto quiet = shell.run(quick + "--quiet");
    EXPECT_EQ(quiet.code, 0) << "nobody asked for a precision";
    EXPECT_EQ(quiet.errors, "");
    EXPECT_TRUE(contains(quiet.output, "bottleneck"));
}

TEST(Predict, ReachesAPrecisionThatCanBeReached) {
    const auto ended =
        Shell{}.run("arraytwin predict aff-a800 -w 4k --at outstanding=8 --max-ios 50000 --precision mean=20%,p99=0.9");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(ended.errors, "");
}

TEST(Predict, ProgressOnATerminalOnly) {
    const auto ended =
        Shell{}.run("script -qec 'arraytwin predict aff-a800 -w 4k --at outstanding=8 --max-ios 2000' /dev/null");
    EXPECT_TRUE(contains(ended.output, "\r\x1b[K")) << ended.output;
    EXPECT_TRUE(contains(ended.output, "100 %")) << ended.output;
}

TEST(Predict, MeasuredPointsOfTheArrayAndWorkloadAreLaidBeside) {
    const Shell shell;
    const auto ended = shell.run(quick + "--measured data/measured/measured_curves.csv --json -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    const auto document = json::parse(ended.output, nullptr, false);
    const auto& measured = document["curves"][0]["measured"];
    ASSERT_EQ(measured.size(), 3U);
    for (const auto& point : measured) {
        EXPECT_EQ(point["config"], "a800-fc");
        EXPECT_EQ(point["workload"], "4k-random-read");
    }
    EXPECT_FALSE(document["curves"][1].contains("measured"));
    EXPECT_TRUE(contains(ended.errors, "has no point of a800-fc under 8k:70r:100rand")) << ended.errors;
}

TEST(Predict, EachOutputCanTakeStandardOutput) {
    const Shell shell;
    EXPECT_TRUE(json::accept(shell.run(quick + "--json -").output));
    const auto csv = shell.run(quick + "--csv - --json j");
    EXPECT_EQ(std::count(csv.output.begin(), csv.output.end(), '\n'), 7) << csv.output;
    EXPECT_TRUE(json::accept(shell.read("j")));
    EXPECT_EQ(shell.files(), std::vector<std::string>{"j"});
}

TEST(Predict, FilesAreAsPublicAsAnyAndTheTableStaysUnlessQuiet) {
    const Shell shell;
    const auto loud = shell.run("umask 027; " + quick + "--json j.json --csv c.csv && stat -c %a j.json");
    EXPECT_EQ(loud.code, 0) << loud.errors;
    EXPECT_TRUE(loud.output.ends_with("640\n"));
    EXPECT_TRUE(contains(loud.output, "bottleneck"));
    EXPECT_EQ(shell.run(quick + "-q --json j.json").output, "");
    EXPECT_EQ(shell.files(), (std::vector<std::string>{"c.csv", "j.json"}));
}

TEST(Predict, FileBehindASymbolicLinkIsReplacedAndTheLinkStays) {
    const Shell shell;
    shell.run("mkdir sub && echo old >sub/real && ln -s sub/real link");
    EXPECT_EQ(shell.run(quick + "-q --json link").code, 0);
    EXPECT_EQ(shell.run("test -L link && cmp link sub/real && ls sub").output, "real\n");
    EXPECT_TRUE(json::accept(shell.read("sub/real")));
}

TEST(Predict, DeviceIsWrittenToAndStaysADevice) {
    const auto ended = Shell{}.run("ln -s /dev/null sink; " + quick +
                                   "-q --json sink --csv /dev/null && test -c /dev/null && test -L sink");
    EXPECT_EQ(ended.code, 0) << ended.errors;
}

TEST(Predict, NoFileAppearsIfOneFails) {
    const Shell shell;
    const auto full = shell.run(quick + "--json j.json --csv /dev/full");
    EXPECT_EQ(full.code, 2);
    EXPECT_EQ(full.output, "");
    EXPECT_TRUE(contains(full.errors, "/dev/full: cannot be written: ")) << full.errors;
    EXPECT_EQ(shell.files(), std::vector<std::string>{});
}

TEST(Predict, NothingIsWrittenOrOverwrittenOnBadInput) {
    const Shell shell;
    shell.run("echo old >old.json");
    const auto ended = shell.run("arraytwin predict aff-a800 -w 4k --set nodes.coers=3 --json old.json --csv new.csv");
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.output, "");
    EXPECT_TRUE(contains(ended.errors, "--set: nodes.coers: unknown key")) << ended.errors;
    EXPECT_EQ(shell.read("old.json"), "old\n");
    EXPECT_EQ(shell.files(), std::vector<std::string>{"old.json"});
}

TEST(Predict, ReaderWhoLeavesStillLeavesTheFiles) {
    const Shell shell;
    shell.run("{ " + quick + "--json j.json; echo $? >code; } | true");
    EXPECT_EQ(shell.read("code"), "0\n");
    EXPECT_TRUE(json::accept(shell.read("j.json")));
}

TEST(Predict, OverridesMakeAnotherArray) {
    const Shell shell;
    const auto base = json::parse(shell.run(quick + "--json -").output, nullptr, false);
    const auto half = json::parse(shell.run(quick + "--set nodes.cores=4 --json -").output, nullptr, false);
    EXPECT_EQ(half["curves"][0]["grade"], "spec-only");
    EXPECT_GT(half["curves"][0]["points"][1]["utilization"]["node.1.cpu"],
              base["curves"][0]["points"][1]["utilization"]["node.1.cpu"]);
}

TEST(Predict, FailuresAreOverridesOfTheSpec) {
    const Shell shell;
    const auto curves = [&](const std::string& options) {
        return json::parse(shell.run(quick + options + " --json -").output, nullptr, false)["curves"];
    };
    const auto failed = curves("--fail drive:5 --fail drive:6 --fail port:1a");
    EXPECT_EQ(failed, curves("--set failures.drive=5,6 --set failures.port=1a"));
    EXPECT_EQ(failed[0]["grade"], "spec-only");
    EXPECT_EQ(failed[0]["points"][0]["utilization"]["drive.5"], 0.0);
}

}  // namespace
}  // namespace arraytwin::cli
