#include "lib/report/calibration.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace arraytwin::report {
namespace {

using calibrate::Calibration;
using calibrate::Quantity;

calibrate::Constant constant(const std::string& key, double prior, std::vector<int> arrays,
                             std::vector<int> workloads) {
    calibrate::Constant result;
    result.key = key;
    result.kind = key.starts_with("costs.") ? spec::KeyKind::duration : spec::KeyKind::number;
    result.meaning = "of a test";
    result.prior = prior;
    result.spread = 1.5;
    result.arrays = std::move(arrays);
    result.workloads = std::move(workloads);
    return result;
}

calibrate::Observation observed(const char* label, Quantity quantity, double measured) {
    calibrate::Observation observation;
    observation.label = label;
    observation.quantity = quantity;
    observation.measured = measured;
    observation.load = {64, std::nullopt};
    return observation;
}

/// Two constants, one of them not told; two workloads that share one; the second workload's name drives a terminal.
Calibration sample() {
    Calibration calibration;
    calibrate::Problem& problem = calibration.problem;
    problem.array_names = {"toy"};
    problem.workload_names = {"sql", "\x1b[31mred"};
    problem.cases.resize(2);
    problem.cases[0].observations = {observed("start", Quantity::latency, 200), observed("peak", Quantity::iops, 1000)};
    problem.cases[1].workload = 1;
    problem.cases[1].observations = {observed("sub_ms_limit", Quantity::iops_at_latency, 900)};
    problem.constants = {constant("costs.write.delay", 26'000, {0}, {}), constant("read_work", 1.2, {}, {0, 1})};
    calibration.fit.log_predicted = {std::log(210.0), std::log(990.0), std::log(909.0)};
    calibration.fit.weights = {1, 0.5, 1};
    calibration.fit.iterations = 4;
    calibrate::Verdict told{26'400, 25'000, 27'900, 0.9, true, {}, {}};
    calibrate::Verdict open{
        1.25, 0.6, 2.6, 0.1, false, {{0, -0.9}}, {{"64k:100r:100rand", {1024, std::nullopt}, 0.61}}};
    calibration.constants = {told, open};
    calibration.left_out = {{0, Quantity::latency, std::log(1.1)}, {1, Quantity::iops, std::log(0.9)}};
    calibration.knees = {{2, Quantity::iops_at_latency, std::log(1.2)}};
    calibration.notes = {"a note"};
    calibration.seconds = 1.5;
    return calibration;
}

TEST(CalibrationReport, TableSaysConstantsErrorsAndOpenQuestions) {
    const std::string text = table(sample(), {false, 120});
    for (const char* const part :
         {"2 constants, 1 of them told by 3 points of 2 workloads", "write.delay", "26.4us", "sql+1.read_work",
          "not identifiable", "90 %", "+5.0 %", "-1.0 %", "+10.0 %", "+20.0 %",
          "to learn sql+1.read_work: run 64k:100r:100rand with 1024 outstanding (takes 61 % of its variance away)",
          "note: a note"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << "a name from a file cannot drive the terminal";
}

TEST(CalibrationReport, JsonHasTheDocumentedKeys) {
    const auto json = nlohmann::json::parse(to_json(sample()));
    EXPECT_EQ(json["schema"], 1);
    EXPECT_EQ(json["arrays"], nlohmann::json({"toy"}));
    const auto& told = json["constants"][0];
    EXPECT_EQ(told["constant"], "write.delay");
    EXPECT_EQ(told["prior"], "26us");
    EXPECT_EQ(told["value"], "26.4us");
    EXPECT_EQ(told["ci95"], nlohmann::json({"25us", "27.9us"}));
    EXPECT_EQ(told["identifiable"], true);
    const auto& open = json["constants"][1];
    EXPECT_EQ(open["value"], 1.25);
    EXPECT_EQ(open["identifiable"], false);
    EXPECT_EQ(open["confused_with"][0]["constant"], "write.delay");
    EXPECT_EQ(open["settled_by"][0]["outstanding"], 1024);
    for (const auto* key : {"meaning", "spread", "learnt"}) EXPECT_TRUE(open.contains(key)) << key;
    const auto& peak = json["points"][1];
    EXPECT_EQ(peak["quantity"], "iops");
    EXPECT_EQ(peak["measured"], 1000);
    EXPECT_EQ(peak["weight"], 0.5);
    EXPECT_NEAR(peak["error_pct"], -1, 1e-6);
    EXPECT_NEAR(peak["left_out_error_pct"], -10, 1e-6);
    EXPECT_TRUE(peak["knee_error_pct"].is_null());
    EXPECT_NEAR(json["errors"]["in_sample"]["latency"]["mean_pct"], 5, 1e-6);
    EXPECT_EQ(json["errors"]["workload_left_out"]["iops"]["count"], 1);
    EXPECT_NEAR(json["errors"]["knee"]["knee"]["worst_pct"], 20, 1e-6);
    EXPECT_TRUE(json["errors"]["knee"]["iops"].is_null()) << "absent is null";
    EXPECT_EQ(json["run"]["iterations"], 4);
    EXPECT_EQ(json["notes"][0], "a note");
}

TEST(CalibrationReport, CsvHasARowForEachPoint) {
    const std::string text = to_csv(sample());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
    EXPECT_TRUE(text.starts_with(
        "array,workload,point,quantity,measured,fitted,error_pct,weight,left_out_error_pct,knee_error_pct\r\n"));
    EXPECT_NE(text.find("toy,sql,peak,iops,1000,"), std::string::npos) << text;
}

}  // namespace
}  // namespace arraytwin::report
