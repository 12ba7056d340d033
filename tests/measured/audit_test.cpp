// The audit finds what is wrong in our own measurements, and nothing else; and what was made wrong on purpose.
#include <gtest/gtest.h>

#include "lib/measured/audit.hpp"
#include "lib/measured/audit_checks.hpp"
#include "lib/measured/curves_csv.hpp"
#include "lib/measured/write.hpp"
#include "tests/measured/files.hpp"

namespace arraytwin::measured {
namespace {

const std::string own = ARRAYTWIN_SOURCE_DIR "/data/measured/measured_curves.csv";

Run run_of(const std::string& rows) {
    auto run = parse_run(
        "m.csv",
        "config,workload,point,block_kib,iops,mib_per_s,latency_us,outstanding,target_iops,p50_us,p99_us\n" + rows);
    EXPECT_TRUE(run) << to_text(run ? Diagnostics{} : run.error());
    return run ? *run : Run{};
}

/// "little 0; unit 1; "
std::string found(const Run& run) {
    std::string text;
    for (const auto& finding : audit(run)) text += finding.check + " " + std::to_string(finding.point) + "; ";
    return text;
}

TEST(Audit, FindsTheKnownBadPointsOfOurOwnMeasurements) {
    const auto run = read_runs({own});
    ASSERT_TRUE(run) << to_text(run.error());
    EXPECT_EQ(run->points.size(), 170U);
    std::vector<std::string> findings;
    for (const auto& finding : audit(*run)) {
        const auto& point = run->points[finding.point];
        findings.push_back(finding.check + " " + point.config + " " + point.workload + " " + point.label);
        EXPECT_FALSE(finding.help.empty());
    }
    EXPECT_EQ(findings, (std::vector<std::string>{
                            "little a300-fc 64k-sequential-read peak",
                            "little a250-fc 64k-sequential-read peak",
                            "little a250-fc 64k-sequential-write peak",
                            "repeat sf19210x8-iscsi 4k-random-read max",
                        }));
}

TEST(Audit, RoundingExplainsItsOwn) {
    EXPECT_DOUBLE_EQ(unrounded(2400).low, 2350);
    EXPECT_DOUBLE_EQ(unrounded(3640).high, 3645);
    EXPECT_DOUBLE_EQ(unrounded(217.5).low, 217.45);
    EXPECT_EQ(found(run_of("c,w,peak,,1000,,2000,2,,,\n")), "");
    EXPECT_EQ(found(run_of("c,w,peak,,10000,,3000,24,,,\n")), "") << "2,500 us are 25 in flight";
}

TEST(Audit, NamesTheFactorOfAUnitSlip) {
    const auto slipped = audit(run_of("c,w,peak,,10000,,3200000,32,,,\n"));
    ASSERT_EQ(slipped.size(), 1U);
    EXPECT_EQ(slipped[0].check, "unit");
    EXPECT_NE(slipped[0].text.find("1,000"), std::string::npos) << slipped[0].text;
    EXPECT_NE(unit_slip(1024).find("1,024"), std::string::npos);
    EXPECT_NE(unit_slip(1.0 / 1000).find("1,000"), std::string::npos);
    EXPECT_EQ(unit_slip(3.8), "");
    EXPECT_EQ(found(run_of("c,w,start,,45676,,,,,,\nc,w,sub,,410,,,,,,\nc,w,peak,,439000,,,,,,\n")), "unit 1; ");
}

TEST(Audit, ThroughputMustBeIopsTimesBlock) {
    EXPECT_EQ(found(run_of("c,w,p,4,10000,39.1,,,,,\n")), "");
    EXPECT_EQ(found(run_of("c,w,p,4,10000,40.96,,,,,\n")), "unit 0; ") << "MB for MiB";
    EXPECT_EQ(found(run_of("c,w,p,4,10000,40000,,,,,\n")), "unit 0; ");
    EXPECT_EQ(found(run_of("c,w,p,4,10000,60,,,,,\n")), "throughput 0; ");
}

TEST(Audit, TargetsRepeatsPercentilesAndFallingCurves) {
    EXPECT_EQ(found(run_of("c,w,p,,9000,,100,,10000,,\n")), "target 0; ");
    EXPECT_EQ(found(run_of("c,w,p,,9900,,100,,10000,,\n")), "");
    EXPECT_EQ(found(run_of("c,w,p,,9000,,100,1,,,\nc,w,q,,9000,,100,1,,,\n")), "repeat 1; ");
    EXPECT_EQ(found(run_of("c,w,p,,9000,,100,1,,90,80\n")), "percentiles 0; ");
    EXPECT_EQ(found(run_of("c,w,p,,9000,,110,1,,,\nc,w,q,,20000,,100,2,,,\nc,w,r,,15000,,266,4,,,\n")),
              "falls-back 2; ");
}

TEST(Audit, CsvComesBackAsItWas) {
    const auto run = read_runs({own});
    ASSERT_TRUE(run);
    const auto csv = runs_csv(*run);
    const auto again = parse_run("again.csv", csv);
    ASSERT_TRUE(again) << to_text(again.error());
    ASSERT_EQ(again->points.size(), run->points.size());
    for (std::size_t i = 0; i < run->points.size(); ++i) {
        EXPECT_EQ(again->points[i].iops, run->points[i].iops);
        EXPECT_EQ(again->points[i].latency.mean, run->points[i].latency.mean);
        EXPECT_EQ(again->points[i].outstanding, run->points[i].outstanding);
    }
    const auto strict = parse_curves_csv("again.csv", csv);
    EXPECT_TRUE(strict) << to_text(strict.error());
}

TEST(Audit, JsonHasNullForWhatIsAbsent) {
    const auto run = run_of("c,w,p,,9000,,,,,,\n");
    const auto json = runs_json(run, audit(run));
    for (const char* part : {"\"schema\": 1", "\"iops\":9000.0", "\"mean\":null", "\"outstanding\":null",
                             "\"target_iops\":null", "\"format\":\"arraytwin-csv\""})
        EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
    EXPECT_EQ(json.find(":0.0"), std::string::npos) << json;
}

}  // namespace
}  // namespace arraytwin::measured
