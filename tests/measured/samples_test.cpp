// Files as the programs wrote them: all are read, and cut off anywhere they give whole points or one clear error.
#include <gtest/gtest.h>

#include <set>

#include "lib/measured/audit.hpp"
#include "lib/measured/write.hpp"
#include "tests/measured/files.hpp"

namespace arraytwin::measured {
namespace {

constexpr std::size_t cuts = 60;

bool holds_no_result(const std::filesystem::path& path) {
    const auto name = path.filename().string();
    return name == "vc_Results_FIO_Error_2.txt" || name == "vc_Results_FIO_Verification_Error_1.txt";
}

TEST(Samples, AllAreRead) {
    int read = 0;
    for (const auto& path : files_in("samples")) {
        const auto run = read_runs({path.string()});
        EXPECT_EQ(run.has_value(), !holds_no_result(path)) << path << (run ? "" : to_text(run.error()));
        if (!run) continue;
        ++read;
        EXPECT_TRUE(!run->points.empty() || !run->warnings.empty()) << path << ": says nothing";
        for (const auto& point : run->points) {
            EXPECT_TRUE(!point.iops || *point.iops > 0) << path << ": a point of 0 IOPS";
            EXPECT_TRUE(!point.latency.mean || *point.latency.mean > 0) << path << ": a latency of 0";
            EXPECT_FALSE(point.source.format.empty());
        }
    }
    EXPECT_GE(read, 50);
}

/// Figures of fio's samples by another program (summarize_fio.py of the study).
TEST(Samples, FioFiguresAreThoseOfAnotherReader) {
    struct Due {
        const char* file;
        std::size_t points;
        double iops, mib_per_s, latency_us;
    };
    for (const Due& due :
         {Due{"client_server_2.txt", 1, 2000.0, 7.81, 27.93}, Due{"jsonplus.json", 1, 1999.0, 7.81, 86.02},
          Due{"numjobs4_group.json", 1, 3996.0, 15.61, 63.77}, Due{"numjobs4_nogroup.json", 1, 3995.0, 15.61, 564.65},
          Due{"randrw7030.json", 1, 2851.3, 22.28, 184.90},
          Due{"randrw7030_unified_mixed.json", 1, 2855.1, 22.31, 56.06},
          Due{"status_interval_concatenated.json", 1, 1000.0, 3.91, 63.99},
          Due{"stonewall_iodepth_sweep_one_file.json", 3, 3997.0, 15.61, 103.12},
          Due{"stonewall_rate_sweep_one_file.json", 3, 499.5, 3.90, 79.45},
          Due{"pkb_fio-2.17_groupreporting_dup_global.json", 2, 8086.7, 126.35, 245.53},
          Due{"vc_TestFioJsonWithError.txt", 1, 49501.3, 192.88, 5933.37}}) {
        const auto run = read_runs({path_of(std::string{"samples/fio_json/"} + due.file)});
        ASSERT_TRUE(run) << due.file;
        ASSERT_EQ(run->points.size(), due.points) << due.file;
        const auto& point = run->points.front();
        EXPECT_NEAR(point.iops.value_or(0), due.iops, 0.06) << due.file;
        EXPECT_NEAR(point.mib_per_s.value_or(0), due.mib_per_s, 0.006) << due.file;
        EXPECT_NEAR(point.latency.mean.value_or(0), due.latency_us, 0.006) << due.file;
    }
}

TEST(Samples, PercentilesSayOfWhatTheyAre) {
    for (const auto& [file, completion] :
         {std::pair{"jsonplus.json", true}, std::pair{"lat_percentiles_only_custom_list.json", false}}) {
        const auto run = read_runs({path_of(std::string{"samples/fio_json/"} + file)});
        ASSERT_TRUE(run) << file;
        EXPECT_EQ(run->points.at(0).latency.completion_only, completion) << file;
        EXPECT_TRUE(run->points[0].latency.p99) << file;
    }
}

TEST(Samples, TwoPollsMakeAPoint) {
    const auto run = read_runs({path_of("samples/harvest/ontap_keyperf_volume-poll-1.json"),
                                path_of("samples/harvest/ontap_keyperf_volume-poll-2.json")});
    ASSERT_TRUE(run) << to_text(run.error());
    ASSERT_EQ(run->points.size(), 1U);
    EXPECT_NEAR(run->points[0].iops.value_or(0), 4742.4, 0.1);
    EXPECT_NEAR(run->points[0].latency.mean.value_or(0), 410.5, 0.1);
}

TEST(Samples, IometerSweepIsACurve) {
    for (const char* file : {"derived_from_source_1.1_sweep.csv", "derived_from_source_2006_sweep.csv"}) {
        const auto run = read_runs({path_of(std::string{"samples/iometer/"} + file)});
        ASSERT_TRUE(run) << to_text(run.error());
        ASSERT_EQ(run->points.size(), 4U);
        EXPECT_EQ(run->points[3].iops, 50000);
        EXPECT_EQ(run->points[3].outstanding, 32);
        EXPECT_EQ(run->points[3].mib_per_s, 195.3125);
        EXPECT_TRUE(audit(*run).empty());
    }
}

/// Points as the JSON prints them, without the line in the file: what follows a cut does not move it.
std::multiset<std::string> printed(const Run& run) {
    std::multiset<std::string> points;
    for (const auto& point : run.points) points.insert(runs_csv({{point}, {}}));
    return points;
}

void expect_whole_or_told(const std::string& name, const std::string& text) {
    const auto full = parse_run(name, text);
    if (!full) return;
    const auto whole = printed(*full);
    const auto step = std::max<std::size_t>(1, text.size() / cuts);
    for (std::size_t cut = 0; cut < text.size(); cut += step) {
        const auto part = parse_run(name, std::string_view{text}.substr(0, cut));
        if (!part) {
            ASSERT_EQ(part.error().size(), 1U) << name << " cut at " << cut;
            ASSERT_FALSE(part.error()[0].message.empty());
            continue;
        }
        const auto points = printed(*part);
        const bool subset = std::includes(whole.begin(), whole.end(), points.begin(), points.end());
        EXPECT_TRUE(subset || part->warnings.size() > 0)
            << name << " cut at " << cut << " gives another point, and says nothing";
        const bool json = text.find("\"fio version\"") != std::string::npos;
        EXPECT_TRUE(subset || !json || text.find("}\n{") != std::string::npos)
            << name << " cut at " << cut << " gives a point that is not whole";
    }
}

TEST(Samples, CutOffGivesWholePointsOrOneError) {
    for (const char* folder : {"samples", "cases"}) {
        for (const auto& path : files_in(folder)) expect_whole_or_told(path.string(), text_of(path));
    }
}

TEST(Samples, OwnCurvesSurviveCuts) {
    const auto path = ARRAYTWIN_SOURCE_DIR "/data/measured/measured_curves.csv";
    expect_whole_or_told(path, text_of(path));
}

TEST(Samples, FoldersGlobsAndWrongNames) {
    const auto folder = read_runs({path_of("samples/fio_terse")});
    ASSERT_TRUE(folder) << to_text(folder.error());
    EXPECT_EQ(folder->points.size(), 6U);
    const auto glob = read_runs({path_of("samples/fio_terse/*_v[345].terse")});
    ASSERT_TRUE(glob) << to_text(glob.error());
    EXPECT_EQ(glob->points.size(), 4U);
    EXPECT_FALSE(read_runs({path_of("samples/nothing.json")}));
    EXPECT_FALSE(read_runs({path_of("samples/*.nothing")}));
}

TEST(Samples, Utf16OfPowerShellIsRead) {
    const auto text = text_of(path_of("cases/23_diskspd_text_2_1_vs_2_2/v2_2.txt"));
    std::string wide = "\xff\xfe";
    for (const char c : text) wide.append(1, c).append(1, '\0');
    const auto run = parse_run("out.txt", wide);
    ASSERT_TRUE(run) << to_text(run.error());
    EXPECT_EQ(run->points.at(0).iops, 10000);
}

}  // namespace
}  // namespace arraytwin::measured
