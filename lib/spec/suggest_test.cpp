#include "lib/spec/suggest.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace arraytwin::spec {
namespace {

const std::vector<std::string> keys{"count", "cores", "clock", "memory", "per_node"};

TEST(Suggest, DistanceCountsEdits) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("cuont", "count"), 1U);
}

TEST(Suggest, NearestIsNearEnough) {
    EXPECT_EQ(nearest("cuont", keys), "count");
    EXPECT_EQ(nearest("corse", keys), "cores");
    EXPECT_EQ(nearest("Per-Node", keys), "per_node");
    EXPECT_EQ(nearest("gpu", keys), "");
    EXPECT_EQ(nearest("x", {"y", "z"}), "");
    EXPECT_EQ(nearest("", keys), "");
    EXPECT_EQ(nearest(std::string(100'000, 'c'), keys), "");
    EXPECT_EQ(did_you_mean("memry", keys), "did you mean 'memory'?");
    EXPECT_EQ(did_you_mean("gpu", keys), "");
}

TEST(Suggest, UserTextIsMadeFitForAMessage) {
    EXPECT_EQ(printable("gr\u00f6\u00dfe"), "gr\u00f6\u00dfe");
    EXPECT_EQ(printable("\x1b[31m\n"), "\\x1b[31m\\x0a");
    EXPECT_EQ(printable("\xff\xc3"), "\\xff\\xc3");
    EXPECT_EQ(printable("\u202eabc"), "\\xe2\\x80\\xaeabc");
    EXPECT_EQ(printable(std::string(100, 'a'), 10), std::string(10, 'a') + "...");
    EXPECT_EQ(listed({"a", "b", "c"}, 2), "a, b and 1 more");
}

RC_GTEST_PROP(Suggest, DistanceIsSymmetricAndZeroOnlyForEqual, (const std::string& a, const std::string& b)) {
    RC_ASSERT(edit_distance(a, b) == edit_distance(b, a));
    RC_ASSERT((edit_distance(a, b) == 0) == (a == b));
    RC_ASSERT(edit_distance(a, b) <= std::max(a.size(), b.size()));
}

RC_GTEST_PROP(Suggest, PrintableIsFreeOfControls, (const std::string& text)) {
    for (const char c : printable(text)) RC_ASSERT(static_cast<unsigned char>(c) >= ' ' && c != '\x7f');
}

/// In a buffer of exactly its size, so that AddressSanitizer sees a look beyond a character that was cut off.
TEST(Suggest, PrintableReadsNoFurtherThanTheText) {
    for (int first = 0; first < 256; ++first) {
        for (int second = -1; second < 256; ++second) {
            std::vector<char> text{static_cast<char>(first)};
            if (second >= 0) text.push_back(static_cast<char>(second));
            text.shrink_to_fit();
            EXPECT_FALSE(printable({text.data(), text.size()}).empty());
        }
    }
    EXPECT_EQ(printable("\xc2"), "\\xc2");
}

}  // namespace
}  // namespace arraytwin::spec
