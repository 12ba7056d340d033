// `arraytwin scoreboard` as a user types it. Only the quickest protocol runs: what it costs is said in docs/accuracy.md.
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Scoreboard, JsonHasTheSchemaOfTheDesign) {
    // Two corners and two mixes of two arrays: the same as with all, sooner.
    const auto ended = Shell{}.run(
        "grep -E '^array,|,(a800|a250)-fc,.*,(4k-random-(read|write)|sql|sql-90-10),.*,peak,' "
        "data/measured/measured_curves.csv > few.csv && "
        "arraytwin scoreboard aff-a800 a250-fc --measured few.csv --protocol corners_to_mixes --json -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    const auto document = json::parse(ended.output, nullptr, false);
    EXPECT_EQ(document["schema"], 1);
    const auto& protocol = document["protocols"]["corners_to_mixes"];
    for (const auto* key : {"count", "median", "mean", "p90", "worst"}) {
        EXPECT_TRUE(protocol["ontap"][key].is_number()) << key;
        EXPECT_TRUE(protocol["null"]["ontap"][key].is_number()) << key;
    }
    EXPECT_GT(protocol["ontap"]["constants"], 0);
    EXPECT_EQ(protocol["cells"].size(), 4U) << "two mixes of each array";
    for (const auto& cell : protocol["cells"]) {
        EXPECT_TRUE(cell["config"] == "a800-fc" || cell["config"] == "a250-fc");
        EXPECT_TRUE(cell["predicted"].is_number()) << cell;
        EXPECT_LT(std::abs(cell["error_pct"].get<double>()), 100) << cell;
    }
}

TEST(Scoreboard, RefusesWhatItDoesNotKnow) {
    const auto ended = Shell{}.run("arraytwin scoreboard --protocol mixout --family ontab --max-error kne=3% --html x");
    EXPECT_EQ(ended.code, 2);
    for (const auto* part : {"did you mean 'mix_out'", "no array is of this family", "did you mean 'knee'", "--html"})
        EXPECT_TRUE(contains(ended.errors, part)) << part << "\n" << ended.errors;
    EXPECT_EQ(ended.output, "");
}

}  // namespace
}  // namespace arraytwin::cli
