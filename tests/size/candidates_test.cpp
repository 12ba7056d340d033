// What the arrays of the data folder are sold with, and what is wrong with options.
#include "lib/plan/candidates.hpp"

#include <gtest/gtest.h>

#include "tests/support/a800.hpp"

namespace arraytwin::plan {
namespace {

Need need_of(double tb) {
    Need need;
    NeededWorkload& only = need.workloads.emplace_back();
    only.named = "8k:70r";
    only.workload = load_workload(test::data, only.named).value();
    only.iops = 1000;
    only.capacity = Bytes{static_cast<std::int64_t>(tb * bytes_of_tb)};
    return need;
}

Candidates candidates(const std::string& array, double tb = 1) {
    return test::value_of(candidates_of(test::data, array, need_of(tb), {}, 2));
}

TEST(Candidates, AreSortedAndEachIsItsOverrides) {
    const auto found = candidates("aff-a250");
    ASSERT_GT(found.sound.size(), 5U);
    for (std::size_t c = 0; c < found.sound.size(); ++c) {
        const Candidate& each = found.sound[c];
        EXPECT_TRUE(c == 0 || found.sound[c - 1].size <= each.size) << c;
        const auto resolved = test::value_of(resolve_array(test::data, "aff-a250", each.overrides));
        EXPECT_EQ(resolved.document.find("media.count")->integer, each.size.drives);
        EXPECT_EQ(each.size.cores, 24);
        EXPECT_NEAR(each.size.raw, each.capacity->raw(), 1);
    }
}

TEST(Candidates, DrivesOfEachNodeFollowTheNodes) {
    for (const Candidate& each : candidates("sf19210x8").sound) EXPECT_EQ(each.size.drives, 10 * each.size.nodes);
    for (const Candidate& each : candidates("aff-a800-12-node").sound) EXPECT_EQ(each.size.drives % 12, 0);
}

TEST(Candidates, WhatTheFamilyRefusesForItsVolumesSaysSo) {
    const auto found = candidates("aff-a250", 20);
    EXPECT_FALSE(found.sound.front().refused.empty());
    EXPECT_TRUE(found.sound.back().refused.empty());
}

TEST(Candidates, AnArrayWithoutOptionsIsItself) {
    EXPECT_EQ(candidates("virtual-disk", 0.1).sound.size(), 1U);
    const auto offered = offered_arrays(test::data);
    EXPECT_EQ(std::count(offered.begin(), offered.end(), "virtual-disk"), 0);
    EXPECT_EQ(std::count(offered.begin(), offered.end(), "a250-fc"), 1);
}

TEST(Candidates, OptionsAreCheckedAllAtOnce) {
    const auto resolved = test::value_of(
        resolve_array(test::data, "ef570",
                      {R"(options=[{key="media.cuont", values="4"}, {key="media.per_node", values="four, 5"},)"
                       R"( {key="nodes.cores", values="4,,8"}, {key="nodes.cores", values="8"}])"}));
    const auto choices = choices_of(resolved);
    ASSERT_FALSE(choices.has_value());
    const auto text = to_text(choices.error());
    for (const char* part : {"options[1].key: the array has no key 'media.cuont'", "did you mean 'media.count'",
                             "options[2].values: not all of them are whole numbers",
                             "options[3].values: a value is missing", "options[4].key: 'nodes.cores' is given twice"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
    }
}

TEST(Candidates, WhatIsSetIsNotChosen) {
    const Need need = need_of(1);
    const auto all = test::value_of(candidates_of(test::data, "sf19210x8", need, {"nodes.count=8"}, 1));
    for (const Candidate& candidate : all.sound) {
        EXPECT_EQ(candidate.size.nodes, 8);
        EXPECT_EQ(candidate.size.drives, 80) << "ten drives a node, as it is sold";
    }
    EXPECT_FALSE(all.sound.empty());
    const auto sized = test::value_of(candidates_of(test::data, "sf19210x8", need, {"volumes.size=2GB"}, 1));
    for (const Candidate& candidate : sized.sound) {
        const auto count = std::count_if(candidate.overrides.begin(), candidate.overrides.end(),
                                         [](const std::string& set) { return set.starts_with("volumes.size="); });
        EXPECT_EQ(count, 1) << "what the user says of the volumes stays";
    }
}

TEST(Candidates, EveryArraysOptionsAreSound) {
    for (const std::string& name : test::data.names("arrays")) {
        const auto choices = choices_of(test::value_of(resolve_array(test::data, name)));
        ASSERT_TRUE(choices.has_value()) << to_text(choices.error());
        EXPECT_GE(choices->size(), 1U);
    }
}

}  // namespace
}  // namespace arraytwin::plan
