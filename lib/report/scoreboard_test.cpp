#include "lib/report/scoreboard.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace arraytwin::report {
namespace {

using calibrate::Quantity;
using scoreboard::Cell;
using scoreboard::Protocol;

Cell cell(const char* workload, const char* point, Quantity quantity, double predicted) {
    Cell cell{"my-array", "my-config", workload, point, "", quantity, 1000, predicted};
    if (quantity == Quantity::iops) cell.null_predicted = 1200;
    return cell;
}

scoreboard::Scoreboard sample() {
    scoreboard::Scoreboard board;
    board.scores = {{Protocol::in_sample,
                     "all",
                     7,
                     {cell("sql", "peak", Quantity::iops, 1100), cell("oracle", "start", Quantity::latency, 700)}},
                    {Protocol::array_out, "all", 3, {}}};
    board.notes = {"a note"};
    return board;
}

TEST(ScoreboardReport, TableNamesTheWorstAndPartsQuantities) {
    const std::string text = scoreboard_table(sample(), {false, 160});
    for (const char* part :
         {"in_sample", "  peak", "  latency", "20.0 %", "my-array oracle start", "-30.0 %", "700 µs"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    EXPECT_LT(text.find("oracle start"), text.find("sql peak")) << "the worst first";
    EXPECT_EQ(text.find("array_out"), std::string::npos) << "nothing was predicted";
}

TEST(ScoreboardReport, JsonHasSharesOfEachGroupAndOfTheNullModel) {
    const auto json = nlohmann::json::parse(scoreboard_json(sample(), {{{"in_sample", 10}}, {}}));
    const auto& protocol = json["protocols"]["in_sample"];
    EXPECT_NEAR(protocol["all"]["mean"], 0.2, 1e-12);
    EXPECT_NEAR(protocol["all"]["quantities"]["iops"]["worst"], 0.1, 1e-12);
    EXPECT_EQ(protocol["all"]["constants"], 7);
    EXPECT_EQ(protocol["null"]["all"]["count"], 1);
    EXPECT_NEAR(protocol["cells"][1]["error_pct"], -30, 1e-9);
    EXPECT_TRUE(protocol["cells"][1]["null_predicted"].is_null());
    EXPECT_TRUE(json["protocols"]["array_out"]["all"].is_null());
    EXPECT_EQ(json["protocols"]["array_out"]["cells"].size(), 0U);
    EXPECT_TRUE(json["gate"]["passed"]);
}

TEST(ScoreboardReport, CsvHasARowForEachPrediction) {
    const std::string csv = scoreboard_csv(sample());
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3);
    EXPECT_NE(csv.find("in_sample,all,7,my-array,my-config,sql,peak,,iops,1000,1100,"), std::string::npos) << csv;
}

}  // namespace
}  // namespace arraytwin::report
