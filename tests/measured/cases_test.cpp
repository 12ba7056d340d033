// The cases of cases/, each against its figures in expected.json.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "lib/measured/audit.hpp"
#include "lib/measured/histogram.hpp"
#include "tests/measured/files.hpp"

namespace arraytwin::measured {
namespace {

using Json = nlohmann::json;

class Case {
public:
    explicit Case(const std::string& name, const std::string& file) : expected(all().at(name)) {
        auto result = read_runs({path_of("cases/" + name + "/" + file)});
        EXPECT_TRUE(result) << to_text(result ? Diagnostics{} : result.error());
        if (result) run = *result;
        if (run.points.empty()) run.points.emplace_back();
    }

    static const Json& all() {
        static const Json document = Json::parse(text_of(path_of("cases/expected.json")));
        return document;
    }

    double due(const char* key) const { return expected.at(key).get<double>(); }
    const RunPoint& point() const { return run.points.front(); }
    bool warns(const std::string& words) const { return warnings_of(run).find(words) != std::string::npos; }
    std::vector<std::string> checks() const {
        std::vector<std::string> names;
        for (const auto& finding : audit(run)) names.push_back(finding.check);
        return names;
    }

    void expect_iops_and_latency() const {
        EXPECT_DOUBLE_EQ(point().iops.value_or(0), due("iops"));
        EXPECT_NEAR(point().latency.mean.value_or(0), due("lat_ms") * 1000, 0.001);
    }

    /// [[iops, ms], ...] in the order of the curve.
    void expect_curve() const {
        const auto& curve = expected.at("curve");
        ASSERT_EQ(run.points.size(), curve.size());
        for (std::size_t i = 0; i < curve.size(); ++i) {
            EXPECT_NEAR(run.points[i].iops.value_or(0), curve[i][0].get<double>(), 1e-9) << i;
            EXPECT_NEAR(run.points[i].latency.mean.value_or(0), curve[i][1].get<double>() * 1000, 1e-6) << i;
        }
    }

