// Root slices against what published capacities imply (FACTS section 4, E1 to E4).
#include "models/partition/root_slice.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace arraytwin::partition {
namespace {

constexpr double gib = 1024.0 * 1024 * 1024;
const RootRule rule{Bytes::from_kib(370LL * 1024 * 1024), 2, 1, 2, 12, 3, 24};

TEST(RootSlice, IsWhatPublishedCapacitiesImply) {
    struct Case {
        int drives_of_node;
        double gib;
    };
    for (const Case& c : {Case{6, 141.7}, {12, 51.4}, {18, 29.1}}) {
        EXPECT_NEAR(*root_slice(rule, c.drives_of_node, 0.1) / gib, c.gib, 0.04 * c.gib) << c.drives_of_node;
    }
}

TEST(RootSlice, NeedsADriveBesideParityAndSpare) {
    EXPECT_EQ(fewest_with_root_slices(rule), 4);
    EXPECT_FALSE(root_slice(rule, 3, 0.1).has_value());
    EXPECT_TRUE(root_slice(rule, 4, 0.1).has_value());
}

RC_GTEST_PROP(RootSlice, AllSlicesThatHoldDataMakeTheAggregate, ()) {
    const int drives = *rc::gen::inRange(4, 100);
    const int data = drives - rule.parity - (drives >= rule.many ? rule.spares_of_many : rule.spares);
    const double whole = *root_slice(rule, drives, 0.1) * data * 0.9;
    RC_ASSERT(std::abs(whole / gib - 370) < 1e-6);
}

}  // namespace
}  // namespace arraytwin::partition
