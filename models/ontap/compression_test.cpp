// Compression groups: what they add to I/Os that are smaller, and nothing to any other.
#include "models/ontap/compression.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/ontap/array_for_test.hpp"

namespace arraytwin::ontap {
namespace {

constexpr Bytes kib(int n) { return Bytes::from_kib(n); }
const char* const small{"software.compression_group=8KiB"};
const char* const large{"software.compression_group=32KiB"};

Compression group(Bytes size, double packed, double ratio) { return Compression{{size, packed, {}}, ratio}; }

double drive_kib(const Overrides& overrides, const std::string& workload) {
    const double port_ns = demand(overrides, workload, "drive.", ".port");
    return port_ns * 1e-9 * a800().media.ssd.interface_rate.bytes_per_second() / 1024;
}

TEST(Compression, SharesFollowFromTheRatio) {
    // At 1.25, two of five groups pack to a half: 8 x (2/5 x 1/2 + 3/5) = 8 / 1.25.
    const Compression eight = group(kib(8), 0.5, 1.25);
    EXPECT_NEAR(eight.beside(kib(4)).kib(), 0.4 * 4, 0.01);
    EXPECT_EQ(eight.fetched(kib(4)), kib(4));  // the block that holds it, packed or not
    EXPECT_NEAR(eight.read_for_overwrite(kib(4)).kib(), 0.4 * 4, 0.01);
    EXPECT_NEAR(eight.unpacked_for_overwrite(kib(4)).kib(), 0.4 * 8, 0.01);
    // 32 KiB that pack to 12: every third group.
    const Compression all = group(kib(32), 0.375, 1.25);
    EXPECT_NEAR(all.fetched(kib(4)).kib(), 0.32 * 12 + 0.68 * 4, 0.01);
    EXPECT_NEAR(all.stored_beside(kib(8)).kib(), 0.32 * 0.375 * 24, 0.01);
}

TEST(Compression, WholeGroupsAndNoGroupsCostNothingMore) {
    for (const Compression& each : {group(kib(8), 0.5, 1.25), group(kib(4), 1, 1.25), group(kib(8), 0.5, 1)}) {
        EXPECT_EQ(each.fetched(kib(64)), kib(64));
        EXPECT_EQ(each.beside(kib(64)), Bytes{});
        EXPECT_FALSE(each.splits_group(kib(64)));
    }
    EXPECT_FALSE(group(kib(4), 1, 1.25).splits_group(Bytes{512}));
    EXPECT_EQ(group(kib(32), 0.375, 1).fetched(kib(4)), kib(4));  // nothing packs
}

RC_GTEST_PROP(Compression, WhatIsStoredIsWholeGroupsThatPackAndTheRestAsItIs, ()) {
    const int blocks = *rc::gen::inRange(1, 17);
    const double packed = *rc::gen::inRange(10, 99) / 100.0;
    const double ratio = *rc::gen::inRange(100, static_cast<int>(100 / packed)) / 100.0;
    const int io = *rc::gen::inRange(1, 64);
    const Compression each = group(kib(4 * blocks), packed, ratio);
    const double share = (1 - 1 / ratio) / (1 - packed);
    const double part = io % blocks * 4.0;
    RC_ASSERT(each.fetched(kib(4 * io)) >= kib(4 * io));
    const double stored = part == 0 ? 0 : share * packed * 4 * blocks + (1 - share) * part;
    RC_ASSERT(std::abs(part / ratio + each.stored_beside(kib(4 * io)).kib() - stored) < 0.01);
}

TEST(OntapCompression, NoneIsWhatTheCalibrationSays) {
    for (const char* workload : {"4k:50r:100rand", "64k:0r:0rand"}) {
        const Point left_out = closed_point({}, workload, 256, 20'000);
        const Point none = closed_point({"software.compression_group=none"}, workload, 256, 20'000);
        EXPECT_EQ(left_out.iops, none.iops);
        EXPECT_EQ(left_out.latency.mean, none.latency.mean);
    }
}

TEST(OntapCompression, WholeGroupsAndStreamsCostNothingMore) {
    for (const char* workload : {"32k:50r:100rand", "4k:0r:0rand", "16k:100r:0rand"}) {
        EXPECT_EQ(closed_point({}, workload, 128, 10'000).iops, closed_point({large}, workload, 128, 10'000).iops)
            << workload;
    }
}

TEST(OntapCompression, DrivesCarryTheRestOfTheGroup) {
    const Compression all{a800({large}).software.compression, a800().reduction()};
    const Overrides uncached{"software.cache_share=0", large};
    EXPECT_NEAR(drive_kib(uncached, "4k:100r:100rand"), all.fetched(kib(4)).kib(), 0.01);
    const double more = drive_kib({large}, "8k:0r:100rand") - drive_kib({}, "8k:0r:100rand");
    const double parity = 22.0 / 18;  // each node's group: eleven drives, two of them for parity
    const double expected = all.read_for_overwrite(kib(8)).kib() + all.stored_beside(kib(8)).kib() * parity;
    EXPECT_NEAR(more, expected, 0.02 * expected);
}

TEST(OntapCompression, SmallIosPeakLowerTheLargerTheGroup) {
    for (const char* workload : {"4k:0r:100rand", "4k:100r:100rand"}) {
        const double none = fast_point({}, workload, {2048, std::nullopt}).iops;
        const double eight = fast_point({small}, workload, {2048, std::nullopt}).iops;
        const double all = fast_point({large}, workload, {2048, std::nullopt}).iops;
        EXPECT_LT(eight, none) << workload;
        EXPECT_LT(all, eight) << workload;
        EXPECT_GT(all, none / 2) << workload;
    }
    EXPECT_LT(closed_point({large}, "8k:0r:100rand", 1024, 60'000).iops,
              closed_point({small}, "8k:0r:100rand", 1024, 60'000).iops);
}

TEST(OntapCompression, NeedsDataReduction) {
    EXPECT_NE(refusal({small, "software.data_reduction=false"}).find("software.compression_group"), std::string::npos);
}

}  // namespace
}  // namespace arraytwin::ontap
