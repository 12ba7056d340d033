// Layouts of which there is no sample that may be kept: written here after their grammar.
#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/measured/files.hpp"

namespace arraytwin::measured {
namespace {

Run run_of(const std::string& text, const std::string& name = "run.txt") {
    const auto run = parse_run(name, text);
    EXPECT_TRUE(run) << to_text(run ? Diagnostics{} : run.error());
    Run found = run ? *run : Run{};
    if (found.points.empty()) found.points.emplace_back();
    return found;
}

TEST(Formats, GrafanaSeriesAsColumnsAndAsRows) {
    const auto columns = run_of(
        "\"Time\",\"read iops vol1\",\"read latency vol1\"\n1700000000000,12.5 K,1.25 ms\n1700000060000,null,980 "
        "\xc2\xb5s\n");
    ASSERT_EQ(columns.points.size(), 1U) << "a gap is no point of 0";
    EXPECT_EQ(columns.points[0].iops, 12500);
    EXPECT_EQ(columns.points[0].latency.mean, 1250);
    const auto rows =
        run_of("Series;Time;Value\nread_ops;t1;1,500\nread_latency;t1;300\nwrite_ops;t1;500\nwrite_latency;t1;700\n");
    EXPECT_EQ(rows.points[0].iops, 2000);
    EXPECT_EQ(rows.points[0].latency.mean, 400);
    EXPECT_EQ(rows.points[0].read_pct, 75);
}

TEST(Formats, SantricityTotalsReplaceTheirParts) {
    const std::string rows =
        "\"Capture Iteration: 1\",\"\",\"\",\"\",\"\",\"\",\"\",\"\"\n\"CONTROLLER IN SLOT "
        "0\",\"106\",\"75\",\"25\",\"4096\",\"4096\",\"512\",\"512\"\n"
        "\"Virtual Disk d\",\"106\",\"75\",\"25\",\"4096\",\"4096\",\"512\",\"512\"\n";
    const std::string head =
        "\"Performance Monitor Statistics for Storage Array: a\"\n\"Storage Arrays \",\"Total IOs \",\"Read Percentage "
        "\",\"Cache Hit Percentage "
        "\",\"Current KB/second \",\"Maximum KB/second \",\"Current IO/second \",\"Maximum IO/second\"\n";
    for (const std::string total :
         {"", "\"STORAGE ARRAY TOTALS\",\"106\",\"75\",\"25\",\"4096\",\"4096\",\"512\",\"512\"\n"}) {
        const auto run = run_of(head + rows + total);
        EXPECT_EQ(run.points[0].iops, 512);
        EXPECT_EQ(run.points[0].read_pct, 75);
        EXPECT_EQ(run.points[0].mib_per_s, 4);
        EXPECT_FALSE(run.points[0].latency.mean);
    }
}

TEST(Formats, SysstatHasOperationsAndNoLatency) {
    const auto run = run_of(
        " CPU    NFS   CIFS   HTTP   Total     Net   kB/s    Disk   kB/s\n                                       in    "
        "out    read  write\n"
        " 33%      0      0      0     500    1024   1024     505    569\n");
    EXPECT_EQ(run.points[0].iops, 500);
    EXPECT_EQ(run.points[0].mib_per_s, 2);
    EXPECT_FALSE(run.points[0].latency.mean);
}

TEST(Formats, VdbenchLabelThatTouchesTheTimeAndOldColumns) {
    const auto run = run_of(
        "<pre>\nRun totals\n<a name=\"_1\"></a><i><b>13:49:00.013 Starting RD=rd1; I/O rate: 50; elapsed=60; For "
        "loops: threads=2</b></i>\n\n"
        "Apr 08, 2016  interval        i/o   MB/sec   bytes   read     resp     read    write     resp     resp queue  "
        "cpu%  cpu%\n"
        "                             rate  1024**2     i/o    pct     time     resp     resp      max   stddev depth "
        "sys+u   sys\n"
        "17:46:35.163avg_31-150      50.02     0.20    4096  75.91    5.395    6.944    0.516   96.066   10.097   0.3  "
        " 1.2   0.2\n",
        "totals.html");
    EXPECT_EQ(run.points[0].iops, 50.02);
    EXPECT_EQ(run.points[0].latency.mean, 5395);
    EXPECT_EQ(run.points[0].latency.max, 96066);
    EXPECT_EQ(run.points[0].target_iops, 50);
}

TEST(Formats, VdbenchReportsOfOneRunAreOnePointEach) {
    const auto folder = std::filesystem::temp_directory_path() / "arraytwin-vdbench-test";
    std::filesystem::create_directories(folder);
    const auto summary = text_of(path_of("cases/18_vdbench_curve_summary/summary.html"));
    std::ofstream{folder / "summary.html"} << summary;
    std::ofstream{folder / "totals.html"} << summary;
    std::ofstream{folder / "histogram.html"} << "<b>10:01:00.001 Starting RD=rd1_(10%); I/O rate: 2000; elapsed=3</b>\n"
                                             << text_of(path_of("cases/22_vdbench_histogram_thousands/histogram.html"));
    const auto run = read_runs({folder.string()});
    std::filesystem::remove_all(folder);
    ASSERT_TRUE(run) << to_text(run.error());
    ASSERT_EQ(run->points.size(), 4U);
    EXPECT_TRUE(run->points[0].latency.p99) << "joined from the histogram";
    EXPECT_EQ(run->points[0].latency.mean, 210);
}

TEST(Formats, VdbenchAbortedAndFileSystemRunsAreTold) {
    EXPECT_FALSE(parse_run("flatfile.html", "<title>Vdbench x/flatfile.html</title><pre>\n"));
    const auto run =
        parse_run("totals.html",
                  "<pre>\nRun totals\n<b>11:46:28.002 Starting RD=rd1; elapsed=60; fwdrate=max. For loops: None</b>\n"
                  "Apr 11, 2019 ..Interval.. .ReqstdOps... ...cpu%...\n                 rate   resp total  sys\n"
                  "11:47:28.016     avg_2-60  33891  1.874  63.1 62.7\n");
    ASSERT_FALSE(run);
    EXPECT_NE(to_text(run.error()).find("not block I/Os"), std::string::npos) << to_text(run.error());
}

TEST(Formats, SantricityCountersBreakAtAReset) {
    const auto poll = [](const char* time, const char* reset, int ops) {
        return std::string{R"({"volumeStats": [{"volumeName": "v", "observedTimeInMS": ")"} + time +
               R"(", "lastResetTimeInMS": ")" + reset + R"(", "sourceController": "A", "readOps": )" +
               std::to_string(ops) + R"(, "readTimeTotal": )" + std::to_string(ops * 200) +
               R"(, "writeOps": 0, "writeTimeTotal": 0, "readBytes": 0, "writeBytes": 0}]})";
    };
    const auto run = run_of(poll("1000", "1", 1000) + "\n" + poll("2000", "1", 2000) + "\n" +
                            poll("3000", "2500", 100) + "\n" + poll("4000", "2500", 600) + "\n");
    ASSERT_EQ(run.points.size(), 3U);
    EXPECT_EQ(run.points[0].iops, 1000);
    EXPECT_EQ(run.points[0].latency.mean, 200);
    EXPECT_FALSE(run.points[1].iops);
    EXPECT_EQ(run.points[2].iops, 500);
    EXPECT_NE(warnings_of(run).find("reset"), std::string::npos);
}

TEST(Formats, UnknownTextIsQuoted) {
    const auto run = parse_run("x", "hello\x01world\n");
    ASSERT_FALSE(run);
    EXPECT_NE(to_text(run.error()).find("hello"), std::string::npos);
    EXPECT_FALSE(parse_run("x", ""));
}

TEST(Formats, ZipIsReadFileByFile) {
    const auto folder = std::filesystem::temp_directory_path() / "arraytwin-zip-test";
    std::filesystem::create_directories(folder);
    const auto zip = (folder / "runs.zip").string();
    std::filesystem::remove(zip);
    const auto command = "cd " + path_of("samples/fio_json") + " && python3 -m zipfile -c " + zip +
                         " jsonplus.json single_randread.json ../../cases/expected.json";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const auto run = read_runs({zip});
    ASSERT_TRUE(run) << to_text(run.error());
    EXPECT_EQ(run->points.size(), 2U);
    EXPECT_NE(run->points[0].source.file.find("runs.zip/"), std::string::npos);
    EXPECT_NE(warnings_of(*run).find("skipped"), std::string::npos);
    std::ofstream{zip, std::ios::binary} << text_of(zip).substr(0, 900);
    EXPECT_FALSE(read_runs({zip}));
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace arraytwin::measured
