// The ceiling as documented: half as much again for a second, and never more than the maximum for long.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/qos/ceiling.hpp"

namespace arraytwin::qos {
namespace {

Ceiling ceiling_of(double max_iops) {
    Ceiling ceiling;
    ceiling.max_iops = max_iops;
    return ceiling;
}

TEST(Ceiling, IsNoneUnlessTold) { EXPECT_FALSE(Ceiling{}.throttle().limits()); }

/// FACTS section 2: tokens to 150 %, so that a volume that was idle has half as much again for a second.
TEST(Ceiling, BurstsForASecond) {
    Throttle throttle = ceiling_of(1000).throttle();
    const Duration begin = Duration::from_seconds(60);
    int in_first_second = 0;
    int in_ten_seconds = 0;
    for (Duration at = begin; at < begin + Duration::from_seconds(10);) {
        at = throttle.admit(begin, 1);
        if (at < begin + Duration::from_seconds(1)) ++in_first_second;
        if (at < begin + Duration::from_seconds(10)) ++in_ten_seconds;
    }
    EXPECT_NEAR(in_first_second, 1500, 2);
    EXPECT_NEAR(in_ten_seconds, 10'500, 2);
}

/// Whenever I/Os come: over any window at most the maximum, and half a second of it on top.
RC_GTEST_PROP(Ceiling, HoldsOverAnyLongWindow, ()) {
    const double max_iops = *rc::gen::inRange(10, 50'000);
    Throttle throttle = ceiling_of(max_iops).throttle();
    std::vector<double> admitted;
    Duration now;
    for (int i = 0; i < 300; ++i) {
        now += Duration::from_us(*rc::gen::inRange(0, 20'000));
        admitted.push_back(throttle.admit(now, 1).seconds());
        RC_ASSERT(admitted.back() >= now.seconds() - 1e-9);
    }
    for (std::size_t from = 0; from < admitted.size(); ++from) {
        for (std::size_t to = from; to < admitted.size(); ++to) {
            const double window = admitted[to] - admitted[from];
            RC_ASSERT(static_cast<double>(to - from) <= window * max_iops + 0.5 * max_iops + 1);
        }
    }
}

}  // namespace
}  // namespace arraytwin::qos
