// `arraytwin measured` as a user types it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

const std::string cases = ARRAYTWIN_SOURCE_DIR "/tests/measured/cases/";

TEST(Measured, TableAndAudit) {
    const auto ended = Shell{}.run("arraytwin measured data/measured/measured_curves.csv");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(ended.errors, "");
    EXPECT_NE(ended.output.find("Audit: 170 points, 4 findings; the rest is consistent."), std::string::npos)
        << ended.output;
}

TEST(Measured, JsonOfSeveralFiles) {
    const Shell shell;
    const auto ended = shell.run("arraytwin measured " + cases + "04*/run.json " + cases +
                                 "18*/summary.html --json - --csv points.csv");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json.at("schema"), 1);
    ASSERT_EQ(json.at("points").size(), 5U);
    EXPECT_EQ(json["points"][0]["iops"], 20000);
    EXPECT_TRUE(json["points"][0]["target_iops"].is_null());
    EXPECT_EQ(json["points"][0]["source"]["format"], "fio-json");
    EXPECT_EQ(shell.run("arraytwin measured points.csv --json - | head -c 20").code, 0);
}

TEST(Measured, FailedRunIsNoPoint) {
    const auto ended = Shell{}.run("arraytwin measured " + cases + "02*/run.json --json out.json");
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.output, "");
    EXPECT_NE(ended.errors.find("error=No such file or directory"), std::string::npos) << ended.errors;
    EXPECT_EQ(Shell{}.run("arraytwin measured").code, 2);
    EXPECT_EQ(Shell{}.run("arraytwin measured nothing.json").code, 2);
}

}  // namespace
}  // namespace arraytwin::cli
