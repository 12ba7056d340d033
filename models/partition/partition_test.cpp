#include "models/partition/partition.hpp"

#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

namespace arraytwin::partition {
namespace {

TEST(Partition, WholeDrivesAreDealtInTurn) {
    const auto shares = deal(Partitioning::root_data, 24, 1, 2);  // the measured A800: 11 in use and a spare for each
    ASSERT_EQ(shares.size(), 2U);
    for (const Share& share : shares) {
        EXPECT_EQ(share.drives.size(), 11U);
        EXPECT_EQ(share.part_of_drive, 1);
    }
}

TEST(Partition, HalvesGiveBothNodesAllDrives) {
    const auto shares = deal(Partitioning::root_data_data, 24, 1, 2);  // FACTS section 4, example E2: 21 + 2 + 1
    EXPECT_EQ(shares[0].drives.size(), 23U);
    EXPECT_EQ(shares[0].drives, shares[1].drives);
    EXPECT_EQ(shares[0].part_of_drive, 0.5);
}

RC_GTEST_PROP(Partition, NoPartOfADriveIsDealtTwice, ()) {
    const auto partitioning =
        *rc::gen::element(Partitioning::none, Partitioning::root_data, Partitioning::root_data_data);
    const int nodes = *rc::gen::inRange(1, 13);
    const int drives = *rc::gen::inRange(1, 200);
    const int spares = *rc::gen::inRange(0, 5);
    const auto shares = deal(partitioning, drives, spares, nodes);
    RC_ASSERT(shares.size() == static_cast<std::size_t>(nodes));

    std::map<int, double> dealt;
    for (const Share& share : shares) {
        std::set<int> own;
        for (const int drive : share.drives) {
            RC_ASSERT(drive >= 0);
            RC_ASSERT(drive < drives);
            RC_ASSERT(own.insert(drive).second);
            dealt[drive] += share.part_of_drive;
        }
    }
    for (const auto& [drive, parts] : dealt) RC_ASSERT(parts <= 1);

    // All drives but the spares are in use, and no node has more than one drive more than another.
    const std::size_t sharing = partitioning == Partitioning::root_data_data ? 2 : 1;
    const std::size_t groups = (shares.size() + sharing - 1) / sharing;
    std::size_t most = 0;
    std::size_t fewest = SIZE_MAX;
    std::size_t in_groups = 0;
    for (std::size_t n = 0; n < shares.size(); ++n) {
        most = std::max(most, shares[n].drives.size());
        fewest = std::min(fewest, shares[n].drives.size());
        if (n % sharing == 0) in_groups += shares[n].drives.size();
    }
    RC_ASSERT(most - fewest <= 1U);
    if (fewest > 0)
        RC_ASSERT(in_groups + groups * static_cast<std::size_t>(spares) == static_cast<std::size_t>(drives));
}

RC_GTEST_PROP(Partition, DealsEvenlyIfSharesAreAlike, ()) {
    const auto partitioning =
        *rc::gen::element(Partitioning::none, Partitioning::root_data, Partitioning::root_data_data);
    const int nodes = 2 * *rc::gen::inRange(1, 13);
    const int drives = *rc::gen::inRange(1, 500);
    const auto shares = deal(partitioning, drives, 0, nodes);
    const bool alike = std::all_of(shares.begin(), shares.end(), [&](const Share& share) {
        return share.drives.size() == shares.front().drives.size();
    });
    RC_ASSERT(deals_evenly(partitioning, drives, nodes) == alike);
}

}  // namespace
}  // namespace arraytwin::partition
