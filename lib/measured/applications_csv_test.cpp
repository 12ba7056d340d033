#include "lib/measured/applications_csv.hpp"

#include <gtest/gtest.h>

namespace arraytwin::measured {
namespace {

TEST(ApplicationsCsv, ReadsTheMeasuredRows) {
    const auto rows = read_applications_csv(ARRAYTWIN_SOURCE_DIR "/data/measured/measured_apps.csv");
    ASSERT_TRUE(rows) << to_text(rows.error());
    EXPECT_EQ(rows->size(), 21U);
    const MeasuredApplication& last = rows->back();
    EXPECT_EQ(last.config, "ef570-fc");
    EXPECT_EQ(last.application, "sysbench-oltp");
    EXPECT_EQ(last.vms, 32);
    EXPECT_EQ(last.clients, 1'024);
    EXPECT_EQ(last.tps, 57'347);
    EXPECT_EQ(last.latency_us, 17'980);
    EXPECT_FALSE(last.p99_us);
}

std::string refused(const std::string& text) {
    const auto rows = parse_applications_csv("apps.csv", text);
    return rows ? "" : to_text(rows.error());
}

TEST(ApplicationsCsv, RefusesSlips) {
    const std::string header = "config,app,vms,tps,latency_us\n";
    EXPECT_EQ(refused(header + "a,b,8,100,\n"), "");
    EXPECT_NE(refused(header + "a,b,8,,\n").find("neither transactions a second nor a latency"), std::string::npos);
    EXPECT_NE(refused(header + "a,b,0,100,\n").find("'0' is not a whole number from 1"), std::string::npos);
    EXPECT_NE(refused(header + "a,b,8,many,\n").find("'many' is not a number above zero"), std::string::npos);
    EXPECT_NE(refused(header + "a,b,8,100\n").find("4 cells, but the header has 5"), std::string::npos);
    EXPECT_NE(refused(header + "a,,8,100,\n").find("an empty cell"), std::string::npos);
    EXPECT_NE(refused("config,app,vms,tps\na,b,8,100\n").find("latency_us: a required column is missing"),
              std::string::npos);
    EXPECT_NE(refused("config,app,vm,tps,latency_us\n").find("did you mean 'vms'"), std::string::npos);
    EXPECT_NE(refused(header).find("there is a header, but no row"), std::string::npos);
    EXPECT_NE(refused("").find("the file is empty"), std::string::npos);
}

}  // namespace
}  // namespace arraytwin::measured
