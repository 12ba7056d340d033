// Proposals and the most within a latency, in their three forms.
#include "lib/report/sizing.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

plan::Candidate candidate(int drives) {
    Capacity capacity{drives * bytes_of_tb, "drives"};
    capacity.leave("parity", drives * 0.5 * bytes_of_tb, "half");
    capacity.mark_usable();
    plan::Candidate made;
    made.array = "mine";
    made.overrides = {"media.count=" + std::to_string(drives)};
    made.drive = "flash\x1b[31m";
    made.size = {2, drives, drives * bytes_of_tb, 24};
    made.capacity = capacity;
    return made;
}

plan::StateUnderNeed state(int node_down, double mean_us, double most_iops) {
    Point point;
    point.load.target_iops = 1000;
    point.iops = 1000;
    point.latency.mean = mean_us;
    point.latency.p99 = mean_us * 3;
    point.bottleneck = "node.2.cpu";
    return {node_down, point, most_iops, most_iops / 2};
}

plan::Sizing sample() {
    plan::Sizing sizing;
    sizing.need.name = "wanted";
    sizing.need.survive = plan::Survive::node;
    sizing.need.growth.capacity = 0.2;
    plan::NeededWorkload& workload = sizing.need.workloads.emplace_back();
    workload.named = "8k:70r";
    workload.iops = 1000;
    workload.capacity = Bytes{3'000'000'000'000};
    workload.latency[0] = Duration::from_us(1000);
    workload.latency[3] = Duration::from_us(5000);
    plan::Proposal proposal;
    proposal.candidate = candidate(12);
    proposal.name = "My array";
    proposal.trust = plan::Trust::likely;
    proposal.mean90 = Interval{200, 1200};
    proposal.up = state(0, 400, 4000);
    proposal.down = state(1, 800, 1250);
    proposal.space_used = 0.5;
    proposal.months_of_space = 45;
    proposal.smaller = candidate(10);
    proposal.smaller_misses = {"with node 1 down: mean of 8k:70r is 1.31 ms, above 1.00 ms"};
    sizing.proposals.push_back(proposal);
    sizing.unfit.push_back({"tiny", {}, {"it has no second node to survive on"}});
    sizing.larger = {"huge"};
    return sizing;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(SizingTable, SaysWhatWhyAndHowLong) {
    const auto text = sizing_table(sample(), {false, 120});
    for (const char* part :
         {"wanted  1,000 IOPS, 3.0 TB; any one node may be down", "45 months, space", "likely", "50 %", "75 %", "20 %",
          "mean 400 µs of 1.00 ms, p99 1.20 ms of 5.00 ms", "node 1 down", "mean of all from 200 µs to 1.20 ms",
          "2 nodes and 10 drives", "with node 1 down: mean of 8k:70r is 1.31 ms", "tiny", "no second node", "huge"}) {
        EXPECT_TRUE(contains(text, part)) << part << "\nis not in\n" << text;
    }
    EXPECT_FALSE(contains(text, "\x1b"));
}

TEST(SizingTable, FitsTheTerminal) {
    for (const int width : {60, 80, 120}) {
        std::istringstream lines{sizing_table(sample(), {false, width})};
        std::string line;
        std::getline(lines, line);  // the title, a sentence
        while (std::getline(lines, line)) EXPECT_LE(display_width(line), width) << line;
    }
}

TEST(SizingJson, HasWhatTheTableHas) {
    const auto json = nlohmann::json::parse(sizing_json(sample()));
    EXPECT_EQ(json["schema"], 1);
    const auto& proposal = json["proposals"][0];
    EXPECT_EQ(proposal["set"], nlohmann::json({"media.count=12"}));
    EXPECT_EQ(proposal["all_up"]["headroom"], 0.75);
    EXPECT_EQ(proposal["all_up"]["of_knee"], 0.5);
    EXPECT_EQ(proposal["one_down"]["node_down"], 1);
    EXPECT_EQ(proposal["months_of_space"], 45);
    EXPECT_TRUE(proposal["months_of_performance"].is_null());
    EXPECT_EQ(proposal["smaller"]["drives"], 10);
    EXPECT_EQ(json["not_enough"][0]["array"], "tiny");
    EXPECT_TRUE(json["not_enough"][0]["largest"].is_null());
}

TEST(SizingTable, NothingIsSaidToBeNothing) {
    plan::Sizing sizing = sample();
    sizing.proposals.clear();
    EXPECT_TRUE(contains(sizing_table(sizing, {}), "Nothing meets this need."));
    EXPECT_EQ(sizing_csv(sizing).find('\n'), sizing_csv(sizing).size() - 1);
}

TEST(Most, SaysSoIfThereIsNone) {
    plan::MostWithin most{"mine", "8k:70r", 100, {}, 230, {}, {}, {}};
    EXPECT_TRUE(contains(most_table(most, {}), "nothing within a mean of 100 µs: an I/O alone takes 230 µs"));
    EXPECT_TRUE(nlohmann::json::parse(most_json(most))["iops"].is_null());
}

}  // namespace
}  // namespace arraytwin::report
