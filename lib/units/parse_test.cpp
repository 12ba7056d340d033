#include "lib/units/parse.hpp"

#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace arraytwin {
namespace {

template <class Quantity>
std::string error_of(std::string_view text) {
    const auto parsed = parse<Quantity>(text);
    return parsed ? "no error" : parsed.error();
}

bool has(const std::string& message, std::string_view part) { return message.find(part) != std::string::npos; }

TEST(Parse, DecimalAndBinaryPrefixesAreDifferent) {
    EXPECT_EQ(parse<Bytes>("1.92TB")->count(), 1'920'000'000'000);
    EXPECT_EQ(parse<Bytes>("640GiB")->count(), 640 * (std::int64_t{1} << 30));
    EXPECT_EQ(parse<Bytes>("640GB")->count(), 640'000'000'000);
    EXPECT_EQ(parse<Bytes>("4KiB")->count(), 4096);
    EXPECT_EQ(parse<Bytes>("4kB")->count(), 4000);
    EXPECT_EQ(parse<Bytes>(" 512 B ")->count(), 512);
    EXPECT_EQ(parse<Bytes>("0B")->count(), 0);
}

TEST(Parse, SmallBCountsBits) {
    EXPECT_DOUBLE_EQ(parse<Bandwidth>("100Gb/s")->bytes_per_second(), 12.5e9);
    EXPECT_DOUBLE_EQ(parse<Bandwidth>("3200MB/s")->bytes_per_second(), 3.2e9);
    EXPECT_DOUBLE_EQ(parse<Bandwidth>("1MiB/s")->bytes_per_second(), 1048576);
    EXPECT_TRUE(has(error_of<Bytes>("100Gb"), "bits"));
}

TEST(Parse, TimesAndFrequencies) {
    EXPECT_EQ(parse<Duration>("12.5us")->ns(), 12'500);
    EXPECT_EQ(parse<Duration>("12.5\u00b5s")->ns(), 12'500);
    EXPECT_EQ(parse<Duration>("2min")->ns(), 120'000'000'000);
    EXPECT_EQ(parse<Duration>("1.5h")->seconds(), 5400);
    EXPECT_EQ(parse<Duration>("1e-3s")->ns(), 1'000'000);
    EXPECT_DOUBLE_EQ(parse<Frequency>("2.1GHz")->hz(), 2.1e9);
}

TEST(Parse, KeepsEveryByte) {
    EXPECT_EQ(parse<Bytes>("9223372036854775807B")->count(), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(parse<Bytes>("9007199254740993B")->count(), 9'007'199'254'740'993);
    EXPECT_EQ(parse<Bytes>("1.7TiB")->count(), 1'869'169'767'219);
}

TEST(Parse, SaysWhatIsWrongAndWhatIsAllowed) {
    EXPECT_TRUE(has(error_of<Bytes>("640"), "no unit"));
    EXPECT_TRUE(has(error_of<Bytes>("640"), "like \"640GiB\""));
    EXPECT_TRUE(has(error_of<Bytes>("64G"), "'GB' or 'GiB'"));
    EXPECT_TRUE(has(error_of<Bytes>("4KB"), "'kB' or 'KiB'"));
    EXPECT_TRUE(has(error_of<Bytes>("1,92TB"), "decimal point"));
    EXPECT_TRUE(has(error_of<Bytes>("-5GB"), "negative"));
    EXPECT_TRUE(has(error_of<Bytes>("fast"), "is not a size"));
    EXPECT_TRUE(has(error_of<Bytes>(""), "is not a size"));
    EXPECT_TRUE(has(error_of<Bytes>("1.5B"), "whole number of bytes"));
    EXPECT_TRUE(has(error_of<Bytes>("10EB"), "more than can be held"));
    EXPECT_TRUE(has(error_of<Bytes>("99999999999999999999B"), "too many digits"));
    EXPECT_TRUE(has(error_of<Duration>("5m"), "'ms' or 'min'"));
    EXPECT_TRUE(has(error_of<Duration>("1.5ns"), "whole number of nanoseconds"));
    EXPECT_TRUE(has(error_of<Bandwidth>("100Gbps"), "'Gb/s'"));
    EXPECT_TRUE(has(error_of<Bandwidth>("6GB"), "'GB/s'"));
    EXPECT_TRUE(has(error_of<Bandwidth>("0GB/s"), "not more than zero"));
    EXPECT_TRUE(has(error_of<Bandwidth>("1e400GB/s"), "out of range"));
    EXPECT_TRUE(has(error_of<Frequency>("2.1ghz"), "'GHz'"));
    EXPECT_FALSE(has(error_of<Bytes>("1\x1b[31mGB"), "\x1b"));
}

TEST(Print, ChoosesTheUnitThatReadsBest) {
    EXPECT_EQ(print_exact(Bytes{1'920'000'000'000}), "1.92TB");
    EXPECT_EQ(print_exact(Bytes{640 * (std::int64_t{1} << 30)}), "640GiB");
    EXPECT_EQ(print_exact(Bytes{0}), "0B");
    EXPECT_EQ(print_exact(Duration::from_ns(12'500)), "12.5us");
    EXPECT_EQ(print_exact(Duration::from_seconds(90)), "90s");
    EXPECT_EQ(print_exact(Duration::from_ns(-1500)), "-1.5us");
    EXPECT_EQ(print_exact(Bandwidth::from_bytes_per_second(12.5e9)), "100Gb/s");
    EXPECT_EQ(print_exact(Bandwidth::from_bytes_per_second(3.2e9)), "3.2GB/s");
    EXPECT_EQ(print_exact(Frequency::from_hz(2.1e9)), "2.1GHz");
    EXPECT_EQ(print(Duration::from_ns(1'319'403)), "1.319ms");
    EXPECT_EQ(print(Bytes{1'869'169'767'219}), "1.869TB");
    EXPECT_EQ(print(Bandwidth::from_bytes_per_second(4761.7 * 1048576)), "4.993GB/s");
}

// Numbers of every size, and round ones, which are what people write.
std::int64_t any_count() {
    const auto bits = *rc::gen::inRange(0, 63);
    const auto factor = *rc::gen::element<std::int64_t>(1, 1, 10, 1000, 1'000'000, 1024, 1048576);
    const auto count = *rc::gen::inRange<std::int64_t>(0, (std::int64_t{1} << bits));
    return count > std::numeric_limits<std::int64_t>::max() / factor ? count : count * factor;
}

RC_GTEST_PROP(Print, BytesAreReadAsPrinted, ()) {
    const Bytes value{any_count()};
    RC_ASSERT(parse<Bytes>(print_exact(value)) == value);
}

RC_GTEST_PROP(Print, DurationsAreReadAsPrinted, ()) {
    const auto value = Duration::from_ns(any_count());
    RC_ASSERT(parse<Duration>(print_exact(value)) == value);
}

RC_GTEST_PROP(Print, BandwidthsAreReadAsPrinted, ()) {
    const auto rate = static_cast<double>(any_count() + 1) / *rc::gen::element(1.0, 3.0, 8.0, 1e6);
    const auto value = Bandwidth::from_bytes_per_second(rate);
    RC_ASSERT(parse<Bandwidth>(print_exact(value)) == value);
}

RC_GTEST_PROP(Print, FrequenciesAreReadAsPrinted, ()) {
    const auto value = Frequency::from_hz(static_cast<double>(any_count() + 1) / *rc::gen::element(1.0, 7.0, 1e3));
    RC_ASSERT(parse<Frequency>(print_exact(value)) == value);
}

RC_GTEST_PROP(Print, RoundedStaysWithinAThousandth, ()) {
    const Bytes value{any_count()};
    const auto again = parse<Bytes>(print(value));
    RC_ASSERT(again.has_value() || value.count() > 9'000'000'000'000'000'000);
    if (again) RC_ASSERT(std::abs(static_cast<double>(again->count() - value.count())) <= 1e-3 * value.kib() * 1024);
}

RC_GTEST_PROP(Parse, NeverFailsWithoutAWord, (const std::string& text)) {
    const auto parsed = parse<Bytes>(text);
    RC_ASSERT(parsed.has_value() || !parsed.error().empty());
    RC_ASSERT(parse<Bandwidth>(text).has_value() || !parse<Bandwidth>(text).error().empty());
}

}  // namespace
}  // namespace arraytwin
