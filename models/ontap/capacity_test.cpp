// ONTAP's rules of capacity one by one; published capacities of whole arrays are in tests/capacity.
#include "models/ontap/capacity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/ontap/array_for_test.hpp"

namespace arraytwin::ontap {
namespace {

constexpr double tib = bytes_of_tib;

CapacityRules rules() {
    const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};
    const auto document = data.load("capacity", "ontap");
    const auto read = spec::read<CapacityRules>(*document);
    if (!read) ADD_FAILURE() << to_text(read.error());
    return read ? *read : CapacityRules{};
}

Capacity capacity(const Overrides& overrides) {
    auto found = capacity_of(a800(overrides), rules());
    if (!found) ADD_FAILURE() << to_text(found.error());
    return found ? *found : Capacity{1, ""};
}

double left_after(const Capacity& capacity, const std::string& step) {
    for (const CapacityStep& each : capacity.steps) {
        if (each.name == step) return each.left;
    }
    ADD_FAILURE() << "no step " << step;
    return 0;
}

TEST(Release, IsReadAsFarAsItIsNumbers) {
    using Numbers = std::array<int, 3>;
    EXPECT_EQ(release_numbers("9.12.1P3"), (Numbers{9, 12, 1}));
    EXPECT_EQ(release_numbers("9.5RC1"), (Numbers{9, 5, 0}));
    EXPECT_EQ(release_numbers("9."), (Numbers{9, 0, 0}));
    EXPECT_FALSE(release_numbers("unknown").has_value());
    EXPECT_FALSE(release_numbers("").has_value());
    EXPECT_TRUE(reaches("9.12.1", "9.12.1"));
    EXPECT_FALSE(reaches("9.9.1", "9.12.1"));  // numbers, not letters
    EXPECT_FALSE(reaches("unknown", "9.12.1"));
}

TEST(WaflReserve, IsHalvedWhereAggregateReleaseAndPlatformAllow) {
    const WaflRule wafl = rules().wafl;
    EXPECT_EQ(wafl_reserve(wafl, Platform::aff, "9.12.1", 30 * tib).share, 0.05);
    EXPECT_EQ(wafl_reserve(wafl, Platform::aff, "9.12.1", 29.9 * tib).share, 0.1);
    EXPECT_EQ(wafl_reserve(wafl, Platform::aff, "9.11.1", 30 * tib).share, 0.1);
    EXPECT_EQ(wafl_reserve(wafl, Platform::fas, "9.12.1", 30 * tib).share, 0.1);
    EXPECT_EQ(wafl_reserve(wafl, Platform::fas, "9.14.1", 30 * tib).share, 0.05);
    EXPECT_EQ(wafl_reserve(wafl, Platform::aff, "unknown", 30 * tib).share, 0.1);
}

TEST(OntapCapacity, TheMeasuredA800GivesEachNodeNineDrivesOfData) {
    const Capacity a800 = capacity({});
    EXPECT_NEAR(a800.raw(), 24 * 1.92e12, 1);
    EXPECT_NEAR(left_after(a800, "spares"), 22 * 1.92e12, 1);
    EXPECT_NEAR(left_after(a800, "parity"), left_after(a800, "root slices") * 18 / 22, 1);
    EXPECT_NEAR(a800.usable(), left_after(a800, "parity") * 0.9, 1);
    EXPECT_NEAR(a800.effective(), a800.usable() * 1.25, 1);
}

TEST(OntapCapacity, KeysOfTheSoftwareDoWhatTheySay) {
    EXPECT_NEAR(capacity({"software.snapshot_reserve=0.05"}).usable(), capacity({}).usable() * 0.95, 1);
    const Capacity plain = capacity({"software.data_reduction=false"});
    EXPECT_EQ(plain.effective(), plain.usable());
    EXPECT_NEAR(left_after(capacity({"media.right_sized=0.9"}), "right-sizing"), 0.9 * 24 * 1.92e12, 1);
}

TEST(OntapCapacity, WithoutPartitionsRootTakesWholeDrives) {
    const Capacity whole = capacity({"layout.partition=none", "volumes.size=100GB"});
    EXPECT_NEAR(left_after(whole, "root aggregates"), (24 - 2 - 6) * 1.92e12, 1);
    EXPECT_NEAR(left_after(whole, "parity"), (24 - 2 - 6 - 4) * 1.92e12, 1);
}

TEST(OntapCapacity, ANodeAloneLeavesHalvesIdle) {
    const Capacity alone = capacity({"nodes.count=1", "layout.partition=root-data-data", "volumes.size=100GB"});
    EXPECT_NEAR(left_after(alone, "idle halves"), 23 * 1.92e12 / 2, 1);
}

TEST(OntapCapacity, TooFewDrivesForRootAggregatesAreRefused) {
    for (const Overrides& few : {Overrides{"media.count=6", "layout.partition=root-data-data", "volumes.size=10GB"},
                                 Overrides{"media.count=14", "layout.partition=none", "volumes.size=10GB"}}) {
        const auto refused = capacity_of(a800(few), rules());
        ASSERT_FALSE(refused.has_value());
        EXPECT_EQ(refused.error().front().key, "media.count");
    }
}

TEST(OntapCapacity, SaysWhereGroupsAreNotAsRecommended) {
    const auto notes = [](const char* count) {
        return fmt::format("{}",
                           fmt::join(capacity({count, "media.bays=200", "layout.partition=root-data"}).notes, "\n"));
    };
    const std::string advice = "outside the 20 to 28 solid-state drives";
    EXPECT_EQ(notes("media.count=24").find(advice), std::string::npos);  // one group of 11: there are no more
    EXPECT_EQ(notes("media.count=88").find(advice), std::string::npos);  // 22 + 21
    EXPECT_NE(notes("media.count=62").find(advice), std::string::npos);  // 15 + 15
}

TEST(OntapCapacity, SaysWhatOntapWouldChooseItself) {
    const auto note = [](const Overrides& overrides) { return capacity(overrides).notes.front(); };
    EXPECT_NE(note({}).find("ONTAP itself would choose root-data-data, 1 spare a node"), std::string::npos) << note({});
    EXPECT_NE(note({"layout.partition=root-data-data"}).find("this is the layout that ONTAP chooses itself"),
              std::string::npos);
    EXPECT_NE(note({"nodes.platform=fas"}).find("this is the layout that ONTAP chooses itself: root-data,"),
              std::string::npos);
}

}  // namespace
}  // namespace arraytwin::ontap
