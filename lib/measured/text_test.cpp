#include "lib/measured/text.hpp"

#include <gtest/gtest.h>

#include "lib/measured/byte_stream.hpp"
#include "lib/measured/histogram.hpp"
#include "lib/measured/json_records.hpp"

namespace arraytwin::measured {
namespace {

TEST(Numbers, SeparatorsUnitsAndGaps) {
    EXPECT_EQ(number_of(" 1234.5 "), 1234.5);
    EXPECT_EQ(number_of("733,597"), 733597);
    EXPECT_EQ(number_of("1,234,567.25"), 1234567.25);
    EXPECT_EQ(number_of("310,05"), 310.05);
    for (const char* text : {"", "n/a", "NaN", "inf", "-", "12 ms", "1,2,3", "1.2,3", "0x10", "1e999"})
        EXPECT_FALSE(number_of(text)) << text;
    EXPECT_EQ(microseconds_of("2.45ms"), 2450);
    EXPECT_EQ(microseconds_of("600.00us"), 600);
    EXPECT_EQ(microseconds_of("0.8", 1000), 800);
    EXPECT_FALSE(microseconds_of("3 apples"));
    EXPECT_EQ(bytes_of("4k"), 4096);
    EXPECT_EQ(bytes_of("8KiB"), 8192);
    EXPECT_EQ(bytes_of("1m"), 1048576);
    EXPECT_EQ(mib_per_s_of("46.88MB/s"), 46.88);
    EXPECT_EQ(mib_per_s_of("0KB/s"), 0);
}

TEST(Numbers, TimestampsWithZones) {
    EXPECT_EQ(seconds_of_timestamp("2023-01-01T00:00:10Z"), 1672531210);
    EXPECT_EQ(seconds_of_timestamp("2025-12-30T04:42:09.000+00:00"), 1767069729);
    EXPECT_EQ(seconds_of_timestamp("2025-12-30T05:42:09.500+01:00"), 1767069729.5);
    EXPECT_FALSE(seconds_of_timestamp("yesterday"));
    EXPECT_FALSE(seconds_of_timestamp("2025-13-30T04:42:09"));
}

TEST(Cells, QuotesAndSeparators) {
    EXPECT_EQ(cells_of("a, \"b, c\" ,d", ','), (std::vector<std::string>{"a", "b, c", "d"}));
    EXPECT_EQ(cells_of("\"say \"\"x\"\"\";2", ';'), (std::vector<std::string>{"say \"x\"", "2"}));
    EXPECT_EQ(cells_of("", ','), std::vector<std::string>{""});
    EXPECT_EQ(between("a=1; b=2", "b=", ";"), "2");
}

TEST(Bytes, LinesAndTheirNumbers) {
    auto in = ByteStream::of_text("\xef\xbb\xbfone\r\n\r\ntwo\0\0");
    std::string line;
    ASSERT_TRUE(in.read_line(line));
    EXPECT_EQ(line, "one");
    EXPECT_TRUE(in.line_is_whole());
    ASSERT_TRUE(in.read_line(line));
    ASSERT_TRUE(in.read_line(line));
    EXPECT_EQ(line, "two");
    EXPECT_EQ(in.line_read(), 3);
    EXPECT_FALSE(in.line_is_whole());
    EXPECT_FALSE(in.read_line(line));
}

TEST(Histogram, PercentilesAndMerging) {
    Histogram bins{{100, 100, 980}, {200, 200, 20}};
    merge_into(bins, {{100, 100, 0}, {150, 150, 500}, {9000, 9000, 500}});
    EXPECT_EQ(bins.size(), 4U);
    EXPECT_EQ(count_of(bins), 2000U);
    EXPECT_EQ(percentile_of(bins, 0.5), 150);
    EXPECT_EQ(percentile_of(bins, 0.99), 9000);
    EXPECT_EQ(percentile_of({{0, 100, 10}}, 0.5), 50);
    EXPECT_FALSE(percentile_of({}, 0.5));
}

std::string records_of(std::string_view text) {
    auto in = ByteStream::of_text(text);
    std::string seen;
    const auto wrong = read_json(in, [&](std::string_view name, JsonView record) {
        seen += std::string{name} + "=" +
                (record["a"] ? std::to_string(record["a"].number().value_or(-1)).substr(0, 3)
                             : std::string{record.text()}) +
                " ";
    });
    return seen + wrong.value_or("");
}

TEST(Json, RecordsOneByOne) {
    EXPECT_EQ(records_of(R"({"v": "3.33", "jobs": [{"a": 1.5}, {"a": "2.5", "b": [[1], {}]}], "o": {"a": 7}})"),
              "v=3.33 jobs=1.5 jobs=2.5 o=7.0 ");
    EXPECT_EQ(records_of(R"([{"a": 1.5}, {"a": 2.5}] and more)"), "=1.5 =2.5 ");
    EXPECT_EQ(records_of(R"({"jobs": [{"a": 1.5}, {"a")"), "jobs=1.5 the file ends in the middle of its JSON");
    EXPECT_NE(records_of(R"({"jobs": [{"a": 1.5} {"a")").find("not JSON"), std::string::npos);
    EXPECT_NE(records_of(std::string(100'000, '[')).find("nested too deep"), std::string::npos);
}

}  // namespace
}  // namespace arraytwin::measured
