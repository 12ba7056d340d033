// size: its table, JSON and CSV; what it finds is tests/size's.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

/// One workload, so that `predict` can be asked on the command line.
void write_need(const Shell& shell) {
    std::ofstream{shell.folder() / "need.toml"}
        << "schema = 1\nname = \"mine\"\n[growth]\nper = \"month\"\niops = 0.01\n"
           "[[workloads]]\nworkload = \"4k-random-read\"\niops = 100_000\n"
           "capacity = \"5TB\"\nmean = \"300us\"\n";
}

TEST(SizeCommand, ProposesWhatPredictConfirms) {
    const Shell shell;
    write_need(shell);
    const auto ended = shell.run("arraytwin size ef570 --need ./need.toml --json -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    EXPECT_EQ(ended.errors, "");
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_EQ(json["schema"], 1);
    ASSERT_EQ(json["proposals"].size(), 1U);
    const auto& proposal = json["proposals"][0];
    EXPECT_EQ(proposal["array"], "ef570");
    EXPECT_TRUE(proposal["trust"] == "sure" || proposal["trust"] == "likely");
    EXPECT_LT(proposal["latency_mean_90_us"][0], proposal["latency_mean_90_us"][1]);
    EXPECT_GE(proposal["effective_tb"].get<double>(), 5);
    EXPECT_GT(proposal["months_of_performance"].get<int>(), 0);
    EXPECT_TRUE(proposal["months_of_space"].is_null());
    std::string command = "arraytwin predict ef570 -w 4k-random-read --at iops=100000 --quiet --json -";
    for (const auto& set : proposal["set"]) command += " --set " + set.get<std::string>();
    const auto predicted = nlohmann::json::parse(shell.run(command).output);
    const auto& point = predicted["curves"][0]["points"][0];
    EXPECT_EQ(point["latency_us"]["mean"], proposal["all_up"]["latency_mean_us"]);
}

TEST(SizeCommand, CsvHasARowForEachProposal) {
    const Shell shell;
    write_need(shell);
    const auto csv = shell.run("arraytwin size ef570 --need ./need.toml --csv -").output;
    EXPECT_TRUE(csv.starts_with("array,set,nodes,drives,")) << csv;
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2) << csv;
    const auto header = csv.substr(0, csv.find('\n'));
    const auto row = csv.substr(header.size() + 1);
    EXPECT_EQ(std::count(header.begin(), header.end(), ','), std::count(row.begin(), row.end(), ',')) << csv;
}

TEST(SizeCommand, NothingThatMeetsANeedIsExitOne) {
    const Shell shell;
    write_need(shell);
    const auto ended = shell.run("arraytwin size virtual-disk --need ./need.toml");
    EXPECT_EQ(ended.code, 1) << ended.errors;
    EXPECT_NE(ended.output.find("Nothing meets this need"), std::string::npos) << ended.output;
    EXPECT_NE(ended.output.find("it holds 0.3 TB, 5.0 TB are needed"), std::string::npos) << ended.output;
}

TEST(SizeCommand, TheMostOfAWorkload) {
    const Shell shell;
    const auto ended = shell.run("arraytwin size --max ef570 -w 4k-random-read --within 300us --json -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    const auto json = nlohmann::json::parse(ended.output);
    EXPECT_LE(json["latency_mean_us"].get<double>(), 300);
    EXPECT_LT(json["iops_90"][0], json["iops"]);
    EXPECT_EQ(shell.run("arraytwin size --max ef570 -w 4k-random-read --within 20us").code, 1);
}

}  // namespace
}  // namespace arraytwin::cli
