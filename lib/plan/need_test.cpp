// Needs: what they say, everything that is wrong with one, and how their loads are dealt.
#include "lib/plan/need.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace arraytwin::plan {
namespace {

const spec::DataFolder data{std::string{ARRAYTWIN_SOURCE_DIR} + "/data"};

Result<Need> read(const std::string& text) {
    return read_need(spec::Document::from_text("need.toml", text).value(), data);
}

std::string faults_of(const std::string& text) {
    const auto need = read(text);
    return need ? "" : to_text(need.error());
}

constexpr const char* two = R"(schema = 1
name = "two"
survive = "node"
headroom = 0.2
[growth]
per = "year"
capacity = 0.44
[[workloads]]
workload = "8k:70r"
iops = 30_000
capacity = "2TB"
mean = "1ms"
p99 = "5ms"
[[workloads]]
workload = "64k:100r:0rand"
iops = 1_000
)";

TEST(Need, SaysWhatIsWritten) {
    const Need need = read(two).value();
    EXPECT_EQ(need.survive, Survive::node);
    EXPECT_DOUBLE_EQ(need.iops(), 31'000);
    EXPECT_DOUBLE_EQ(need.design_iops(), 31'000 / 0.8);
    EXPECT_DOUBLE_EQ(need.capacity(), 2e12);
    EXPECT_DOUBLE_EQ(need.design_capacity(), 2.5e12);
    const auto targets = need.workloads[0].targets();
    ASSERT_EQ(targets.size(), 2U);
    EXPECT_TRUE(targets[0].is_mean());
    EXPECT_EQ(targets[1].name, "p99");
    EXPECT_DOUBLE_EQ(targets[1].limit_us, 5000);
    EXPECT_TRUE(need.workloads[1].targets().empty());
    EXPECT_NEAR(std::pow(1 + need.growth.monthly(need.growth.capacity), 12), 1.44, 1e-12);
}

TEST(Need, TellsEverythingThatIsWrongAtOnceAndWhere) {
    const auto faults = faults_of(R"(schema = 1
name = "bad"
headroom = 20
survive = "nodes"
[[workloads]]
workload = "sql-80-02"
iops = 0
mean = "1"
[[workloads]]
workload = "oltp-beside-backup"
capacity = 5
p98 = "1ms"
)");
    for (const char* part :
         {"need.toml:3:12: headroom: 20 is out of range", "need.toml:4:11: survive", "did you mean 'node'",
          "need.toml:6:12: workloads[1].workload", "sql-80-20", "need.toml:7:8: workloads[1].iops",
          "need.toml:8:8: workloads[1].mean", "workloads[2].workload: has parts itself", "need.toml:11:12",
          "need.toml:12:1: workloads[2].p98", "workloads[2].iops"}) {
        EXPECT_NE(faults.find(part), std::string::npos) << part << "\nis not in\n" << faults;
    }
}

TEST(Need, WithoutWorkloadsIsNone) {
    EXPECT_NE(faults_of("schema = 1\nname = \"none\"\n").find("workloads"), std::string::npos);
}

TEST(Need, OneWorkloadKeepsItsThreads) {
    Need need = read(two).value();
    need.workloads.pop_back();
    const NeededLoad load = load_of(need, 32).value();
    EXPECT_TRUE(load.workload.parts.empty());
    EXPECT_EQ(load.per_needed, 1);
}

TEST(Need, MoreWorkloadsThanVolumesAreRefused) {
    EXPECT_FALSE(load_of(read(two).value(), 1).has_value());
    EXPECT_TRUE(load_of(read(two).value(), 2).has_value());
}

RC_GTEST_PROP(Need, EachWorkloadGetsWhatItNeedsAndLittleMore, ()) {
    Need need;
    const auto count = *rc::gen::inRange<std::size_t>(1, 5);
    const auto iops = *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(1'000, 50'000));
    for (const int each : iops) {
        need.workloads.emplace_back().iops = each;
        need.workloads.back().workload.name = std::to_string(each);
    }
    const NeededLoad load = load_of(need, *rc::gen::inRange(4, 64)).value();
    if (iops.size() == 1) return;
    double threads = 0;
    for (const WorkloadPart& part : load.workload.parts) {
        threads += part.workload.outstanding_per_volume * part.on.count;
    }
    for (std::size_t w = 0; w < iops.size(); ++w) {
        const WorkloadPart& part = load.workload.parts[w];
        const double share = part.workload.outstanding_per_volume * part.on.count / threads;
        RC_ASSERT(share * load.per_needed * need.iops() >= iops[w] * (1 - 1e-9));
    }
    RC_ASSERT(load.per_needed < 1.1);
}

TEST(Need, TheExampleIsSound) { EXPECT_TRUE(load_need(data, "database-and-files").has_value()); }

}  // namespace
}  // namespace arraytwin::plan
