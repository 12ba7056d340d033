#include "lib/report/comparison.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "lib/compare/compare.hpp"
#include "lib/report/html.hpp"
#include "lib/report/sample_prediction_test.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

using compare::ComparedPoint;
using compare::Kind;

ComparedPoint point(Kind kind, const char* label, compare::Figures measured, compare::Figures predicted) {
    ComparedPoint result;
    result.kind = kind;
    result.label = label;
    result.measured = measured;
    result.predicted = predicted;
    if (kind != Kind::limit) result.load = OfferedLoad{4025, std::nullopt};
    return result;
}

compare::Report sample_report() {
    compare::Report report;
    report.array = "aff-a800";
    report.config = "a800-fc";
    compare::Comparison comparison;
    comparison.workload = "4k-random-read";
    comparison.curve = sample_curve();
    comparison.points = {point(Kind::paced, "start", {118511, 217.5}, {118511, 239.25}),
                         point(Kind::limit, "sub_ms_limit", {1070000, 1000}, {1080700, {}}),
                         point(Kind::peak, "peak", {1219829, 3300}, {1229829, 3273})};
    comparison.points[0].distance = compare::Distance{17.4, "p50, p99"};
    compare::judge_points(comparison);
    comparison.curve.measured.clear();
    for (const auto& each : comparison.points)
        comparison.curve.measured.push_back({"a800-fc",
                                             "4k-random-read",
                                             each.label,
                                             each.measured.iops,
                                             each.measured.latency_us,
                                             {},
                                             true,
                                             true,
                                             ""});
    report.comparisons = {comparison, comparison};
    report.comparisons[1].workload = "\x1b[31mred";
    compare::summarize(report);
    measured::RunPoint row;
    row.source.file = "runs.json";
    row.line = 7;
    report.run.points = {row};
    report.audit = {{"little", 0, "odd", "look"}};
    return report;
}

TEST(Comparison, TableSaysErrorsVerdictAuditAndGate) {
    const GateResult gate{{{"peak", 0.5}}, {{"peak", "4k-random-read", 0.8198, 0.5}}};
    const auto text = comparison_table(sample_report(), gate, {false, 120});
    for (const auto* part : {"+10.0 %", "1 ms limit", "4,025 outst.", "+0.8 %", "agrees", "runs.json:7: odd",
                             "mean size", "17.4 % of the measured mean between the latency distributions (by p50, p99)",
                             "gate failed", "peak of 4k-random-read: +0.8 % is beyond 0.5 %"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
    }
    EXPECT_EQ(text.find('\x1b'), std::string::npos) << "a name from a file cannot drive the terminal";
}

TEST(Comparison, TableKeepsToTheWidth) {
    const auto text = comparison_table(sample_report(), {}, {false, 80});
    std::size_t begin = 0;
    for (auto end = text.find('\n'); end != std::string::npos; begin = end + 1, end = text.find('\n', begin)) {
        const auto line = text.substr(begin, end - begin);
        const bool is_of_the_grid = line.find("──") != std::string::npos || line.find("start") == 2;
        EXPECT_LE(is_of_the_grid ? display_width(line) : 0, 80) << line;
    }
}

TEST(Comparison, JsonIsNullWhereSomethingIsAbsent) {
    const auto document = nlohmann::json::parse(comparison_json(sample_report(), {}));
    EXPECT_TRUE(document["gate"].is_null());
    const auto& comparison = document["comparisons"][0];
    EXPECT_TRUE(comparison["knee"].is_null());
    EXPECT_TRUE(comparison["points"][1]["load"].is_null());
    EXPECT_TRUE(comparison["points"][1]["predicted"]["latency_us"].is_null());
    EXPECT_TRUE(document["summary"]["knee"].is_null());
    EXPECT_EQ(document["summary"]["peak"]["count"], 2);
    EXPECT_EQ(document["audit"][0]["source"]["line"], 7);
}

TEST(Comparison, CsvHasARowForEachPoint) {
    const auto text = comparison_csv(sample_report());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 7);
    EXPECT_NE(text.find("peak,peak,4025,,1219829,"), std::string::npos) << text;
}

TEST(Comparison, PageTakesTheErrorsAtEqualLoadAndTheVerdict) {
    const auto report = sample_report();
    const auto page = html(comparison_curves(report), "__PREDICTION__", comparison_overlays(report));
    ASSERT_TRUE(page);
    const auto curve = nlohmann::json::parse(*page)["curves"][0];
    EXPECT_EQ(curve["verdict"]["word"], "agrees");
    EXPECT_NEAR(curve["measured"][0]["error_pct"], 10, 1e-9) << "not that of the curve, which is interpolated";
    EXPECT_EQ(curve["measured"][0]["error_of"], "latency");
    EXPECT_EQ(curve["measured"][2]["error_of"], "iops");
}

}  // namespace
}  // namespace arraytwin::report
