// Independent streams of random numbers, one for each (seed, replication, component path, purpose).
//
// Counter-based (Philox 4x64-10, Salmon et al., SC'11): a stream is a key, so adding a component never shifts the
// numbers of another, and two what-if variants share those of all that they have in common. Distributions are Boost's,
// never the standard library's, which differ between implementations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "lib/units/units.hpp"

namespace arraytwin::sim {

/// The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014): every input bit moves every output bit.
constexpr std::uint64_t scramble(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

/// What a run's streams have in common.
struct RandomSource {
    std::uint64_t seed = 1;
    std::uint64_t replication = 0;
};

/// A uniform random bit generator; 64 bits a draw, about 3 ns.
class RandomStream {
public:
    using result_type = std::uint64_t;

    /// `path` names the component by place ("node.1.cpu"), `purpose` what it draws ("read service").
    RandomStream(RandomSource source, std::string_view path, std::string_view purpose);

    static constexpr result_type min() { return 0; }
    static constexpr result_type max() { return UINT64_MAX; }
    result_type operator()() {
        if (next_ == block_.size()) refill();
        return block_[next_++];
    }

    /// Uniform in [0, 1).
    double uniform() { return static_cast<double>((*this)() >> 11) * 0x1.0p-53; }

    /// Uniform integer in [0, n); n < 2^32. The bias is below n / 2^64 (Lemire's multiplication).
    std::uint64_t below(std::uint64_t n) {
        return static_cast<std::uint64_t>((static_cast<unsigned __int128>((*this)()) * n) >> 64);
    }

    /// Exponential with mean 1.
    double exponential();

    /// Normal with mean 0 and variance 1.
    double normal();

private:
    void refill();

    std::array<std::uint64_t, 2> key_;
    std::uint64_t counter_ = 0;
    std::array<std::uint64_t, 16> block_;
    std::size_t next_;
};

/// Service times around a mean with a squared coefficient of variation: constant (0) or lognormal, the shape of
/// software paths and flash operations, whose tail is long but not as long as its few slowest would make it.
class Variability {
public:
    Variability() = default;
    explicit Variability(double squared_coefficient);

    double squared_coefficient() const { return squared_coefficient_; }

    /// A factor with mean 1.
    double draw(RandomStream& stream) const;

private:
    double squared_coefficient_ = 0;
    double sigma_ = 0;
};

}  // namespace arraytwin::sim
