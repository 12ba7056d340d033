#include "lib/sweep/plan.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fmt/format.h>

#include "lib/sweep/points.hpp"
#include "lib/sweep/run.hpp"

namespace arraytwin::sweep {
namespace {

constexpr const char* head = "schema = 1\nname = \"p\"\narray = \"a\"\nworkload = [\"v\", \"w\"]\n";

Result<Plan> read(const std::string& text) { return read_plan(spec::Document::from_text("plan.toml", text).value()); }

Plan plan_of(const std::string& text) {
    auto plan = read(head + text);
    EXPECT_TRUE(plan) << to_text(plan.error());
    return plan.value();
}

std::string errors_of(const std::string& text) {
    const auto plan = read(text);
    return plan ? "" : to_text(plan.error());
}

void expect_error(const std::string& text, const std::string& part) {
    const auto errors = errors_of(head + text);
    EXPECT_NE(errors.find(part), std::string::npos) << part << "\nis not in\n" << errors;
}

TEST(Plan, WithoutAxesIsEachArrayUnderEachWorkloadAtItsPeak) {
    const Plan plan = plan_of("");
    const Points points{plan};
    EXPECT_EQ(points.size(), 2U);
    EXPECT_EQ(points.load_of(points.at(1)).kind, AskedLoad::Kind::peak);
}

TEST(Plan, AxesKeepTheOrderOfTheDocumentAndQuotesDoNotMatter) {
    const Plan plan = plan_of("[grid]\n\"z.last\" = [1, 2]\nmedia.count = [12, 24]\nworkload.read_share = 0.5\n");
    const Block& block = plan.blocks.front();
    ASSERT_EQ(block.array_axes.size(), 2U);
    EXPECT_EQ(block.array_axes[0].key, "z.last");
    EXPECT_EQ(block.array_axes[1].key, "media.count");
    ASSERT_EQ(block.workload_axes.size(), 1U);
    EXPECT_EQ(block.workload_axes[0].key, "read_share");
}

std::vector<double> values_of(const std::string& range) {
    const Plan plan = plan_of("[grid]\nk = " + range + "\n");
    std::vector<double> values;
    for (const spec::Node& node : plan.blocks.front().array_axes.front().values)
        values.push_back(node.kind == spec::NodeKind::integer ? static_cast<double>(node.integer) : node.number);
    return values;
}

TEST(Plan, RangesEndWhereTheySay) {
    EXPECT_EQ(values_of("{ from = 12, to = 24, step = 6 }"), (std::vector<double>{12, 18, 24}));
    EXPECT_EQ(values_of("{ from = 3, to = 1, step = -1 }"), (std::vector<double>{3, 2, 1}));
    EXPECT_EQ(values_of("{ from = 1, to = 100, factor = 4 }"), (std::vector<double>{1, 4, 16, 64}));
    EXPECT_EQ(values_of("{ from = 0, to = 0.3, step = 0.1 }").size(), 4U);  // 0.1 * 3 is more than 0.3
    EXPECT_EQ(values_of("{ from = 7, to = 7 }"), (std::vector<double>{7}));
}

TEST(Plan, LoadsAreWordsAndAxes) {
    EXPECT_EQ(plan_of("at = \"curve\"\n").blocks.front().loads.size(), static_cast<std::size_t>(steps_of_a_curve));
    const auto given = plan_of("at = [\"peak\", \"outstanding=64,iops=3e5\"]\n").blocks.front().loads;
    ASSERT_EQ(given.size(), 2U);
    EXPECT_EQ(given[1].offered.outstanding, 64);
    EXPECT_EQ(given[1].offered.target_iops, 3e5);
    const auto axes = plan_of("[grid]\nload.outstanding = [1, 2]\nload.iops = [10, 20, 30]\n").blocks.front().loads;
    ASSERT_EQ(axes.size(), 6U);
    EXPECT_EQ(axes[5].offered.outstanding, 2);
    EXPECT_EQ(axes[5].offered.target_iops, 30);
}

TEST(Plan, PointsTakeFromThePlanWhatTheyDoNotSay) {
    const Plan plan =
        plan_of("at = \"peak\"\n[[points]]\n\"m.c\" = 12\n[[points]]\narray = [\"x\", \"y\"]\nat = \"curve\"\n");
    ASSERT_EQ(plan.blocks.size(), 2U);
    EXPECT_EQ(plan.blocks[0].arrays.front().text, "a");
    EXPECT_EQ(plan.blocks[1].arrays.size(), 2U);
    EXPECT_EQ(Points{plan}.size(), 2U + 2 * 2 * 13);
}

TEST(Plan, PointsMaySayOtherLoadsThanThePlan) {
    const Plan plan = plan_of("at = \"curve\"\n[[points]]\nload.outstanding = [1, 2]\n");
    ASSERT_EQ(plan.blocks.front().loads.size(), 2U);
    EXPECT_EQ(plan.blocks.front().loads[1].offered.outstanding, 2);
    expect_error("[[points]]\nat = \"curve\"\nload.outstanding = 1\n", "at: stands beside 'load.outstanding'");
}

TEST(Plan, EverythingThatIsWrongIsToldWhereItStands) {
    const auto errors = errors_of(
        "schema = 1\nname = \"p\"\nworkload = 3\nsolvr = \"fast\"\nat = \"peek\"\n[grid]\nk = []\n"
        "r = { from = 1, to = 2, stop = 1 }\ns = { from = 2, to = 1 }\n\"load.iops\" = 5\n\"load.iop\" = 5\n");
    for (const char* part :
         {"plan.toml:3:12: workload: a name is due", "plan.toml:4:1: solvr: unknown key", "did you mean 'solver'?",
          "plan.toml:5:6: at: \"peek\" is not a load", "array: missing", "plan.toml:7:5: k: an empty list",
          "plan.toml:8:32: r.stop: unknown key of a range", "plan.toml:9:5: s: a range that never gets",
          "plan.toml:5:6: at: stands beside 'load.iops'", "load.iop: 'iop' is not a part of a load"}) {
        EXPECT_NE(errors.find(part), std::string::npos) << part << "\nis not in\n" << errors;
    }
}

TEST(Plan, RefusesWhatCannotBe) {
    expect_error("[grid]\nk = { from = 1, to = 1e9 }\n", "more than 10000 values");
    expect_error("[grid]\nk = { from = 1 }\n", "a range has both ends");
    expect_error("[grid]\nk = { from = 1, to = 2, step = 1, factor = 2 }\n", "not both");
    expect_error("[grid]\nk = { from = \"1TB\", to = 2 }\n", "a number is due");
    expect_error("[grid]\n\"m.c\" = 1\n[grid.m]\nc = 2\n", "given twice");
    expect_error("grid = 3\n", "a table of keys");
    expect_error("points = 3\n", "a list of tables");
    expect_error("at = \"outstanding=0\"\n", "0 is not a whole number");
    expect_error("at = \"\"\n", "not a load");
    expect_error("[grid]\na = { from = 1, to = 9999 }\nb = { from = 1, to = 9999 }\n", "points are more than");
}

/// A plan with two arrays, two axes, two workloads and five loads.
Plan some_plan() {
    return plan_of(
        "at = [\"peak\", \"curve\"]\n[grid]\n\"x\" = [1, 2, 3]\n\"workload.y\" = [1, 2]\n[[points]]\nx = 1\n");
}

TEST(Points, AreNumberedWithLoadsFastest) {
    const Plan plan = some_plan();
    const Points points{plan};
    ASSERT_EQ(points.size(), 3U * 4 * 14 + 2 * 14);
    std::vector<std::size_t> seen;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Place here = points.at(i);
        const Place next = points.at(i + 1);
        EXPECT_EQ(next.same_group(here) ? next.load : here.load + 1,
                  next.same_group(here) ? here.load + 1 : points.block_of(here).loads.size());
    }
    EXPECT_EQ(points.first_of_arrays(), (std::vector<std::size_t>{0, 56, 112, 168, 196}));
}

RC_GTEST_PROP(Dealer, DealsEachMissingPointOnceAndNeverDividesACurve, (std::vector<bool> there)) {
    const Plan plan = some_plan();
    const Points points{plan};
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (i >= there.size() || !there[i]) missing.push_back(i);
    for (const Solver solver : {Solver::fast, Solver::simulate}) {
        Dealer dealer{points, solver, missing};
        std::vector<std::size_t> dealt;
        for (auto chunk = dealer.next(); chunk; chunk = dealer.next()) {
            const Place first = points.at(chunk->front());
            const bool divided = !dealt.empty() && points.at(dealt.back()).same_group(first) &&
                                 points.is_of_curve(first) && points.is_of_curve(points.at(dealt.back()));
            RC_ASSERT(!divided);
            dealt.insert(dealt.end(), chunk->begin(), chunk->end());
        }
        RC_ASSERT(dealt == missing);
    }
}

RC_GTEST_PROP(Stretch, StretchesCoverAllPointsOnce, ()) {
    const auto points = *rc::gen::inRange<std::size_t>(0, 1000);
    const int parts = *rc::gen::inRange(1, 50);
    std::size_t end = 0;
    for (int part = 1; part <= parts; ++part) {
        RC_ASSERT(stretch_of(points, part, parts).first == end);
        end = stretch_of(points, part, parts).end;
    }
    RC_ASSERT(end == points);
}

TEST(MissingPoints, AreTheFirstOfEachKeyThatIsNotStored) {
    EXPECT_EQ(missing_points({"a", "b", "a", "c", "b"}, {"c"}), (std::vector<std::size_t>{0, 1}));
}

}  // namespace
}  // namespace arraytwin::sweep
