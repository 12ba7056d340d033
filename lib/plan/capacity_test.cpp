// The sums of capacity planning, and what no waterfall may do.
#include "lib/plan/capacity.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace arraytwin::plan {
namespace {

/// A sound one: `kept` percents of what is left, step by step, then a data reduction.
Capacity with_steps(double raw, const std::vector<int>& kept, double ratio) {
    Capacity capacity{raw, "drives"};
    for (const int percent : kept) capacity.leave("step", capacity.left() * percent / 100, "");
    capacity.mark_usable();
    capacity.leave("data reduction", capacity.usable() * ratio, "");
    return capacity;
}

RC_GTEST_PROP(Capacity, ChangesSumToWhatIsEffective, ()) {
    const auto kept = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 101));
    const Capacity capacity = with_steps(*rc::gen::inRange(1, 1000) * bytes_of_tb, kept, *rc::gen::inRange(1, 10));
    double sum = 0;
    for (std::size_t step = 0; step < capacity.steps.size(); ++step) sum += capacity.change(step);
    RC_ASSERT(std::abs(sum - capacity.effective()) <= 1e-9 * (capacity.raw() + capacity.effective()));
    RC_ASSERT(fault_of(capacity).empty());
    RC_ASSERT(capacity.usable() <= capacity.raw());
}

TEST(Capacity, AStepThatGivesOrLeavesLessThanNothingIsAFault) {
    Capacity gives{bytes_of_tb, ""};
    gives.leave("parity", 2 * bytes_of_tb, "");
    gives.mark_usable();
    EXPECT_EQ(fault_of(gives), "'parity' adds");
    Capacity overdrawn{bytes_of_tb, ""};
    overdrawn.leave("spares", -1, "");
    overdrawn.mark_usable();
    EXPECT_EQ(fault_of(overdrawn), "'spares' leaves less than nothing");
}

TEST(Capacity, BothUnitsAreNamed) {
    EXPECT_EQ(in_both_units(1.92e12), "1.92 TB (1.746 TiB)");
    EXPECT_EQ(in_both_units(960e9), "960 GB (894.1 GiB)");
    EXPECT_EQ(in_both_units(Bytes::from_kib(512 * 1024)), "536.9 MB (512 MiB)");
}

RC_GTEST_PROP(Reserve, TheVolumeLeavesWhatIsWanted, ()) {
    const double usable = *rc::gen::inRange(1, 100'000);
    const double reserve = *rc::gen::inRange(0, 90) / 100.0;
    RC_ASSERT(std::abs(usable_of(volume_for(usable, reserve), reserve) - usable) < 1e-9 * usable);
    RC_ASSERT(volume_for(usable, reserve) >= usable * (1 + reserve) * (1 - 1e-12));
}

TEST(UsedShare, OfNothingIsNothing) { EXPECT_EQ(used_share({}), 0); }

}  // namespace
}  // namespace arraytwin::plan
