#include "lib/workload/parts.hpp"

#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace arraytwin {
namespace {

const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};

Workload value_of(const Result<Workload>& workload) {
    if (!workload) ADD_FAILURE() << to_text(workload.error());
    return workload ? *workload : Workload{};
}

Result<Workload> read(const std::string& parts) {
    const auto document = spec::Document::from_text("a.toml", "schema = 1\nname = \"a\"\n" + parts);
    return read_parts(document.value(), data);
}

std::vector<int> volumes_of(const Workload& workload) {
    std::vector<int> counts;
    int next = 0;
    for (const WorkloadPart& part : workload.parts) {
        EXPECT_EQ(part.on.first, next);
        next += part.on.count;
        counts.push_back(part.on.count);
    }
    return counts;
}

std::vector<int> placed(const std::string& parts, int volumes) {
    return volumes_of(value_of(place_parts(value_of(read(parts)), volumes)));
}

TEST(Parts, ASumOnTheCommandLineDividesTheVolumesEqually) {
    const Workload sum = value_of(load_workload(data, "sql-80-20+64k:100r:0rand+4k/60,64k/40:70r"));
    ASSERT_EQ(sum.parts.size(), 3U);
    EXPECT_EQ(sum.name, "sql-80-20+64k:100r:0rand+4k/60,64k/40:70r");
    EXPECT_EQ(sum.parts[0].workload.name, "sql-80-20");
    EXPECT_EQ(sum.parts[1].workload.random_share, 0);
    EXPECT_EQ(sum.parts[2].workload.blocks.size(), 2U);
    EXPECT_EQ(volumes_of(value_of(place_parts(sum, 32))), (std::vector<int>{11, 11, 10}));
}

TEST(Parts, TakeTheVolumesTheyAskForAndShareTheRest) {
    EXPECT_EQ(placed("[[parts]]\nworkload = \"sql\"\nvolumes = 8\n[[parts]]\nworkload = \"4k\"\n", 32),
              (std::vector<int>{8, 24}));
    EXPECT_EQ(placed("[[parts]]\nworkload = \"sql\"\nvolume_share = 0.25\n[[parts]]\nworkload = \"4k\"\n", 32),
              (std::vector<int>{8, 24}));
    EXPECT_EQ(placed("[[parts]]\nworkload = \"sql\"\nvolumes = 3\n[[parts]]\nworkload = \"4k\"\nvolumes = 2\n", 32),
              (std::vector<int>{3, 2}));
}

TEST(Parts, SharesThatAreAWholeTakeAllVolumes) {
    const std::string third = "[[parts]]\nworkload = \"sql\"\nvolume_share = 0.3333333\n";
    EXPECT_EQ(placed(third + third + third, 32), (std::vector<int>{11, 10, 11}));
}

TEST(Parts, NeedAVolumeEachAndNoMoreThanThereAre) {
    const std::string eight = "[[parts]]\nworkload = \"sql\"\nvolumes = 8\n";
    EXPECT_NE(to_text(place_parts(value_of(read(eight + eight)), 12).error()).find("they want 16 volumes"),
              std::string::npos);
    EXPECT_NE(to_text(place_parts(value_of(read(eight + "[[parts]]\nworkload = \"4k\"\n")), 8).error())
                  .find("no volume is left for '4k'"),
              std::string::npos);
}

TEST(Parts, HaveTheirOwnThreads) {
    const Workload two = value_of(place_parts(
        value_of(read("[[parts]]\nworkload = \"4k\"\noutstanding_per_volume = 4\n[[parts]]\nworkload = \"64k\"\n")),
        32));
    EXPECT_EQ(threads_of(two, 32), 16 * 4 + 16 * 32);
    EXPECT_EQ(deal_threads(90, two.parts), (std::vector<int>{10, 80}));
    EXPECT_EQ(deal_threads(2, two.parts), (std::vector<int>{1, 1}));
    EXPECT_EQ(threads_of(value_of(load_workload(data, "8k")), 32), 1024);
}

TEST(Parts, MayNotHavePartsThemselves) {
    EXPECT_FALSE(read("[[parts]]\nworkload = \"sql+oracle\"\n"));
    for (const char* bad : {"+", "sql+", "+sql", "sql++oracle", "sql+nosuch"})
        EXPECT_FALSE(load_workload(data, bad)) << bad;
}

RC_GTEST_PROP(Parts, ThreadsAreDealtWithoutALossAndToEach, ()) {
    const auto counts = *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(1, 65)));
    std::vector<WorkloadPart> parts;
    for (const int count : counts) parts.push_back({Workload{}, 0, 0, {0, count}});
    const int size = static_cast<int>(parts.size());
    const int threads = size + *rc::gen::inRange(0, 10'000);
    const auto dealt = deal_threads(threads, parts);
    RC_ASSERT(std::accumulate(dealt.begin(), dealt.end(), 0) == threads);
    for (const int own : dealt) RC_ASSERT(own >= 1);
}

}  // namespace
}  // namespace arraytwin