    Json expected;
    Run run;
};

TEST(Cases, FioErrorLinesBeforeJson) {
    const Case test{"01_fio_error_lines_before_json", "run.json"};
    EXPECT_EQ(test.run.points.size(), 1U);
    test.expect_iops_and_latency();
    EXPECT_DOUBLE_EQ(test.point().latency.p99.value_or(0), test.due("p99_ms") * 1000);
    EXPECT_TRUE(test.warns("job error 5"));
    EXPECT_TRUE(test.warns("text before JSON"));
}

TEST(Cases, FioOnlyErrorText) {
    const auto run = read_runs({path_of("cases/02_fio_only_error_text/run.json")});
    ASSERT_FALSE(run);
    const auto text = to_text(run.error());
    EXPECT_NE(text.find("no JSON object found"), std::string::npos) << text;
    EXPECT_NE(text.find("error=No such file or directory"), std::string::npos) << text;
}

TEST(Cases, Fio2UnitsKibAndUs) {
    const Case test{"03_fio2_units_kib_and_us", "run.json"};
    test.expect_iops_and_latency();
    EXPECT_DOUBLE_EQ(test.point().latency.p99.value_or(0), test.due("p99_clat_ms") * 1000);
    EXPECT_DOUBLE_EQ(test.point().block_kib.value_or(0) * 1024, test.due("block_bytes"));
    EXPECT_DOUBLE_EQ(test.point().mib_per_s.value_or(0), test.due("MiBps"));
    EXPECT_EQ(test.point().source.version, "fio-2.16");
    EXPECT_TRUE(test.checks().empty());
}

TEST(Cases, FioOptionsOnlyGlobal) {
    const Case test{"04_fio_options_only_global", "run.json"};
    test.expect_iops_and_latency();
    EXPECT_DOUBLE_EQ(test.point().outstanding.value_or(0), test.due("concurrency"));
    EXPECT_EQ(test.point().workload, "4k-random-read");
}

TEST(Cases, FioClientServerAllClients) {
    const Case test{"07_fio_client_server_all_clients", "fio-result.txt"};
    EXPECT_EQ(test.run.points.size(), 1U);
    test.expect_iops_and_latency();
    EXPECT_EQ(test.point().hosts, test.expected.at("hosts").get<int>());
    EXPECT_FALSE(test.point().latency.p99);
}

TEST(Cases, FioNumjobsWeightedLatency) {
    const Case test{"08_fio_numjobs_weighted_latency", "run.json"};
    test.expect_iops_and_latency();
    EXPECT_FALSE(test.point().latency.p99);
    EXPECT_TRUE(test.warns("not derivable"));
    EXPECT_DOUBLE_EQ(test.point().outstanding.value_or(0), test.due("concurrency"));
}

TEST(Cases, FioJsonPlusMergesBins) {
    const Case test{"10_fio_jsonplus_merge_bins", "run.json"};
    EXPECT_DOUBLE_EQ(test.point().latency.p50.value_or(0), test.due("p50_us"));
    EXPECT_DOUBLE_EQ(test.point().latency.p99.value_or(0), test.due("p99_us"));
    EXPECT_EQ(count_of(test.point().histogram), test.expected.at("n").get<std::uint64_t>());
}

TEST(Cases, FioSteadyStateBandwidthIsBytes) {
    const Case test{"12_fio_steadystate_bw_bytes", "run.json"};
    EXPECT_NEAR(test.point().mib_per_s.value_or(0), test.due("MiBps"), 0.005);
}

TEST(Cases, FioRateSweepKeepsItsDip) {
    const Case test{"14_fio_rate_sweep_nonmonotonic", "run.json"};
    test.expect_curve();
    EXPECT_EQ(test.checks(), std::vector<std::string>{"target"});
}

TEST(Cases, FioTerseWithAndWithoutDisk) {
    for (const char* file : {"no_disk.terse", "one_disk.terse", "semicolon_name.terse"}) {
        const Case test{"16_fio_terse_v3_with_and_without_disk", file};
        test.expect_iops_and_latency();
        EXPECT_DOUBLE_EQ(test.point().latency.p99.value_or(0), test.due("p99_ms") * 1000);
        EXPECT_DOUBLE_EQ(test.point().mib_per_s.value_or(0) * 1024, test.due("KiBps"));
        EXPECT_EQ(test.warns("semicolon"), std::string{file} == "semicolon_name.terse");
    }
}

TEST(Cases, FioLogsOfBothUnits) {
    for (const char* file : {"v2_lat.1.log", "v3_lat.1.log"}) {
        const Case test{"17_fio_lat_log_us_vs_ns", file};
        ASSERT_EQ(test.run.points.size(), 2U);
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_NEAR(test.run.points[i].latency.mean.value_or(0), test.expected.at("lat_ms")[i].get<double>() * 1000,
                        1e-9);
        EXPECT_TRUE(test.warns("taken for fio"));
    }
}

TEST(Cases, VdbenchCurveSummary) {
    const Case test{"18_vdbench_curve_summary", "summary.html"};
    test.expect_curve();
    EXPECT_EQ(test.checks(), std::vector<std::string>{"target"});
}

TEST(Cases, VdbenchFlatfileMaxIsNoTarget) {
    const Case test{"20_vdbench_flatfile_max_sentinel", "flatfile.html"};
    test.expect_curve();
    EXPECT_EQ(test.run.points[0].target_iops, 500);
    EXPECT_FALSE(test.run.points[1].target_iops);
    EXPECT_DOUBLE_EQ(test.run.points[1].block_kib.value_or(0) * 1024, 7680);
}

TEST(Cases, VdbenchHistogramWithThousands) {
    const Case test{"22_vdbench_histogram_thousands", "histogram.html"};
    EXPECT_EQ(count_of(test.point().histogram), test.expected.at("n").get<std::uint64_t>());
    const auto within = [&](std::optional<double> us, const char* key) {
        const auto& bucket = test.expected.at(key);
        return us && *us >= bucket[0].get<double>() * 1000 && *us <= bucket[1].get<double>() * 1000;
    };
    EXPECT_TRUE(within(test.point().latency.p50, "p50_bucket_ms"));
    EXPECT_TRUE(within(test.point().latency.p99, "p99_bucket_ms"));
    EXPECT_FALSE(test.point().iops);
}

TEST(Cases, DiskSpdTextOldAndNew) {
    for (const char* file : {"v2_0.txt", "v2_2.txt"}) {
        const Case test{"23_diskspd_text_2_1_vs_2_2", file};
        test.expect_iops_and_latency();
        EXPECT_DOUBLE_EQ(test.point().latency.p50.value_or(0), test.due("p50_ms") * 1000);
        EXPECT_DOUBLE_EQ(test.point().latency.p99.value_or(0), test.due("p99_ms") * 1000);
        EXPECT_DOUBLE_EQ(test.point().latency.p99_9.value_or(0), test.due("p999_ms") * 1000);
        EXPECT_DOUBLE_EQ(test.point().read_pct.value_or(0), test.due("read_pct"));
        EXPECT_DOUBLE_EQ(test.point().mib_per_s.value_or(0), test.due("MiBps"));
        EXPECT_DOUBLE_EQ(test.point().outstanding.value_or(0), test.due("concurrency"));
    }
}

TEST(Cases, ElbenchoMixAndLast) {
    const Case test{"25_elbencho_rwmix_first_last", "r.csv"};
    EXPECT_EQ(test.run.points.size(), 1U);
    test.expect_iops_and_latency();
    EXPECT_DOUBLE_EQ(test.point().read_iops.value_or(0), test.due("read_iops"));
    EXPECT_DOUBLE_EQ(test.point().write_iops.value_or(0), test.due("write_iops"));
    EXPECT_DOUBLE_EQ(test.point().outstanding.value_or(0), test.due("concurrency"));
}

TEST(Cases, HciBenchPercentileIsAnEstimate) {
    const Case test{"26_hcibench_p95_is_not_a_percentile", "job-res.txt"};
    test.expect_iops_and_latency();
    EXPECT_DOUBLE_EQ(test.point().mib_per_s.value_or(0), test.due("MiBps"));
    EXPECT_FALSE(test.point().latency.p95);
    EXPECT_TRUE(test.warns("estimated (normal"));
}

TEST(Cases, CounterThatWentBackLeavesTwoGaps) {
    const Case test{"28_harvest_counter_went_back", "poll.csv"};
    ASSERT_EQ(test.run.points.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
        const auto& point = test.run.points[i];
        const auto same = [&](const Json& due, std::optional<double> figure) {
            return due.is_null() ? !figure : figure && *figure == due.get<double>();
        };
        EXPECT_TRUE(same(test.expected.at("lat_us")[i], point.latency.mean)) << i;
        EXPECT_TRUE(same(test.expected.at("iops")[i], point.iops)) << i;
    }
    EXPECT_EQ(test.run.warnings.size(), 2U);
}

TEST(Cases, HarvestVolumesAreWeighted) {
    const Case test{"29_harvest_volume_latency_weighting", "metrics.txt"};
    test.expect_iops_and_latency();
    EXPECT_FALSE(test.point().write_iops) << "not told is not 0";
}

TEST(Cases, IdleVolumeDoesNotDominate) {
    const Case test{"30_harvest_latency_at_tiny_ops", "poll.csv"};
    EXPECT_NEAR(test.point().latency.mean.value_or(0), test.due("lat_ms") * 1000, 0.001);
    EXPECT_TRUE(test.warns("low sample"));
}

TEST(Cases, SolidFireTwoPolls) {
    const Case test{"32_solidfire_two_polls", "polls.json"};
    EXPECT_EQ(test.run.points.size(), 1U);
    test.expect_iops_and_latency();
    EXPECT_DOUBLE_EQ(test.point().read_iops.value_or(0), test.due("read_iops"));
    EXPECT_DOUBLE_EQ(test.point().write_iops.value_or(0), test.due("write_iops"));
}

TEST(Cases, OntapQosUnitsByCell) {
    const Case test{"33_ontap_qos_units", "qos.txt"};
    ASSERT_EQ(test.run.points.size(), 3U);
    EXPECT_DOUBLE_EQ(test.point().iops.value_or(0), test.due("total_iops"));
    const auto& due = test.expected.at("lat_ms");
    for (const auto& point : test.run.points) {
        const auto key = point.workload == "-total-" ? std::string{"total"} : point.workload;
        EXPECT_NEAR(point.latency.mean.value_or(0), due.at(key).get<double>() * 1000, 1e-9) << key;
    }
}

}  // namespace
}  // namespace arraytwin::measured
