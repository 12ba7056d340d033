#include "lib/twin/io_source.hpp"

#include <map>

#include <gtest/gtest.h>

namespace arraytwin::twin {
namespace {

constexpr int draws = 100'000;

Workload mixed() {
    Workload workload;
    workload.blocks = {{Bytes::from_kib(4), 0.6}, {Bytes::from_kib(64), 0.4}};
    return workload;
}

Workload hot(double share, double space, double volumes) {
    Workload workload;
    workload.hot_share = share;
    workload.hot_space = space;
    workload.hot_volumes = volumes;
    return workload;
}

TEST(IoSource, DrawsEachSizeByItsShare) {
    const Workload workload = mixed();
    IoSource source{workload, {0, 8}, {1, 0}, "hosts"};
    Trail trail;
    std::map<std::int64_t, double> shares;
    for (int i = 0; i < draws; ++i) shares[source.next(0, 0, trail).size.count()] += 1.0 / draws;
    ASSERT_EQ(shares.size(), 2U);
    EXPECT_NEAR(shares[4096], 0.6, 0.01);
}

TEST(IoSource, AMixOfSizesMovesNothingElse) {
    const Workload plain;
    const Workload workload = mixed();
    IoSource one{plain, {0, 8}, {1, 0}, "hosts"};
    IoSource other{workload, {0, 8}, {1, 0}, "hosts"};
    Trail trail;
    for (std::uint32_t i = 0; i < 1000; ++i)
        EXPECT_EQ(one.next(i, 0, trail).position, other.next(i, 0, trail).position);
}

TEST(IoSource, KeepsToItsVolumesAndStreams) {
    const Workload plain;
    IoSource source{plain, {8, 4}, {1, 0}, "hosts", 100};
    Trail trail;
    for (std::uint32_t stream = 0; stream < 12; ++stream) {
        const Io io = source.next(stream, 0, trail);
        EXPECT_EQ(io.volume, 8 + stream % 4);
        EXPECT_EQ(io.stream, 100 + stream);
    }
}

TEST(IoSource, HotSpotsAreSmallAndComeBeforeTheRest) {
    const Workload workload = hot(0.9, 0.1, 0);
    IoSource source{workload, {0, 8}, {1, 0}, "hosts"};
    Trail trail;
    double hits = 0;
    for (int i = 0; i < draws; ++i) {
        const Io io = source.next(3, 0, trail);
        EXPECT_EQ(io.volume, 3);
        const bool is_hot = io.working_set.hotter == 0;
        EXPECT_FLOAT_EQ(io.working_set.size, is_hot ? 0.1F : 0.9F);
        EXPECT_FLOAT_EQ(io.working_set.hotter, is_hot ? 0.0F : 0.1F);
        hits += is_hot ? 1.0 / draws : 0;
    }
    EXPECT_NEAR(hits, 0.9, 0.01);
}

TEST(IoSource, HotVolumesAreTheFirstOnesAndAtLeastOne) {
    for (const auto& [share_of_volumes, count] : std::map<double, int>{{0.25, 2}, {0.01, 1}}) {
        const Workload workload = hot(0.9, 0, share_of_volumes);
        IoSource source{workload, {8, 8}, {1, 0}, "hosts"};
        Trail trail;
        std::map<int, double> shares;
        for (int i = 0; i < draws; ++i) shares[source.next(7, 0, trail).volume] += 1.0 / draws;
        ASSERT_EQ(shares.size(), 8U);
        for (int v = 8; v < 16; ++v) EXPECT_NEAR(shares[v], v < 8 + count ? 0.9 / count : 0.1 / (8 - count), 0.01);
    }
}

TEST(IoSource, AStreamKeepsToItsVolumeHoweverHotOthersAre) {
    Workload workload = hot(0.9, 0, 0.25);
    workload.random_share = 0;
    IoSource source{workload, {0, 8}, {1, 0}, "hosts"};
    Trail trail;
    for (std::uint64_t block = 0; block < 100; ++block) EXPECT_EQ(source.next(7, block, trail).volume, 7);
}

}  // namespace
}  // namespace arraytwin::twin
