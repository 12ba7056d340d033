// A histogram of latencies with three significant digits, for percentiles.
//
// Log-linear: nanoseconds below 1,024 are kept exactly, every octave above has 512 equal buckets, up to 2^40 ns (18.3
// minutes); larger values count in the last bucket and in clamped(). A percentile is the middle of the bucket that
// holds the exact order statistic, so it is within 0.1 % of it. Merging adds integers: the result does not depend on
// the order of threads. The mean belongs elsewhere (sums are exact, buckets are not).
// Cost: record about 2 ns, no allocation after construction; 128 KiB of address space (64 KiB with 32-bit counts), of
// which only the touched pages are real; merge, clear and percentile visit only the buckets between min and max.
// Source: the layout of HdrHistogram (G. Tene), with the sub-bucket count chosen for 0.1 %.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#include "lib/units/units.hpp"

namespace arraytwin::stats {

/// Zeroed memory straight from the system, so that untouched pages cost nothing. Only for vectors sized once.
template <class T>
struct ZeroedAllocator {
    using value_type = T;
    ZeroedAllocator() = default;
    template <class U>
    ZeroedAllocator(const ZeroedAllocator<U>&) {}
    T* allocate(std::size_t n) {
        void* memory = std::calloc(n, sizeof(T));
        if (memory == nullptr) std::abort();  // as operator new does under -fno-exceptions
        return static_cast<T*>(memory);
    }
    void deallocate(T* memory, std::size_t) { std::free(memory); }
    template <class U>
    void construct(U*) {}  // calloc has done it
    bool operator==(const ZeroedAllocator&) const = default;
};

template <class Count>
class BasicLatencyHistogram {
public:
    static constexpr int kDigitsBits = 9;  // 2^9 buckets an octave: half a bucket is 1/1024 of the value
    static constexpr int kMaxBits = 40;
    static constexpr std::int64_t kMaxNs = (std::int64_t{1} << kMaxBits) - 1;
    static constexpr std::size_t kBuckets = std::size_t{kMaxBits - kDigitsBits + 1} << kDigitsBits;

    BasicLatencyHistogram() : buckets_(kBuckets) {}

    void record(Duration latency) {
        const std::int64_t ns = std::clamp<std::int64_t>(latency.ns(), 0, kMaxNs);
        clamped_ += latency.ns() > kMaxNs;
        min_ns_ = std::min(min_ns_, ns);
        max_ns_ = std::max(max_ns_, ns);
        ++count_;
        ++buckets_[bucket_of(ns)];
    }

    template <class Other>
    void merge(const BasicLatencyHistogram<Other>& other) {
        if (other.count_ == 0) return;
        const std::size_t last = bucket_of(other.max_ns_);
        for (std::size_t i = bucket_of(other.min_ns_); i <= last; ++i) {
            buckets_[i] = static_cast<Count>(buckets_[i] + other.buckets_[i]);
        }
        min_ns_ = std::min(min_ns_, other.min_ns_);
        max_ns_ = std::max(max_ns_, other.max_ns_);
        count_ += other.count_;
        clamped_ += other.clamped_;
    }

    void clear() {
        if (count_ == 0) return;
        const auto at = [this](std::int64_t ns) {
            return buckets_.begin() + static_cast<std::ptrdiff_t>(bucket_of(ns));
        };
        std::fill(at(min_ns_), at(max_ns_) + 1, Count{0});
        count_ = clamped_ = 0;
        min_ns_ = kMaxNs;
        max_ns_ = 0;
    }

    std::int64_t count() const { return count_; }
    /// How many exceeded 2^40 ns; percentiles among them are too low.
    std::int64_t clamped() const { return clamped_; }
    /// Exact, up to the clamp. Zero when empty.
    Duration min() const { return Duration::from_ns(count_ == 0 ? 0 : min_ns_); }
    Duration max() const { return Duration::from_ns(max_ns_); }

    /// The latency that a share `q` of the I/Os did not exceed: order statistic number ceil(q * count), at least the
    /// first. `q` from 0 to 1 (0.99 for p99). Zero when empty.
    Duration percentile(double q) const {
        if (count_ == 0) return Duration{};
        // A hair less, so that 0.95 * 20 is rank 19 and not, for a rounding, 20.
        const double exact_rank = q * static_cast<double>(count_) * (1 - 1e-12);
        const auto rank = std::clamp<std::int64_t>(static_cast<std::int64_t>(std::ceil(exact_rank)), 1, count_);
        std::int64_t below = 0;
        for (std::size_t i = bucket_of(min_ns_);; ++i) {
            below += static_cast<std::int64_t>(buckets_[i]);
            if (below >= rank) return Duration::from_ns(std::clamp(middle_of(i), min_ns_, max_ns_));
        }
    }

    /// How many I/Os fell into higher buckets than the one of `latency`.
    std::int64_t count_above(Duration latency) const {
        if (latency.ns() >= max_ns_) return 0;
        std::int64_t above = 0;
        const std::size_t last = bucket_of(max_ns_);
        for (std::size_t i = bucket_of(std::max(latency.ns(), std::int64_t{0})) + 1; i <= last; ++i) {
            above += static_cast<std::int64_t>(buckets_[i]);
        }
        return above;
    }

    template <class Other>
    bool operator==(const BasicLatencyHistogram<Other>& other) const {
        return count_ == other.count_ && clamped_ == other.clamped_ && min_ns_ == other.min_ns_ &&
               max_ns_ == other.max_ns_ &&
               std::equal(buckets_.begin(), buckets_.end(), other.buckets_.begin(),
                          [](auto a, auto b) { return std::cmp_equal(a, b); });
    }

private:
    template <class>
    friend class BasicLatencyHistogram;

    static constexpr std::size_t bucket_of(std::int64_t ns) {
        constexpr auto kLinear = std::uint64_t{1} << kDigitsBits;
        const auto value = static_cast<std::uint64_t>(ns);
        const int shift = static_cast<int>(std::bit_width(value | kLinear)) - (kDigitsBits + 1);
        return (static_cast<std::size_t>(shift) << kDigitsBits) + static_cast<std::size_t>(value >> shift);
    }

    static constexpr std::int64_t middle_of(std::size_t bucket) {
        const std::size_t octave = bucket >> kDigitsBits;
        if (octave < 2) return static_cast<std::int64_t>(bucket);
        const std::size_t shift = octave - 1;
        const std::size_t low = (bucket - (shift << kDigitsBits)) << shift;
        return static_cast<std::int64_t>(low + (std::size_t{1} << shift) / 2);
    }

    std::vector<Count, ZeroedAllocator<Count>> buckets_;
    std::int64_t count_ = 0;
    std::int64_t clamped_ = 0;
    std::int64_t min_ns_ = kMaxNs;
    std::int64_t max_ns_ = 0;
};

using LatencyHistogram = BasicLatencyHistogram<std::uint64_t>;
/// For one block of a run, which holds fewer than 2^32 I/Os.
using BlockHistogram = BasicLatencyHistogram<std::uint32_t>;

}  // namespace arraytwin::stats
