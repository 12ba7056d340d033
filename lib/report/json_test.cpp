#include "lib/report/json.hpp"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lib/report/sample_prediction_test.hpp"

namespace arraytwin::report {
namespace {

using Json = nlohmann::ordered_json;
using Keys = std::vector<std::string>;

Keys keys_of(const Json& object) {
    Keys keys;
    for (const auto& [key, value] : object.items()) keys.push_back(key);
    return keys;
}

TEST(Json, HasTheKeysOfTheSchemaInItsOrder) {
    const auto document = Json::parse(json(sample_prediction()));
    EXPECT_EQ(keys_of(document), (Keys{"schema", "curves", "run"}));
    EXPECT_EQ(keys_of(document["run"]), (Keys{"wall_s", "simulated_ios", "events", "jobs"}));
    const auto& curve = document["curves"][0];
    EXPECT_EQ(keys_of(curve), (Keys{"array", "workload", "seed", "grade", "measured_as", "points", "peak",
                                    "sub_ms_iops", "knee", "measured", "warnings"}));
    const auto& point = curve["points"][0];
    EXPECT_EQ(keys_of(point), (Keys{"load", "iops", "mib_per_s", "latency_us", "prediction90", "bottleneck",
                                    "utilization", "breakdown_us", "precision_reached"}));
    EXPECT_EQ(keys_of(point["load"]), (Keys{"outstanding", "target_iops"}));
    EXPECT_EQ(keys_of(point["latency_us"]), (Keys{"mean", "p50", "p95", "p99", "p99_9", "mean_ci95", "p99_ci95"}));
    EXPECT_EQ(keys_of(point["prediction90"]), (Keys{"iops", "latency_us"}));
    EXPECT_EQ(keys_of(point["breakdown_us"]["node.1.cpu"]), (Keys{"wait", "service"}));
    EXPECT_EQ(keys_of(curve["measured"][0]),
              (Keys{"config", "workload", "point", "iops", "latency_us", "outstanding", "fit", "latency_usable",
                    "predicted_iops", "predicted_latency_us", "error_of", "error_pct", "note"}));
}

TEST(Json, NumbersSurviveTheRoundTrip) {
    const auto prediction = sample_prediction();
    const auto document = Json::parse(json(prediction));
    const auto& points = prediction.curves[0].points;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto& point = document["curves"][0]["points"][i];
        EXPECT_EQ(point["latency_us"]["mean"].get<double>(), points[i].latency.mean);
        EXPECT_EQ(point["iops"].get<double>(), points[i].iops);
        EXPECT_EQ(point["load"]["outstanding"].get<int>(), 4096);
    }
    EXPECT_EQ(document["curves"][0]["grade"], "calibrated");
    EXPECT_EQ(document["curves"][0]["measured"][0]["error_of"], "latency");
}

TEST(Json, ListsThePartsOfAPointAndNothingWhereThereAreNone) {
    auto prediction = sample_prediction();
    split(prediction.curves[0].points[0]);
    const auto document = Json::parse(json(prediction));
    const auto& points = document["curves"][0]["points"];
    EXPECT_FALSE(points[1].contains("parts"));
    const auto& parts = points[0]["parts"];
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(keys_of(parts[0]), (Keys{"workload", "volumes", "outstanding", "iops", "mib_per_s", "latency_us"}));
    EXPECT_EQ(parts[0]["workload"], "sql-80-20");
    EXPECT_EQ(parts[1]["outstanding"], 3072);
    EXPECT_EQ(parts[0]["iops"].get<double>() + parts[1]["iops"].get<double>(), prediction.curves[0].points[0].iops);
}

TEST(Json, WhatIsAbsentOrNotANumberIsNull) {
    Prediction prediction;
    prediction.curves.resize(1);
    auto& curve = prediction.curves[0];
    curve.points.resize(1);
    curve.points[0].latency.p99 = std::numeric_limits<double>::quiet_NaN();
    curve.points[0].utilization["a"] = std::numeric_limits<double>::infinity();
    const auto text = json(prediction);
    EXPECT_EQ(text.find("nan"), std::string::npos);
    const auto document = Json::parse(text)["curves"][0];
    EXPECT_EQ(keys_of(document), (Keys{"array", "workload", "seed", "grade", "measured_as", "points", "peak",
                                       "sub_ms_iops", "knee", "warnings"}));
    for (const auto* key : {"measured_as", "peak", "sub_ms_iops", "knee"}) EXPECT_TRUE(document[key].is_null()) << key;
    const auto& point = document["points"][0];
    EXPECT_TRUE(point["latency_us"]["p99"].is_null());
    EXPECT_TRUE(point["latency_us"]["mean_ci95"].is_null());
    EXPECT_TRUE(point["prediction90"].is_null());
    EXPECT_TRUE(point["load"]["outstanding"].is_null());
    EXPECT_TRUE(point["utilization"]["a"].is_null());
}

TEST(Json, EqualPredictionsGiveEqualBytesAndEachPointALine) {
    const auto text = json(sample_prediction());
    EXPECT_EQ(text, json(sample_prediction()));
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 38);
    EXPECT_EQ(text.back(), '\n');
}

TEST(Json, EscapesNamesAndReplacesInvalidUtf8) {
    auto prediction = sample_prediction();
    prediction.curves[0].array = "a\"b\\c\n\x1b";
    prediction.curves[0].workload = "\xFFx";
    prediction.curves[0].warnings = {"leaves the calibrated range"};
    const auto document = Json::parse(json(prediction));
    EXPECT_EQ(document["curves"][0]["array"], "a\"b\\c\n\x1b");
    EXPECT_EQ(document["curves"][0]["workload"], "\uFFFDx");
    EXPECT_EQ(document["curves"][0]["warnings"][0], "leaves the calibrated range");
}

TEST(Json, AnEmptyPredictionIsStillADocument) {
    const auto document = Json::parse(json(Prediction{}));
    EXPECT_TRUE(document["curves"].empty());
    EXPECT_EQ(document["schema"], 1);
}

}  // namespace
}  // namespace arraytwin::report
