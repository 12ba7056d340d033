// capacity: its table, JSON and CSV; the figures themselves are tests/capacity's.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

nlohmann::json json_of(const std::string& arguments) {
    const auto ended = Shell{}.run("arraytwin capacity " + arguments + " --json -");
    EXPECT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(ended.errors, "");
    return nlohmann::json::parse(ended.output);
}

TEST(CapacityCommand, JsonHasTheContractsKeysAndStepsThatSum) {
    for (const char* array : {"aff-a800", "ef570", "sf19210x8", "virtual-disk"}) {
        const auto json = json_of(array);
        EXPECT_EQ(json["schema"], 1);
        double sum = 0;
        for (const auto& step : json["steps"]) {
            EXPECT_FALSE(step["name"].get<std::string>().empty());
            EXPECT_FALSE(step["why"].get<std::string>().empty());
            sum += step["tib"].get<double>();
        }
        const double tb_of_tib = 1.099511627776;
        EXPECT_NEAR(json["usable_tb"].get<double>(), json["usable_tib"].get<double>() * tb_of_tib, 1e-9);
        EXPECT_NEAR(sum * tb_of_tib, json["effective_tb"].get<double>(), 1e-6) << array;
        EXPECT_LE(json["usable_tb"].get<double>(), json["raw_tb"].get<double>());
    }
}

TEST(CapacityCommand, SetChangesTheArray) {
    const double base = json_of("aff-a800")["usable_tb"].get<double>();
    EXPECT_GT(json_of("aff-a800 --set layout.partition=root-data-data")["usable_tb"].get<double>(), base);
    EXPECT_NEAR(json_of("aff-a800 --set media.count=48")["raw_tb"].get<double>(), 48 * 1.92, 1e-9);
}

TEST(CapacityCommand, CsvHasARowForEachStep) {
    const auto csv = Shell{}.run("arraytwin capacity ef570 --csv -").output;
    EXPECT_TRUE(csv.starts_with("array,step,tib,left_tib,left_tb,part_of,why\r\n")) << csv;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5) << csv;
}

TEST(CapacityCommand, QuietWithAFilePrintsNothing) {
    const Shell shell;
    const auto ended = shell.run("arraytwin capacity ef570 --quiet --json ef570.json");
    EXPECT_EQ(ended.output, "");
    EXPECT_EQ(shell.files(), std::vector<std::string>{"ef570.json"});
}

}  // namespace
}  // namespace arraytwin::cli
