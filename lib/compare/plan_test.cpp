#include "lib/compare/plan.hpp"

#include <gtest/gtest.h>

namespace arraytwin::compare {
namespace {

using measured::RunPoint;

RunPoint row(const char* config, const char* workload, const char* label) {
    RunPoint point;
    point.config = config;
    point.workload = workload;
    point.label = label;
    point.iops = 1e5;
    point.latency.mean = 500;
    return point;
}

RunPoint mix(double block_kib, double read_pct, double random_pct) {
    auto point = row("", "job1", "job1");
    point.block_kib = block_kib;
    point.read_pct = read_pct;
    point.random_pct = random_pct;
    point.outstanding = 5000;
    return point;
}

const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};

PlanOptions options() {
    PlanOptions result;
    result.array = "aff-a800";
    result.measured_as = "a800-fc";
    result.volumes = 32;
    return result;
}

TEST(Plan, RowsOfTheConfigurationByName) {
    const measured::Run run{{row("a300-fc", "4k-random-read", "peak"), row("a800-fc", "4k-random-read", "start"),
                             row("a800-fc", "64k-sequential-read", "peak"), row("a800-fc", "4k-random-read", "peak")},
                            {}};
    const auto planned = plan(run, data, options());
    ASSERT_TRUE(planned);
    ASSERT_EQ(planned->parts.size(), 2U);
    EXPECT_EQ(planned->parts[0].workload.name, "4k-random-read");
    EXPECT_EQ(planned->parts[0].rows, (std::vector<std::size_t>{1, 3}));
    auto other = options();
    other.config = "a300-fc";
    EXPECT_EQ(plan(run, data, other)->parts.size(), 1U);
}

TEST(Plan, RowsByTheirMix) {
    const measured::Run run{{mix(4, 100, 100), mix(8, 69.8, 100), mix(8, 70.2, 100)}, {}};
    const auto planned = plan(run, data, options());
    ASSERT_TRUE(planned);
    ASSERT_EQ(planned->parts.size(), 2U);
    EXPECT_EQ(planned->parts[0].workload.name, "4k-random-read");
    EXPECT_EQ(planned->parts[1].workload.name, "8k:70r:100rand");
    EXPECT_EQ(planned->parts[1].rows.size(), 2U) << "mixes that were drawn at random are one";
    EXPECT_EQ(planned->parts[1].workload.outstanding_per_volume, 157) << "5,000 outstanding on 32 volumes";
    EXPECT_EQ(planned->parts[0].workload.outstanding_per_volume, 128) << "a named workload keeps its threads";
}

TEST(Plan, ReadShareAndBlockFollowFromRates) {
    auto point = row("measured", "", "");
    point.read_iops = 7e4;
    point.write_iops = 3e4;
    point.mib_per_s = 1e5 * 8 / 1024;
    const auto planned = plan({{point}, {}}, data, options());
    ASSERT_TRUE(planned);
    EXPECT_EQ(planned->parts[0].workload.name, "8k:70r:100rand");
    EXPECT_EQ(planned->notes.size(), 1U) << "that all is random was assumed";
}

TEST(Plan, RowsWithoutAMixBelongToTheOneWorkloadThatIsAskedFor) {
    const measured::Run run{{row("", "rd1", "rd1")}, {}};
    EXPECT_FALSE(plan(run, data, options()));
    auto asked = options();
    asked.wanted = {*load_workload(data, "4k-random-write")};
    const auto planned = plan(run, data, asked);
    ASSERT_TRUE(planned);
    EXPECT_EQ(planned->parts[0].workload.name, "4k-random-write");
    auto named = run;
    named.points[0].source.format = "arraytwin-csv";
    EXPECT_FALSE(plan(named, data, asked)) << "a workload that our own CSV names is another one";
    asked.wanted.push_back(*load_workload(data, "4k-random-read"));
    EXPECT_FALSE(plan(run, data, asked));
}

TEST(Plan, RefusesWhatIsNotThere) {
    const measured::Run run{{row("a300-fc", "4k-random-read", "peak")}, {}};
    const auto none = plan(run, data, options());
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error()[0].message, "no row of the configuration 'a800-fc'");
    EXPECT_NE(none.error()[0].help.find("did you mean 'a300-fc'?"), std::string::npos);
    auto anonymous = options();
    anonymous.measured_as.clear();
    EXPECT_NE(plan(run, data, anonymous).error()[0].help.find("--config"), std::string::npos);
    auto asked = options();
    asked.config = "a300-fc";
    asked.wanted = {*load_workload(data, "64k-sequential-read")};
    EXPECT_EQ(plan(run, data, asked).error()[0].message, "no measured row of 64k-sequential-read");
}

TEST(Question, EachRowIsAskedAtItsOwnLoad) {
    const auto peak = question_of(row("c", "w", "peak"), 4096);
    EXPECT_EQ(peak.kind, Kind::peak);
    EXPECT_EQ(peak.load->outstanding, 50) << "IOPS x latency";
    auto unusable = row("c", "w", "peak");
    unusable.latency_usable = false;
    EXPECT_EQ(question_of(unusable, 4096).load->outstanding, 4096);
    unusable.outstanding = 1024;
    EXPECT_EQ(question_of(unusable, 4096).load->outstanding, 1024);

    auto start = row("c", "w", "start");
    start.outstanding = 26;  // that of the row, not of the threads
    EXPECT_EQ(question_of(start, 4096).kind, Kind::paced);
    EXPECT_EQ(question_of(start, 4096).load->outstanding, 4096);
    EXPECT_EQ(*question_of(start, 4096).load->target_iops, 1e5);
    EXPECT_EQ(question_of(row("c", "w", "sub_ms_limit"), 4096).kind, Kind::limit);
}

TEST(Question, RunsOfKnownDepthAreClosedAndPacesThatWereMissedToo) {
    auto depth = row("", "w", "qd32");
    depth.outstanding = 32;
    EXPECT_EQ(question_of(depth, 4096).kind, Kind::closed);
    EXPECT_FALSE(question_of(depth, 4096).load->target_iops);
    depth.target_iops = 1e5;
    EXPECT_EQ(question_of(depth, 4096).kind, Kind::paced);
    EXPECT_EQ(question_of(depth, 4096).load->outstanding, 32);
    depth.target_iops = 1.1e5;
    EXPECT_EQ(question_of(depth, 4096).kind, Kind::closed) << "missed";
    depth.outstanding.reset();
    EXPECT_EQ(question_of(depth, 4096).load->outstanding, 50) << "by Little's law";
    auto polled = row("", "w", "");
    EXPECT_EQ(question_of(polled, 4096).kind, Kind::paced);
    polled.iops.reset();
    EXPECT_FALSE(question_of(polled, 4096).load);
}

}  // namespace
}  // namespace arraytwin::compare
