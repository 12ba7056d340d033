#include "lib/report/table.hpp"

#include <limits>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "lib/report/plot.hpp"
#include "lib/report/sample_prediction_test.hpp"
#include "lib/report/summary.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    std::istringstream stream{text};
    std::vector<std::string> lines;
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// The lines between the title and the first empty line after it.
std::vector<std::string> grid_lines(const std::string& text) {
    const auto lines = lines_of(text);
    std::vector<std::string> grid;
    for (std::size_t i = 2; i < lines.size() && !lines[i].empty(); ++i) grid.push_back(lines[i]);
    return grid;
}

TEST(Table, EveryRowIsEquallyWideAndFitsTheTerminal) {
    for (const bool color : {false, true}) {
        for (int width = 80; width <= 200; width += 7) {
            std::set<int> widths;
            for (const auto& line : grid_lines(table(sample_curve(), {color, width})))
                widths.insert(display_width(line));
            EXPECT_EQ(widths.size(), 1U) << width;
            EXPECT_LE(*widths.rbegin(), width);
        }
    }
}

TEST(Table, ShowsThePartsBeneathTheirPoint) {
    auto curve = sample_curve();
    split(curve.points[0]);
    const auto grid = grid_lines(table(curve, {false, 160}));
    const auto plain = grid_lines(table(sample_curve(), {false, 160}));
    ASSERT_EQ(grid.size(), plain.size() + 2);
    EXPECT_NE(grid[4].find("  sql-80-20"), std::string::npos) << grid[4];
    EXPECT_NE(grid[5].find("64k:100r:0rand"), std::string::npos) << grid[5];
    EXPECT_NE(grid[5].find("3,072"), std::string::npos) << grid[5];
}

TEST(Table, ShowsEachPointAndLaysTheMeasuredOnesBeside) {
    const auto text = table(sample_curve());
    EXPECT_EQ(grid_lines(text).size(), 2 + 14 + 3U);
    EXPECT_NE(text.find("◆ start           26    118,511"), std::string::npos) << text;
    EXPECT_NE(text.find("-3.3 %  predicted 210 µs"), std::string::npos);
    EXPECT_NE(text.find("+8.6 %  predicted 1,161,700 IOPS"), std::string::npos);
    EXPECT_NE(text.find("-0.3 %  predicted 1,216,340 IOPS at 2.87 ms"), std::string::npos);
    EXPECT_LT(text.find("◆ start"), text.find("122,000"));
    EXPECT_NE(text.find("node.1.cpu  ████████  99 %"), std::string::npos);
}

TEST(Table, NarrowTerminalsLoseTheLeastNeededColumns) {
    const auto narrow = table(sample_curve(), {false, 80});
    EXPECT_EQ(narrow.find("MiB/s"), std::string::npos);
    EXPECT_NE(narrow.find("p99 "), std::string::npos);
    EXPECT_NE(narrow.find("bottleneck"), std::string::npos);
}

TEST(Table, FastSolverHasNoPercentileColumns) {
    auto curve = sample_curve();
    for (auto& point : curve.points) {
        auto& latency = point.latency;
        latency.p50 = latency.p95 = latency.p99 = latency.p99_9 = std::numeric_limits<double>::quiet_NaN();
        latency.mean_ci95 = {};
    }
    const auto text = table(curve);
    EXPECT_EQ(text.find("p99"), std::string::npos);
    EXPECT_EQ(text.find("±"), std::string::npos);
}

TEST(Table, ColoursOnlyWhenAsked) {
    EXPECT_EQ(table(sample_curve()).find('\x1b'), std::string::npos);
    EXPECT_NE(table(sample_curve(), {true, 120}).find('\x1b'), std::string::npos);
}

TEST(Table, NamesFromFilesCannotDriveTheTerminal) {
    auto curve = sample_curve();
    curve.array = curve.workload = curve.measured_as = "\x1b]0;owned\a";
    curve.measured[0].point = "\x1b[2J";
    curve.points[0].bottleneck = "\x1b[2J";
    curve.warnings = {"\x1b[2J"};
    EXPECT_EQ(table(curve).find('\x1b'), std::string::npos);
}

TEST(Table, SaysWhatThereIsNot) {
    EXPECT_NE(table(Curve{}).find("nothing was predicted"), std::string::npos);
    auto curve = sample_curve();
    curve.measured[0].iops = 9e6;
    curve.measured[2].fit = false;
    const auto text = table(curve);
    EXPECT_NE(text.find("beyond what is predicted"), std::string::npos);
    EXPECT_NE(text.find("not scored"), std::string::npos);
}

TEST(Summary, SaysWhatLimits) {
    EXPECT_EQ(limit_sentence(sample_curve()), "node cpu, 99 % busy at the peak (2 of 2 alike); next host port, 78 %");
    Curve idle;
    idle.points.resize(1);
    idle.points[0].iops = 1;
    EXPECT_EQ(limit_sentence(idle), "");
    idle.points[0].utilization = {{"node.1.cpu", 0.3}};
    EXPECT_NE(limit_sentence(idle).find("no server is full"), std::string::npos);
}

TEST(Plot, MarksEachMeasuredPointAndKeepsToItsSize) {
    const auto text = plot(sample_curve(), {false, 60, 10});
    const auto lines = lines_of(text);
    ASSERT_EQ(lines.size(), 13U);
    int marks = 0;
    for (std::size_t i = 1; i <= 10; ++i) {
        EXPECT_LE(display_width(lines[i]), 69);
        for (auto at = lines[i].find("◆"); at != std::string::npos; at = lines[i].find("◆", at + 1)) ++marks;
    }
    EXPECT_EQ(marks, 3);
    EXPECT_NE(text.find("1 ms ┤"), std::string::npos);
}

TEST(Plot, SurvivesCurvesThatCannotBeDrawn) {
    EXPECT_EQ(plot(Curve{}), "");
    auto flat = sample_curve();
    flat.measured.clear();
    flat.points.resize(2);
    flat.points[1] = flat.points[0];
    EXPECT_FALSE(plot(flat).empty());
    flat.points[0].iops = std::numeric_limits<double>::infinity();
    EXPECT_EQ(plot(flat), "");
}

}  // namespace
}  // namespace arraytwin::report
