// Thin strong types for the quantities of storage: Duration, Bytes, Bandwidth, Frequency, Iops.
//
// Strong types, not an algebra: only the products that mean something exist. A Duration counts whole nanoseconds,
// because the simulated clock does; Bytes / Bandwidth rounds up to the next one, so that no transfer is free.
// Reading and printing quantities with units: parse.hpp.
#pragma once

#include <cmath>
#include <compare>
#include <concepts>
#include <cstdint>

namespace arraytwin {

/// A span of simulated time, or an instant counted from the start of a run. Whole nanoseconds, about +-292 years.
class Duration {
public:
    constexpr Duration() = default;
    static constexpr Duration from_ns(std::int64_t ns) { return Duration{ns}; }
    /// Rounds to the nearest nanosecond.
    static Duration from_us(double us) { return Duration{std::llround(us * 1e3)}; }
    static Duration from_seconds(double seconds) { return Duration{std::llround(seconds * 1e9)}; }
    static constexpr Duration max() { return Duration{INT64_MAX}; }

    constexpr std::int64_t ns() const { return ns_; }
    constexpr double us() const { return static_cast<double>(ns_) * 1e-3; }
    constexpr double seconds() const { return static_cast<double>(ns_) * 1e-9; }

    constexpr auto operator<=>(const Duration&) const = default;
    constexpr Duration& operator+=(Duration other) {
        ns_ += other.ns_;
        return *this;
    }
    constexpr Duration& operator-=(Duration other) {
        ns_ -= other.ns_;
        return *this;
    }
    friend constexpr Duration operator+(Duration a, Duration b) { return Duration{a.ns_ + b.ns_}; }
    friend constexpr Duration operator-(Duration a, Duration b) { return Duration{a.ns_ - b.ns_}; }
    friend constexpr Duration operator*(Duration a, std::integral auto n) {
        return Duration{a.ns_ * static_cast<std::int64_t>(n)};
    }
    friend Duration operator*(Duration a, double factor) {
        return Duration{std::llround(static_cast<double>(a.ns_) * factor)};
    }
    friend constexpr double operator/(Duration a, Duration b) {
        return static_cast<double>(a.ns_) / static_cast<double>(b.ns_);
    }

private:
    constexpr explicit Duration(std::int64_t ns) : ns_{ns} {}
    std::int64_t ns_ = 0;
};

/// A number of bytes. Prefixes are a matter of reading and printing: 1 TB is 1e12, 1 TiB is 2^40.
class Bytes {
public:
    constexpr Bytes() = default;
    constexpr explicit Bytes(std::int64_t count) : count_{count} {}
    static constexpr Bytes from_kib(std::int64_t kib) { return Bytes{kib * 1024}; }

    constexpr std::int64_t count() const { return count_; }
    constexpr double kib() const { return static_cast<double>(count_) / 1024.0; }
    constexpr double mib() const { return static_cast<double>(count_) / (1024.0 * 1024.0); }

    constexpr auto operator<=>(const Bytes&) const = default;
    constexpr Bytes& operator+=(Bytes other) {
        count_ += other.count_;
        return *this;
    }
    constexpr Bytes& operator-=(Bytes other) {
        count_ -= other.count_;
        return *this;
    }
    friend constexpr Bytes operator+(Bytes a, Bytes b) { return Bytes{a.count_ + b.count_}; }
    friend constexpr Bytes operator-(Bytes a, Bytes b) { return Bytes{a.count_ - b.count_}; }
    friend constexpr Bytes operator*(Bytes a, std::int64_t n) { return Bytes{a.count_ * n}; }
    friend constexpr double operator/(Bytes a, Bytes b) {
        return static_cast<double>(a.count_) / static_cast<double>(b.count_);
    }

private:
    std::int64_t count_ = 0;
};

/// Bytes a second. Positive.
class Bandwidth {
public:
    constexpr Bandwidth() = default;
    static constexpr Bandwidth from_bytes_per_second(double rate) { return Bandwidth{rate}; }
    constexpr double bytes_per_second() const { return rate_; }

    constexpr auto operator<=>(const Bandwidth&) const = default;
    friend constexpr Bandwidth operator*(Bandwidth a, double factor) { return Bandwidth{a.rate_ * factor}; }

private:
    constexpr explicit Bandwidth(double rate) : rate_{rate} {}
    double rate_ = 0;
};

/// Cycles a second.
class Frequency {
public:
    constexpr Frequency() = default;
    static constexpr Frequency from_hz(double hz) { return Frequency{hz}; }
    constexpr double hz() const { return hz_; }

    constexpr auto operator<=>(const Frequency&) const = default;
    friend constexpr double operator/(Frequency a, Frequency b) { return a.hz_ / b.hz_; }

private:
    constexpr explicit Frequency(double hz) : hz_{hz} {}
    double hz_ = 0;
};

/// I/O operations a second.
class Iops {
public:
    constexpr Iops() = default;
    constexpr explicit Iops(double per_second) : per_second_{per_second} {}
    constexpr double per_second() const { return per_second_; }

    constexpr auto operator<=>(const Iops&) const = default;
    friend constexpr Iops operator*(Iops a, double factor) { return Iops{a.per_second_ * factor}; }

private:
    double per_second_ = 0;
};

/// How long a transfer occupies a link, rounded up to whole nanoseconds.
inline Duration operator/(Bytes bytes, Bandwidth bandwidth) {
    return Duration::from_ns(
        static_cast<std::int64_t>(std::ceil(static_cast<double>(bytes.count()) / bandwidth.bytes_per_second() * 1e9)));
}

}  // namespace arraytwin
