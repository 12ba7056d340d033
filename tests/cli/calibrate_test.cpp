// `arraytwin calibrate` as a user types it.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

using nlohmann::json;

const std::string curves = "--measured data/measured/measured_curves.csv ";
const std::string quick = "arraytwin calibrate aff-a800 " + curves + "-w 4k-random-read --rounds 0 ";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Calibrate, WritesAFileFromWhichPredictTakesGradeAndInterval) {
    const Shell shell;
    const auto ended = shell.run(quick + "-o fitted.toml");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(ended.errors, "");
    EXPECT_TRUE(contains(ended.output, "random_read.after"));
    EXPECT_TRUE(contains(ended.output, "not identifiable")) << "reads say nothing of writes";
    EXPECT_EQ(shell.files(), std::vector<std::string>{"fitted.toml"}) << "nothing is left beside it";
    EXPECT_TRUE(shell.read("fitted.toml").starts_with("# Fitted by: arraytwin calibrate aff-a800 --measured "));
    const std::string ask =
        "arraytwin predict aff-a800 --set calibration=./fitted.toml --solver fast --json - "
        "--at outstanding=4096 -w ";
    const auto seen = json::parse(shell.run(ask + "4k-random-read").output, nullptr, false)["curves"][0];
    EXPECT_EQ(seen["grade"], "cross-validated");
    const auto& point = seen["points"][0];
    const double iops = point["iops"];
    EXPECT_LT(point["prediction90"]["iops"][0], iops);
    EXPECT_GT(point["prediction90"]["iops"][1], iops);
    EXPECT_TRUE(point["prediction90"]["latency_us"].is_array());
    const auto other = json::parse(shell.run(ask + "4k:90r:100rand").output, nullptr, false)["curves"][0];
    EXPECT_EQ(other["grade"], "calibrated");
    EXPECT_TRUE(contains(shell.run(ask + "64k:0r:0rand").output, "outside the calibrated range"));
}

TEST(Calibrate, JsonHasTheDocumentedKeys) {
    const auto ended = Shell{}.run(quick + "--json -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    const auto document = json::parse(ended.output, nullptr, false);
    EXPECT_EQ(document["schema"], 1);
    EXPECT_EQ(document["arrays"], json({"aff-a800"}));
    for (const auto* key : {"constants", "points", "errors", "notes", "run"})
        EXPECT_TRUE(document.contains(key)) << key;
    for (const auto* key : {"constant", "meaning", "prior", "spread", "value", "ci95", "learnt", "identifiable",
                            "confused_with", "settled_by"})
        EXPECT_TRUE(document["constants"][0].contains(key)) << key;
    for (const auto* key : {"array", "workload", "point", "quantity", "measured", "fitted", "error_pct", "weight",
                            "left_out_error_pct", "knee_error_pct"})
        EXPECT_TRUE(document["points"][0].contains(key)) << key;
    EXPECT_EQ(document["points"].size(), 3U);
}

TEST(Calibrate, ResultDoesNotDependOnTheThreads) {
    const Shell shell;
    ASSERT_EQ(shell.run(quick + "-q --jobs 1 -o one.toml").code, 0);
    ASSERT_EQ(shell.run(quick + "-q --jobs 2 -o two.toml").code, 0);
    const auto without_name = [&](const std::string& name) {
        std::string text = shell.read(name + ".toml");
        const auto at = text.find('"' + name + '"');
        return at == std::string::npos ? text : text.erase(at, name.size() + 2);
    };
    EXPECT_EQ(without_name("one"), without_name("two"));
}

TEST(Calibrate, NoiseWidensTheIntervals) {
    const auto width = [](const std::string& noise) {
        const auto document = json::parse(Shell{}.run(quick + noise + " --json -").output, nullptr, false);
        for (const auto& constant : document["constants"]) {
            if (constant["constant"] == "random_read.after") return 1 - constant["learnt"].get<double>();
        }
        return -1.0;
    };
    EXPECT_GT(width("--noise 10%"), width("--noise 1%"));
}

TEST(Calibrate, AnotherConfigurationAndAPriorAreTaken) {
    const Shell shell;
    const auto other = shell.run(quick + "--config a300-fc --csv -");
    ASSERT_EQ(other.code, 0) << other.errors;
    EXPECT_TRUE(contains(other.output, "aff-a800,4k-random-read,peak,iops,"));
    EXPECT_FALSE(contains(other.output, "1219829")) << "the A800's own peak";
    const auto fitted = shell.run(quick + "--prior aff-a800");
    EXPECT_EQ(fitted.code, 2) << "nothing in a fitted calibration may be moved";
    EXPECT_TRUE(contains(fitted.errors, "no value has a spread")) << fitted.errors;
}

TEST(Calibrate, SeveralArraysGoIntoAFolder) {
    const Shell shell;
    const std::string both = "arraytwin calibrate aff-a800 aff-a300 " + curves + "-w 4k-random-read --rounds 0 -q -o ";
    const auto refused = shell.run(both + "fitted.toml");
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(contains(refused.errors, "is not a folder, but there are several arrays")) << refused.errors;
    std::filesystem::create_directory(shell.folder() / "fitted");
    const auto ended = shell.run(both + "fitted");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    for (const char* const name : {"aff-a800", "aff-a300"})
        EXPECT_TRUE(contains(shell.read(std::string{"fitted/"} + name + ".toml"), "array  = \"" + std::string{name}));
}

TEST(Calibrate, NothingIsWrittenOnAnErrorAndAnOldFileStays) {
    const Shell shell;
    std::ofstream{shell.folder() / "mine.toml"} << "as it was";
    const auto ended = shell.run("arraytwin calibrate aff-a800 --measured nowhere.csv -o mine.toml");
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(contains(ended.errors, "nowhere.csv"));
    EXPECT_EQ(shell.read("mine.toml"), "as it was");
    EXPECT_EQ(shell.files(), std::vector<std::string>{"mine.toml"});
}

}  // namespace
}  // namespace arraytwin::cli
