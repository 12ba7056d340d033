#include "lib/spec/quantity.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace arraytwin::spec {
namespace {

Node text(const std::string& value) {
    Node node;
    node.kind = NodeKind::text;
    node.text = value;
    return node;
}

TEST(Quantity, IsInTheUnitInWhichItIsHeld) {
    EXPECT_EQ(quantity_of(text("26.4us"), KeyKind::duration), 26'400);
    EXPECT_EQ(quantity_of(text("64KiB"), KeyKind::bytes), 65'536);
    EXPECT_EQ(quantity_of(text("8Gb/s"), KeyKind::bandwidth), 1e9);
    EXPECT_EQ(quantity_of(text("2.1GHz"), KeyKind::frequency), 2.1e9);
    Node integer;
    integer.kind = NodeKind::integer;
    integer.integer = 4;
    EXPECT_EQ(quantity_of(integer, KeyKind::number), 4);
}

TEST(Quantity, IsNothingWhereThereIsNone) {
    EXPECT_EQ(quantity_of(text("64KiB"), KeyKind::duration), 0);
    EXPECT_EQ(quantity_of(text("raid-dp"), KeyKind::bytes), 0);
    EXPECT_EQ(quantity_of(text("raid-dp"), KeyKind::text), 0);
}

TEST(Quantity, KindIsToldByTheUnit) {
    EXPECT_EQ(quantity_kind(quantity_node(KeyKind::number, 0.5)), KeyKind::number);
    EXPECT_EQ(quantity_kind(text("26.4us")), KeyKind::duration);
    EXPECT_EQ(quantity_kind(text("256B")), KeyKind::bytes);
    EXPECT_EQ(quantity_kind(text("100Gb/s")), KeyKind::bandwidth);
    EXPECT_EQ(quantity_kind(text("2.1GHz")), KeyKind::frequency);
    EXPECT_EQ(quantity_kind(text("fc")), KeyKind::text);
    EXPECT_EQ(quantity_kind(text("")), KeyKind::text);
}

RC_GTEST_PROP(Quantity, TextAndBackLosesLessThanANanosecondOrAByte, ()) {
    const auto kind = *rc::gen::element(KeyKind::duration, KeyKind::bytes, KeyKind::bandwidth, KeyKind::frequency);
    const double value = static_cast<double>(*rc::gen::inRange<std::int64_t>(1, 1'000'000'000'000)) / 7;
    const Node node = quantity_node(kind, value);
    const double back = quantity_of(node, kind);
    const bool whole = kind == KeyKind::duration || kind == KeyKind::bytes;
    if (whole) RC_ASSERT(std::abs(back - value) <= 0.5);
    if (!whole && value >= 1e6) RC_ASSERT(std::abs(back / value - 1) < 1e-9);
}

RC_GTEST_PROP(Quantity, KindSurvivesTheText, ()) {
    const auto kind =
        *rc::gen::element(KeyKind::number, KeyKind::duration, KeyKind::bytes, KeyKind::bandwidth, KeyKind::frequency);
    const double value = static_cast<double>(*rc::gen::inRange<std::int64_t>(1'000'000, 1'000'000'000'000)) / 7;
    RC_ASSERT(quantity_kind(quantity_node(kind, value)) == kind);
}

}  // namespace
}  // namespace arraytwin::spec
