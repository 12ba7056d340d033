// Mixes of block sizes and hot spots, inline and in documents.
#include <gtest/gtest.h>

#include "lib/spec/reader.hpp"
#include "lib/spec/schema.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin {
namespace {

constexpr const char* mixed = R"(schema = 1
name = "mixed"
blocks = [{ size = "4KiB", share = 0.6 }, { size = "64KiB", share = 0.4 }]
read_share = 0.7
random_share = 1
outstanding_per_volume = 8
)";

Result<Workload> read(const std::string& text) {
    return spec::read<Workload>(spec::Document::from_text("a.toml", text).value());
}

void expect_same_blocks(const Workload& a, const Workload& b) {
    ASSERT_EQ(a.sizes().size(), b.sizes().size());
    for (std::size_t i = 0; i < a.sizes().size(); ++i) {
        EXPECT_EQ(a.sizes()[i].size, b.sizes()[i].size);
        EXPECT_DOUBLE_EQ(a.sizes()[i].share, b.sizes()[i].share);
    }
}

TEST(Blocks, SayTheSameInlineAndInADocument) {
    const auto inlined = parse_inline_workload("4k/60,64k/40:70r:100rand");
    const auto document = read(mixed);
    ASSERT_TRUE(inlined) << to_text(inlined.error());
    ASSERT_TRUE(document) << to_text(document.error());
    expect_same_blocks(*inlined, *document);
    EXPECT_EQ(inlined->read_share, 0.7);
    EXPECT_DOUBLE_EQ(inlined->mib_per_io(), (0.6 * 4 + 0.4 * 64) / 1024);
}

TEST(Blocks, OfOneSizeAreThatSize) {
    const auto workload = parse_inline_workload("64k");
    ASSERT_TRUE(workload);
    ASSERT_EQ(workload->sizes().size(), 1U);
    EXPECT_EQ(workload->sizes()[0].size, Bytes::from_kib(64));
    EXPECT_EQ(workload->mib_per_io(), 64.0 / 1024);
    expect_same_blocks(*parse_inline_workload("64k/100"), *workload);
}

TEST(Blocks, RoundedSharesAreMadeAWhole) {
    const auto workload = parse_inline_workload("4k/33,8k/33,64k/33.5");
    ASSERT_TRUE(workload) << to_text(workload.error());
    double sum = 0;
    for (const Block& block : workload->blocks) sum += block.share;
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_FALSE(parse_inline_workload("4k/33,64k/65"));
    EXPECT_FALSE(parse_inline_workload("4k/51,64k/50.5"));
}

TEST(Blocks, AreRefusedInlineUnlessEachIsASizeWithAPercentage) {
    for (const char* bad :
         {"4k/60,64k", "4k/60,,64k/40", "4k/60,64k/40,", "4k/,64k/100", "4k/0,64k/100", "4k/-1,64k/101",
          "4k/nan,64k/40", "0.1k/60,64k/40", "4k/60/1,64k/40", "/60,64k/40", "4k/60;64k/40"}) {
        EXPECT_FALSE(parse_inline_workload(bad)) << bad;
    }
}

TEST(Blocks, SurviveTheWayThroughADocument) {
    const auto workload = parse_inline_workload("4k/12.5,8k/25,64k/62.5:70r:100rand:90/10hot");
    ASSERT_TRUE(workload) << to_text(workload.error());
    const auto again = spec::read<Workload>(document_of(*workload));
    ASSERT_TRUE(again) << to_text(again.error());
    expect_same_blocks(*again, *workload);
    EXPECT_EQ(again->hot_share, 0.9);
    EXPECT_EQ(again->hot_space, 0.1);
}

TEST(Blocks, StandInTheSchemaAsAListOfCompleteTables) {
    const auto schema = spec::json_schema_of<Workload>("workload");
    EXPECT_NE(schema.find("\"minItems\": 1"), std::string::npos);
    EXPECT_NE(schema.find("\"size\""), std::string::npos);
    EXPECT_EQ(schema.find("blocks[]"), std::string::npos);
}

TEST(HotSpots, AreNoneUnlessTheWorkloadSaysSo) {
    EXPECT_EQ(parse_inline_workload("8k:70r")->hot_share, 0);
    const auto hot = parse_inline_workload("8k:70r:90/10hot");
    ASSERT_TRUE(hot) << to_text(hot.error());
    EXPECT_EQ(hot->hot_share, 0.9);
    EXPECT_EQ(hot->hot_space, 0.1);
    EXPECT_EQ(hot->hot_volumes, 0);
}

TEST(HotSpots, AreHotterThanTheRest) {
    for (const char* bad :
         {"8k:10/90hot", "8k:90/0hot", "8k:101/10hot", "8k:90hot", "8k:/10hot", "8k:0rand:90/10hot"}) {
        EXPECT_FALSE(parse_inline_workload(bad)) << bad;
    }
}

}  // namespace
}  // namespace arraytwin
