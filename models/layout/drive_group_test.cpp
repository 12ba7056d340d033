#include "models/layout/drive_group.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace arraytwin::layout {
namespace {

constexpr std::uint64_t stripes_of_d_stripe = 4096;  // 512 MiB pieces in segments of 128 KiB
constexpr Bytes drive_size{1'600'000'000'000};

TEST(DriveGroup, SmallestAndLargestGroups) {  // FACTS section 3
    EXPECT_EQ(smallest_group(Redundancy::raid_5), 3);
    EXPECT_EQ(smallest_group(Redundancy::raid_6), 5);
    EXPECT_EQ(largest_group(Redundancy::raid_6), 30);
    EXPECT_EQ(smallest_group(Redundancy::disk_pool), 11);
}

TEST(DriveGroup, CapacityOfVolumeGroups) {
    EXPECT_EQ((DriveGroup{Redundancy::raid_10, 12, pool_segment}.data_capacity(drive_size, 0)), drive_size * 6);
    EXPECT_EQ((DriveGroup{Redundancy::raid_5, 12, pool_segment}.data_capacity(drive_size, 0)), drive_size * 11);
    EXPECT_EQ((DriveGroup{Redundancy::raid_6, 12, pool_segment}.data_capacity(drive_size, 0)), drive_size * 10);
}

/// FACTS section 3: floor((n - p) u / 512 MiB) / 10 x 4 GiB, whole pieces of each drive and whole D-stripes.
TEST(DriveGroup, CapacityOfPoolsIsInWholeDStripes) {
    const DriveGroup pool{Redundancy::disk_pool, 24, pool_segment};
    const std::int64_t pieces = 22 * (drive_size.count() / d_piece.count());
    EXPECT_EQ(pool.data_capacity(drive_size, 2), Bytes::from_kib(4 * 1024 * 1024) * (pieces / 10));
    EXPECT_LT(pool.data_capacity(drive_size, 3), pool.data_capacity(drive_size, 2));
}

RC_GTEST_PROP(DiskPool, EachDStripeHasTenDrives, ()) {
    const DriveGroup pool{Redundancy::disk_pool, *rc::gen::inRange(11, 121), pool_segment};
    const std::uint64_t stripe = *rc::gen::inRange<std::uint64_t>(0, 100'000'000);
    std::set<int> drives;
    for (int m = 0; m < pieces_of_d_stripe; ++m) drives.insert(pool.drive(stripe, m));
    RC_ASSERT(static_cast<int>(drives.size()) == pieces_of_d_stripe);
    RC_ASSERT(*drives.begin() >= 0 && *drives.rbegin() < pool.drives());
    // The same ten for all stripes of the D-stripe.
    const std::uint64_t other = stripe / stripes_of_d_stripe * stripes_of_d_stripe + 17;
    for (int m = 0; m < pieces_of_d_stripe; ++m) RC_ASSERT(drives.count(pool.drive(other, m)) == 1);
}

RC_GTEST_PROP(DiskPool, DrivesHoldEquallyManyPieces, ()) {
    const DriveGroup pool{Redundancy::disk_pool, *rc::gen::inRange(11, 121), pool_segment};
    std::vector<int> pieces(static_cast<std::size_t>(pool.drives()), 0);
    for (std::uint64_t d = 0; d < d_stripes_dealt; ++d) {
        for (int m = 0; m < pieces_of_d_stripe; ++m) {
            ++pieces[static_cast<std::size_t>(pool.drive(d * stripes_of_d_stripe, m))];
        }
    }
    const auto [fewest, most] = std::minmax_element(pieces.begin(), pieces.end());
    RC_ASSERT(*most - *fewest <= 1);
}

/// What makes pools rebuild fast: a drive shares its D-stripes with all others alike.
TEST(DiskPool, AnyTwoDrivesMeet) {
    const DriveGroup pool{Redundancy::disk_pool, 24, pool_segment};
    std::map<int, int> met;
    for (std::uint64_t d = 0; d < d_stripes_dealt; ++d) {
        std::set<int> drives;
        for (int m = 0; m < pieces_of_d_stripe; ++m) drives.insert(pool.drive(d * stripes_of_d_stripe, m));
        if (drives.count(0) == 0) continue;
        for (int drive : drives) ++met[drive];
    }
    ASSERT_EQ(met.size(), 24U);
    const double mean = 1024.0 * 10 / 24 * 9 / 23;
    for (int drive = 1; drive < 24; ++drive) EXPECT_NEAR(met[drive], mean, 0.25 * mean) << drive;
}

}  // namespace
}  // namespace arraytwin::layout
