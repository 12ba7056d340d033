#include "models/layout/striping.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <vector>

namespace arraytwin::layout {
namespace {

constexpr Bytes kib128 = Bytes::from_kib(128);

Striping any_striping() {
    const StripeRaid raid = *rc::gen::element(StripeRaid::raid_10, StripeRaid::raid_5, StripeRaid::raid_6);
    int drives = *rc::gen::inRange(5, 31);
    if (raid == StripeRaid::raid_10) drives = 2 * (drives / 2);
    return {raid, drives, Bytes::from_kib(*rc::gen::element(4, 64, 128, 512))};
}

TEST(Striping, DataAndRedundancyByKind) {
    EXPECT_EQ((Striping{StripeRaid::raid_10, 12, kib128}.data_members()), 6);
    EXPECT_EQ((Striping{StripeRaid::raid_5, 9, kib128}.data_members()), 8);
    EXPECT_EQ((Striping{StripeRaid::raid_6, 10, kib128}.data_members()), 8);
    EXPECT_EQ((Striping{StripeRaid::raid_6, 10, kib128}.stripe_data()), Bytes::from_kib(1024));  // FACTS section 3
}

/// The write penalties that every text on RAID gives: 2 for RAID 10, 4 for RAID 5, 6 for RAID 6.
TEST(Striping, SmallWritesHaveTheKnownPenalties) {
    const auto penalty = [](StripeRaid raid) {
        const UpdatePlan plan = Striping{raid, 12, kib128}.plan(1, false);
        return plan.reads + plan.writes;
    };
    EXPECT_EQ(penalty(StripeRaid::raid_10), 2);
    EXPECT_EQ(penalty(StripeRaid::raid_5), 4);
    EXPECT_EQ(penalty(StripeRaid::raid_6), 6);
}

TEST(Striping, ReconstructsWhereThatReadsLess) {
    const UpdatePlan of_three = Striping{StripeRaid::raid_5, 3, kib128}.plan(1, false);  // the other one, not old two
    EXPECT_EQ(of_three.update, StripeUpdate::reconstruct_write);
    EXPECT_EQ(of_three.reads, 1);
    const Striping wide{StripeRaid::raid_6, 10, kib128};
    EXPECT_EQ(wide.plan(2, true).update, StripeUpdate::read_modify_write);
    EXPECT_EQ(wide.plan(7, true).update, StripeUpdate::reconstruct_write);
}

RC_GTEST_PROP(Striping, EachMemberHasADriveOfItsOwn, ()) {
    const Striping striping = any_striping();
    const auto stripe = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
    std::set<int> drives;
    for (int m = 0; m < striping.width(); ++m) drives.insert(striping.drive(stripe, m));
    RC_ASSERT(static_cast<int>(drives.size()) == striping.width());
    RC_ASSERT(*drives.begin() == 0 && *drives.rbegin() == striping.width() - 1);
}

RC_GTEST_PROP(Striping, ParityIsSpreadEvenly, ()) {
    const Striping striping = any_striping();
    RC_PRE(!striping.mirrored());
    std::vector<int> parity(static_cast<std::size_t>(striping.width()), 0);
    for (int s = 0; s < striping.width(); ++s) {
        for (int m = striping.data_members(); m < striping.width(); ++m) {
            ++parity[static_cast<std::size_t>(striping.drive(static_cast<std::uint64_t>(s), m))];
        }
    }
    for (int of_drive : parity) RC_ASSERT(of_drive == striping.redundant_members());
}

RC_GTEST_PROP(Striping, PartsMakeUpTheWhole, ()) {
    const Striping striping = any_striping();
    const Bytes sector{512};
    const Bytes offset = sector * *rc::gen::inRange(0, 1'000'000);
    const Bytes bytes = sector * *rc::gen::inRange(1, 20'000);
    std::uint64_t next = static_cast<std::uint64_t>(offset.count() / striping.stripe_data().count());
    Bytes sum;
    int parts = 0;
    striping.for_each_part(offset, bytes, [&](const StripePart& part) {
        RC_ASSERT(part.stripe == next++);
        RC_ASSERT(part.count >= 1 && part.first + part.count <= striping.data_members());
        RC_ASSERT(part.of_member <= striping.segment());
        sum += part.bytes();
        ++parts;
    });
    RC_ASSERT(sum >= bytes);
    RC_ASSERT(sum < bytes + Bytes{parts * striping.data_members()});  // members are rounded up to a byte
    RC_ASSERT(next ==
              static_cast<std::uint64_t>((offset + bytes - Bytes{1}).count() / striping.stripe_data().count()) + 1);
}

RC_GTEST_PROP(Striping, NoPlanReadsMoreThanTheOtherWould, ()) {
    const Striping striping = any_striping();
    RC_PRE(!striping.mirrored());
    const int dirty = *rc::gen::inRange(1, striping.data_members() + 1);
    const bool whole = *rc::gen::arbitrary<bool>();
    const UpdatePlan plan = striping.plan(dirty, whole);
    RC_ASSERT(plan.reads <= dirty + striping.redundant_members());
    RC_ASSERT(plan.reads <= striping.data_members() - dirty || plan.reads == dirty + striping.redundant_members());
    RC_ASSERT(plan.writes == dirty + striping.redundant_members());
    RC_ASSERT((plan.reads == 0) == (dirty == striping.data_members()));
}

}  // namespace
}  // namespace arraytwin::layout
