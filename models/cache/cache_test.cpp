#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "models/cache/buffer_cache.hpp"
#include "models/cache/read_ahead.hpp"

namespace arraytwin::cache {
namespace {

constexpr Duration us(std::int64_t n) { return Duration::from_ns(n * 1000); }
constexpr std::int64_t gb = 1'000'000'000;

TEST(BufferCache, HitsAsOftenAsItIsLargeAgainstTheWorkingSet) {
    BufferCache cache{Bytes{300 * gb}, Bytes{1000 * gb}, {{}, "node.1", "cache hits"}};
    EXPECT_DOUBLE_EQ(cache.hit_ratio(), 0.3);
    constexpr int reads = 100'000;
    int hits = 0;
    for (int i = 0; i < reads; ++i) hits += cache.holds_next() ? 1 : 0;
    EXPECT_NEAR(hits, 0.3 * reads, 4 * std::sqrt(0.3 * 0.7 * reads));
}

TEST(BufferCache, HitsMoreOftenTheLessOfTheVolumesIsTouched) {
    BufferCache cache{Bytes{300 * gb}, Bytes{1000 * gb}, {{}, "node.1", "cache hits"}};
    EXPECT_DOUBLE_EQ(cache.hit_ratio(0.5), 0.6);
    EXPECT_DOUBLE_EQ(cache.hit_ratio(0.1), 1);
    constexpr int reads = 100'000;
    int hits = 0;
    for (int i = 0; i < reads; ++i) hits += cache.holds_next(0.5) ? 1 : 0;
    EXPECT_NEAR(hits, 0.6 * reads, 4 * std::sqrt(0.6 * 0.4 * reads));
}

TEST(BufferCache, TouchingAllOfTheVolumesIsTheDefault) {
    BufferCache plain{Bytes{300 * gb}, Bytes{1000 * gb}, {{}, "node.1", "cache hits"}};
    BufferCache all{plain};
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(plain.holds_next(), all.holds_next(1.0F));
}

/// Of reads of which `share` go to `space`, in all.
double hits_of(const BufferCache& cache, double share, double space) {
    return share * cache.hit_ratio({space}) + (1 - share) * cache.hit_ratio({1 - space, space});
}

BufferCache cache_of(int percent) { return {Bytes{percent * gb}, Bytes{100 * gb}, {{}, "node.1", "cache hits"}}; }

RC_GTEST_PROP(BufferCache, SpotsThatAreNotHotAreUniformAccess, ()) {
    const auto cache = cache_of(*rc::gen::inRange(0, 120));
    const double space = *rc::gen::inRange(1, 100) / 100.0;
    RC_ASSERT(std::abs(hits_of(cache, space, space) - cache.hit_ratio()) < 1e-6);
}

RC_GTEST_PROP(BufferCache, HotterSpotsNeverHitLess, ()) {
    const auto cache = cache_of(*rc::gen::inRange(0, 120));
    const int space = *rc::gen::inRange(1, 100);
    const int share = *rc::gen::inRange(space, 100);
    const double hits = hits_of(cache, share / 100.0, space / 100.0);
    RC_ASSERT(hits_of(cache, (share + 1) / 100.0, space / 100.0) >= hits - 1e-6);
    RC_ASSERT(hits_of(cache, share / 100.0, (space + 1) / 200.0) >= hits - 1e-6);
}

TEST(BufferCache, HoldsEverythingThatFits) {
    BufferCache cache{Bytes{2 * gb}, Bytes{1 * gb}, {{}, "node.1", "cache hits"}};
    for (int i = 0; i < 1000; ++i) EXPECT_TRUE(cache.holds_next());
}

TEST(BufferCache, WithoutMemoryHoldsNothing) {
    BufferCache cache{Bytes{}, Bytes{1 * gb}, {{}, "node.1", "cache hits"}};
    for (int i = 0; i < 1000; ++i) EXPECT_FALSE(cache.holds_next());
}

TEST(ReadAhead, StreamsStartWarmedUp) {
    ReadAhead ahead{4};
    for (std::uint64_t block = 0; block < 4; ++block) EXPECT_EQ(ahead.arrival(7, block), Duration{});
}

TEST(ReadAhead, ABlockArrivesWhenItsFetchOneWindowEarlierWasDone) {
    ReadAhead ahead{4};
    ahead.fetch_ahead(0, 10, us(123));
    EXPECT_EQ(ahead.arrival(0, 14), us(123));
    EXPECT_EQ(ahead.arrival(0, 13), Duration{});
}

RC_GTEST_PROP(ReadAhead, StreamsDoNotDisturbEachOther, ()) {
    const int window = *rc::gen::inRange(1, 20);
    const std::uint64_t streams = *rc::gen::inRange<std::uint64_t>(1, 8);
    constexpr std::uint64_t blocks = 50;
    const auto done = [](std::uint64_t stream, std::uint64_t block) {
        return us(static_cast<std::int64_t>(1 + stream * 1000 + block));
    };
    ReadAhead ahead{window};
    for (std::uint64_t block = 0; block < blocks; ++block) {
        for (std::uint64_t stream = 0; stream < streams; ++stream) {
            const auto number = static_cast<std::uint32_t>(stream);
            const auto w = static_cast<std::uint64_t>(window);
            RC_ASSERT(ahead.arrival(number, block) == (block < w ? Duration{} : done(stream, block - w)));
            ahead.fetch_ahead(number, block, done(stream, block));
        }
    }
}

}  // namespace
}  // namespace arraytwin::cache
