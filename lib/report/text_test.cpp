#include "lib/report/text.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace arraytwin::report {
namespace {

TEST(Text, GroupsThousands) {
    EXPECT_EQ(thousands(0), "0");
    EXPECT_EQ(thousands(999.4), "999");
    EXPECT_EQ(thousands(1219829), "1,219,829");
    EXPECT_EQ(thousands(-1234), "-1,234");
    EXPECT_EQ(thousands(-0.4), "0");
    EXPECT_EQ(thousands(std::nan("")), "–");
}

TEST(Text, LatencyTakesTheUnitThatReadsBest) {
    EXPECT_EQ(latency_words(21.54), "21.5 µs");
    EXPECT_EQ(latency_words(217.4), "217 µs");
    EXPECT_EQ(latency_words(999.6), "1.00 ms");
    EXPECT_EQ(latency_words(3360), "3.36 ms");
    EXPECT_EQ(latency_words(120e3), "120 ms");
    EXPECT_EQ(latency_words(1.2e6), "1.20 s");
}

TEST(Text, ErrorsAlwaysHaveASign) {
    EXPECT_EQ(signed_percent(1.62), "+1.6 %");
    EXPECT_EQ(signed_percent(-0.2), "-0.2 %");
}

TEST(Text, KindIsThePlaceWithoutItsNumbers) {
    EXPECT_EQ(server_kind("node.1.cpu"), "node cpu");
    EXPECT_EQ(server_kind("host.2.port.1"), "host port");
    EXPECT_EQ(server_kind("port.1a"), "port");
    EXPECT_EQ(server_kind("drive.24"), "drive");
    EXPECT_EQ(server_kind("fabric"), "fabric");
    EXPECT_EQ(server_kind(""), "");
}

TEST(Text, KindsAreSortedByTheirBusiestServer) {
    Point point;
    point.utilization = {
        {"drive.1", 0.5}, {"drive.2", 0.2}, {"node.1.cpu", 0.99}, {"node.2.cpu", 0.98}, {"odd", std::nan("")}};
    const auto kinds = kinds_by_load(point);
    ASSERT_EQ(kinds.size(), 2U);
    EXPECT_EQ(kinds[0].kind, "node cpu");
    EXPECT_EQ(kinds[0].busy, 2);
    EXPECT_EQ(kinds[1].count, 2);
    EXPECT_EQ(kinds[1].busy, 1);
}

TEST(Text, NothingFromAFileDrivesTheTerminal) {
    EXPECT_EQ(printable("a\x1b[31mb\n"), "a\uFFFD[31mb\uFFFD");
    EXPECT_EQ(printable("\xC2\x9B"
                        "31m"),
              "\uFFFD31m");  // the one-byte C1 form of ESC [
    EXPECT_EQ(printable("\u202E"
                        "abc"),
              "\uFFFDabc");  // right-to-left override
    EXPECT_EQ(printable("\xC3"), "\uFFFD");
    EXPECT_EQ(printable("\xED\xA0"), "\uFFFD\uFFFD");
    EXPECT_EQ(printable("Größe 東京"), "Größe 東京");
}

TEST(Text, WidthCountsColumnsNotBytes) {
    EXPECT_EQ(display_width("µs"), 2);
    EXPECT_EQ(display_width("東京"), 4);
    EXPECT_EQ(display_width("e\u0301"), 1);
    EXPECT_EQ(display_width("\x1b[1mbold\x1b[0m"), 4);
}

TEST(Text, CellsHaveExactlyTheirWidth) {
    EXPECT_EQ(fit_cell("µs", 4, Align::right), "  µs");
    EXPECT_EQ(fit_cell("µs", 4, Align::left), "µs  ");
    EXPECT_EQ(fit_cell("abcdef", 4, Align::left), "abc…");
    for (int width = 0; width < 9; ++width) EXPECT_EQ(display_width(fit_cell("東京 node", width, Align::left)), width);
}

}  // namespace
}  // namespace arraytwin::report
