// The waterfall in its three forms.
#include "lib/report/capacity.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

CapacityOf sample() {
    Capacity capacity{10 * bytes_of_tib, "ten drives of 1 TiB"};
    capacity.leave("parity", 8 * bytes_of_tib,
                   "two drives of ten, which is told in so many words that a line is too short");
    capacity.mark_usable();
    capacity.leave("data reduction", 16 * bytes_of_tib, "2 logical bytes for each stored one");
    capacity.notes.push_back("a note");
    return {"mine", "An array\x1b[31m", capacity};
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(CapacityTable, ShowsStepsTotalsRulesAndNotes) {
    const auto text = capacity_table(sample(), {false, 120});
    EXPECT_TRUE(contains(text, "raw             ████████ 100 %     10.00    11.00")) << text;
    EXPECT_TRUE(contains(text, "parity          ██████▍   80 %      8.00     8.80        -2.00")) << text;
    EXPECT_TRUE(contains(text, "= usable                            8.00     8.80")) << text;
    EXPECT_TRUE(contains(text, "= effective                        16.00    17.59")) << text;
    EXPECT_TRUE(contains(text, "  -  a note\n")) << text;
    EXPECT_FALSE(contains(text, "\x1b"));
}

TEST(CapacityTable, FitsItsWidth) {
    for (const int width : {60, 70, 80, 120}) {
        std::istringstream lines{capacity_table(sample(), {false, width})};
        for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
    }
}

TEST(CapacityTable, OfASmallDiskHasMoreDecimals) {
    const CapacityOf small{"disk", "A disk", Capacity{256 * bytes_of_gib, "one"}};
    EXPECT_TRUE(contains(capacity_table(small, {}), "0.2500   0.2749"));
}

TEST(CapacityJson, StepsAreChangesThatSumToWhatIsEffective) {
    const auto json = nlohmann::json::parse(capacity_json(sample()));
    EXPECT_EQ(json["schema"], 1);
    EXPECT_DOUBLE_EQ(json["raw_tb"].get<double>(), 10.99511627776);
    EXPECT_DOUBLE_EQ(json["usable_tib"].get<double>(), 8);
    double sum = 0;
    for (const auto& step : json["steps"]) sum += step["tib"].get<double>();
    EXPECT_DOUBLE_EQ(sum, json["effective_tib"].get<double>());
    EXPECT_DOUBLE_EQ(json["steps"][1]["tib"].get<double>(), -2);
    EXPECT_DOUBLE_EQ(json["steps"][1]["left_tib"].get<double>(), 8);
}

TEST(CapacityCsv, SaysWhatEachStepIsPartOf) {
    const auto csv = capacity_csv(sample());
    EXPECT_TRUE(contains(csv, "mine,parity,-2,8,")) << csv;
    EXPECT_TRUE(contains(csv, ",usable,\"two drives of ten, ")) << csv;
    EXPECT_TRUE(contains(csv, "mine,data reduction,8,16,17.592186044416,effective,")) << csv;
}

}  // namespace
}  // namespace arraytwin::report
