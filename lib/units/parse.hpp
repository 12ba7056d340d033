// Quantities as people write them: "1.92TB", "640GiB", "12.5us", "100Gb/s", "3200MB/s", "2.1GHz".
//
// Prefixes are never mixed silently: kB, MB, GB, TB, PB are powers of 1000; KiB, MiB, GiB, TiB, PiB powers of 1024; "KB",
// "4K" and "64G" are refused with both readings named. A small b counts bits ("100Gb/s" is 12.5 GB/s), a capital B bytes.
// A space may stand between number and unit. Numbers are not negative; Bandwidth and Frequency are more than zero.
// Bytes and Duration are exact (integer arithmetic) and round to whole bytes and nanoseconds when that changes the
// value by at most 0.1 %. Errors are one sentence: what was found, the allowed units, an example.
#pragma once

#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "lib/units/print.hpp"
#include "lib/units/units.hpp"

namespace arraytwin {

/// parse<Bytes>("1.92TB"), parse<Duration>("12.5us"), parse<Bandwidth>("100Gb/s"), parse<Frequency>("2.1GHz").
template <class Quantity>
tl::expected<Quantity, std::string> parse(std::string_view text) = delete;

template <>
tl::expected<Bytes, std::string> parse<Bytes>(std::string_view text);
template <>
tl::expected<Duration, std::string> parse<Duration>(std::string_view text);
template <>
tl::expected<Bandwidth, std::string> parse<Bandwidth>(std::string_view text);
template <>
tl::expected<Frequency, std::string> parse<Frequency>(std::string_view text);

}  // namespace arraytwin
