// predict -a: applications as a table, JSON and CSV, with measured rows beside them.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/shell.hpp"

namespace arraytwin::cli {
namespace {

using nlohmann::json;

const std::string fast = "arraytwin predict aff-a800 --solver fast ";

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(PredictApplications, JsonHasAPointForEachNumberOfMachines) {
    const auto ended = Shell{}.run(fast + "-a sysbench-oltp --vms 4,8 --vms 16 --json -");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    const auto document = json::parse(ended.output, nullptr, false);
    ASSERT_TRUE(document.is_object());
    EXPECT_EQ(document["schema"], 1);
    EXPECT_TRUE(document["curves"].empty());
    const auto& application = document["applications"].at(0);
    EXPECT_EQ(application["array"], "aff-a800");
    EXPECT_EQ(application["application"], "sysbench-oltp");
    ASSERT_EQ(application["points"].size(), 3U);
    for (const auto& point : application["points"]) {
        EXPECT_EQ(point["clients"], 32 * point["vms"].get<int>());
        EXPECT_NEAR(point["tps"].get<double>() * point["latency_us"]["mean"].get<double>() * 1e-6,
                    point["clients"].get<double>(), 1e-3);
        EXPECT_TRUE(point["latency_us"]["p99"].is_null());
        EXPECT_TRUE(point["bottleneck_at"] == "hosts" || point["bottleneck_at"] == "array");
    }
}

TEST(PredictApplications, WorkloadsOptionKnowsTheirNamesToo) {
    const auto by_workload = Shell{}.run(fast + "-w sqlserver-tpcc --vms 4 --csv -");
    const auto by_application = Shell{}.run(fast + "-a sqlserver-tpcc --vms 4 --csv -");
    ASSERT_EQ(by_workload.code, 0) << by_workload.errors;
    EXPECT_EQ(by_workload.output, by_application.output);
}

TEST(PredictApplications, MeasuredRowsChooseTheMachinesAndStandBeside) {
    const auto ended = Shell{}.run(fast + "-a sysbench-oltp --measured data/measured/measured_apps.csv");
    ASSERT_EQ(ended.code, 0) << ended.errors;
    for (const char* part : {"◆  8", "◆ 16", "◆ 32", "44,150", "48,100", "TPS ", "errors"}) {
        EXPECT_TRUE(contains(ended.output, part)) << part << "\n" << ended.output;
    }
    const auto other = Shell{}.run(
        fast + "-a sysbench-oltp --set measured_as=else --vms 4 --measured data/measured/measured_apps.csv");
    EXPECT_EQ(other.code, 0);
    EXPECT_TRUE(contains(other.errors, "has no row of sysbench-oltp under 'else'")) << other.errors;
}

TEST(PredictApplications, SimulatedHasPercentilesAndDoesNotDependOnJobs) {
    const std::string simulated = "arraytwin predict aff-a800 -a sysbench-oltp --vms 2,4 --max-ios 40000 --csv - ";
    const auto one = Shell{}.run(simulated + "--jobs 1");
    const auto two = Shell{}.run(simulated + "--jobs 2");
    ASSERT_EQ(one.code, 0) << one.errors;
    EXPECT_EQ(one.output, two.output);
    EXPECT_TRUE(contains(one.output, "latency_p99_us"));
}

TEST(Applications, AreListedShownCheckedAndHaveASchema) {
    const Shell shell;
    EXPECT_TRUE(contains(shell.run("arraytwin list applications").output, "sysbench-oltp"));
    EXPECT_TRUE(contains(shell.run("arraytwin show sysbench-oltp").output, "clients_per_vm"));
    EXPECT_EQ(shell.run("arraytwin check sysbench-oltp sqlserver-tpcc").code, 0);
    EXPECT_TRUE(contains(shell.run("arraytwin schema application").output, "think_time"));
}

}  // namespace
}  // namespace arraytwin::cli
