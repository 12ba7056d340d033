// The units in which quantities are written: shared by parse.cpp and print.cpp, of no interest to others.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace arraytwin::units {

/// `name` is worth `factor` of what the quantity counts.
struct Unit {
    std::string_view name;
    std::int64_t factor;
};

/// How a quantity is spoken of. `units` run from small to large; `people` are those that `print` rounds to.
struct Dialect {
    std::string_view quantity;  // "a size"
    std::string_view example;   // the unit of the example in messages
    std::string_view whole;     // what an exact quantity is counted in
    std::span<const Unit> units;
    std::span<const Unit> people;
};

inline constexpr std::int64_t k = 1000, m = k * k, g = k * m, t = k * g, p = k * t, e = k * p;
inline constexpr std::int64_t ki = 1024, mi = ki * ki, gi = ki * mi, ti = ki * gi, pi = ki * ti, ei = ki * pi;

inline constexpr std::array byte_units = {
    Unit{"B", 1},  Unit{"kB", k},   Unit{"KiB", ki}, Unit{"MB", m},   Unit{"MiB", mi}, Unit{"GB", g},  Unit{"GiB", gi},
    Unit{"TB", t}, Unit{"TiB", ti}, Unit{"PB", p},   Unit{"PiB", pi}, Unit{"EB", e},   Unit{"EiB", ei}};
inline constexpr std::array byte_people = {Unit{"B", 1},  Unit{"kB", k}, Unit{"MB", m}, Unit{"GB", g},
                                           Unit{"TB", t}, Unit{"PB", p}, Unit{"EB", e}};
inline constexpr Dialect byte_dialect{"a size", "GiB", "bytes", byte_units, byte_people};

inline constexpr std::array duration_units = {
    Unit{"ns", 1},       Unit{"us", k},       Unit{"ms", m},           Unit{"s", g},
    Unit{"min", 60 * g}, Unit{"h", 3600 * g}, Unit{"d", 24 * 3600 * g}};
inline constexpr std::array duration_people = {Unit{"ns", 1}, Unit{"us", k}, Unit{"ms", m}, Unit{"s", g},
                                               Unit{"h", 3600 * g}};
inline constexpr Dialect duration_dialect{"a time", "us", "nanoseconds", duration_units, duration_people};

// Counted in bits a second, so that every factor is whole.
inline constexpr std::array bandwidth_units = {
    Unit{"b/s", 1},        Unit{"B/s", 8},      Unit{"kb/s", k},       Unit{"kB/s", 8 * k},  Unit{"KiB/s", 8 * ki},
    Unit{"Mb/s", m},       Unit{"MB/s", 8 * m}, Unit{"MiB/s", 8 * mi}, Unit{"Gb/s", g},      Unit{"GB/s", 8 * g},
    Unit{"GiB/s", 8 * gi}, Unit{"Tb/s", t},     Unit{"TB/s", 8 * t},   Unit{"TiB/s", 8 * ti}};
inline constexpr std::array bandwidth_people = {Unit{"B/s", 8}, Unit{"kB/s", 8 * k}, Unit{"MB/s", 8 * m},
                                                Unit{"GB/s", 8 * g}, Unit{"TB/s", 8 * t}};
inline constexpr Dialect bandwidth_dialect{"a bandwidth", "Gb/s", "", bandwidth_units, bandwidth_people};

inline constexpr std::array frequency_units = {Unit{"Hz", 1}, Unit{"kHz", k}, Unit{"MHz", m}, Unit{"GHz", g}};
inline constexpr Dialect frequency_dialect{"a frequency", "GHz", "", frequency_units, frequency_units};

inline constexpr double bits_a_byte = 8;

/// number * factor / per_count, as parse does it; print checks its candidates with the same. Not finite or 0 beyond range.
double scaled(std::string_view number, const Unit& unit, double per_count);

__extension__ using Wide = unsigned __int128;

}  // namespace arraytwin::units
