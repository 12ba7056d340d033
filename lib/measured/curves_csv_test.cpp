#include "lib/measured/curves_csv.hpp"

#include <gtest/gtest.h>

#include "lib/measured/csv.hpp"

namespace arraytwin::measured {
namespace {

const std::string head = "config,workload,point,iops,latency_us,fit,note\n";

std::string faults(const std::string& text) {
    const auto points = parse_curves_csv("m.csv", text);
    return points ? "" : to_text(points.error());
}

TEST(Csv, ReadsQuotesLineEndsAndEmptyCells) {
    const auto rows = parse_csv("x",
                                "\xef\xbb\xbf"
                                "a,\"b, \"\"c\"\"\nd\",\r\n\r\n,\n\"\"\nlast");
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 3U);
    ASSERT_EQ((*rows)[0].size(), 3U);
    EXPECT_EQ((*rows)[0][1].text, "b, \"c\"\nd");
    EXPECT_EQ((*rows)[0][1].column, 3);
    EXPECT_EQ((*rows)[0][2].line, 2);
    EXPECT_EQ((*rows)[1].size(), 2U);
    EXPECT_EQ((*rows)[2][0].line, 6);
}

TEST(Csv, TellsWhereAQuoteIsWrong) {
    const auto text = [](const char* csv) {
        const auto rows = parse_csv("x.csv", csv);
        return rows ? "" : to_text(rows.error());
    };
    EXPECT_EQ(text("a\nb,\"c\nd"), "x.csv:2:3: this quote is never closed\n");
    EXPECT_TRUE(text("a\"b").starts_with("x.csv:1:2: a quote inside a cell")) << text("a\"b");
    EXPECT_TRUE(text("\"a\"b").starts_with("x.csv:1:4: text behind the closing quote")) << text("\"a\"b");
}

TEST(MeasuredCurves, OurOwnFileIsReadWhole) {
    const auto points = read_curves_csv(ARRAYTWIN_SOURCE_DIR "/data/measured/measured_curves.csv");
    ASSERT_TRUE(points) << to_text(points.error());
    EXPECT_EQ(points->size(), 170U);
    const auto& start = points->front();
    EXPECT_EQ(start.config, "a800-fc");
    EXPECT_EQ(start.workload, "4k-random-read");
    EXPECT_EQ(start.point, "start");
    EXPECT_EQ(start.iops, 118511);
    EXPECT_EQ(start.latency_us, 217.5);
    EXPECT_EQ(start.outstanding, 26);
    EXPECT_TRUE(start.fit && start.latency_usable);
}

TEST(MeasuredCurves, FitSaysWhatIsUsable) {
    const auto points =
        parse_curves_csv("m", head + "c,w,peak,1,2,yes,\nc,w,peak,1,2,no,n\nc,w,peak,1,,iops-only,\nc,w,start,,2,,\n");
    ASSERT_TRUE(points) << to_text(points.error());
    EXPECT_FALSE((*points)[1].fit);
    EXPECT_EQ((*points)[1].note, "n");
    EXPECT_TRUE((*points)[2].fit);
    EXPECT_FALSE((*points)[2].latency_usable);
    EXPECT_FALSE((*points)[2].latency_us);
    EXPECT_FALSE((*points)[3].iops);
    EXPECT_TRUE((*points)[3].fit);
}

TEST(MeasuredCurves, ColumnsComeInAnyOrder) {
    const auto points = parse_curves_csv("m", "iops,point,latency_us,workload,config\n5,peak,7,w,c\n");
    ASSERT_TRUE(points) << to_text(points.error());
    EXPECT_EQ(points->front().iops, 5);
    EXPECT_EQ(points->front().config, "c");
}

TEST(MeasuredCurves, FileWithoutPointsIsRefused) {
    EXPECT_TRUE(faults("").starts_with("m.csv: the file is empty")) << faults("");
    EXPECT_TRUE(faults("\n\r\n").starts_with("m.csv: the file is empty"));
    EXPECT_TRUE(faults(head).starts_with("m.csv:1:1: there is a header, but no point")) << faults(head);
}

TEST(MeasuredCurves, WrongColumnsAreAllTold) {
    EXPECT_EQ(faults("config,wrokload,point,iops,iops,latency_us\n"),
              "m.csv:1:8: wrokload: unknown column\n  help: did you mean 'workload'?\n"
              "m.csv:1:28: iops: this column occurs twice\n"
              "m.csv:1:1: workload: a required column is missing\n");
}

TEST(MeasuredCurves, WrongCellsAreAllToldWithTheirPlace) {
    const auto text = faults(head + "c,w,peak,\"1,219,829\",3ms,yes,\n,w,peak,-4,inf,maybe,\nc,w\nc,w,peak,,,yes,\n");
    for (const char* part :
         {"m.csv:2:10: iops: '1,219,829' is not a number", "m.csv:2:22: latency_us: '3ms' is not a number",
          "m.csv:3:1: config: an empty cell", "m.csv:3:9: iops: -4 is not more than zero",
          "m.csv:3:12: latency_us: 'inf' is not a number", "m.csv:3:16: fit: 'maybe' is not one of yes, no, iops-only",
          "m.csv:4:1: 2 cells, but the header has 7", "m.csv:5:1: iops: neither IOPS nor a latency"})
        EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

TEST(MeasuredCurves, FloodOfFaultsIsCut) {
    std::string text = head;
    for (int i = 0; i < 1000; ++i) text += "c\n";
    const auto points = parse_curves_csv("m", text);
    ASSERT_FALSE(points);
    EXPECT_EQ(points.error().size(), 100U);
}

}  // namespace
}  // namespace arraytwin::measured
