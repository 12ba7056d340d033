#include "models/layout/raid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace arraytwin::layout {
namespace {

TEST(Raid, ParityAndSizesOfGroups) {
    EXPECT_EQ(parity_drives(Raid::raid4), 1);
    EXPECT_EQ(parity_drives(Raid::raid_dp), 2);
    EXPECT_EQ(parity_drives(Raid::raid_tec), 3);
    EXPECT_EQ(smallest_group(Raid::raid_dp), 5);  // FACTS section 3
    EXPECT_EQ(smallest_group(Raid::raid_tec), 7);
    EXPECT_EQ(largest_group(Raid::raid_dp), 28);
}

TEST(Raid, SixteenDrivesOfRaidDpHoldFourteenOfData) {
    const RaidGroup group{Raid::raid_dp, 16};  // FACTS section 4, example E11
    EXPECT_EQ(group.data_drives(), 14);
    EXPECT_DOUBLE_EQ(group.full_stripe_amplification(), 16.0 / 14);
}

RC_GTEST_PROP(Raid, DataAndParityMakeUpTheGroup, ()) {
    const Raid raid = *rc::gen::element(Raid::raid4, Raid::raid_dp, Raid::raid_tec);
    const RaidGroup group{raid, *rc::gen::inRange(smallest_group(raid), largest_group(raid) + 1)};
    RC_ASSERT(group.data_drives() + parity_drives(raid) == group.drives);
    RC_ASSERT(group.data_drives() >= 1);
    // A byte of data, and its share of parity: what is written beyond the data is what parity drives take.
    const double parity_bytes = (group.full_stripe_amplification() - 1) * group.data_drives();
    RC_ASSERT(std::abs(parity_bytes - parity_drives(raid)) < 1e-9);
}

RC_GTEST_PROP(RaidGroups, AreAlikeAllowedAndFew, ()) {
    const Raid raid = *rc::gen::element(Raid::raid4, Raid::raid_dp, Raid::raid_tec);
    const int drives = *rc::gen::inRange(smallest_group(raid), 500);
    const auto groups = raid_groups(raid, drives);
    int sum = 0;
    for (const int group : groups) {
        sum += group;
        RC_ASSERT(group >= smallest_group(raid));
        RC_ASSERT(group <= largest_group(raid));
        RC_ASSERT(2 * group >= groups.front());  // FACTS section 3: none below half of another
    }
    RC_ASSERT(sum == drives);
    RC_ASSERT((static_cast<int>(groups.size()) - 1) * largest_group(raid) < drives);
    RC_ASSERT(data_drives(raid, groups) == drives - parity_drives(raid) * static_cast<int>(groups.size()));
}

}  // namespace
}  // namespace arraytwin::layout
