#include "lib/report/html.hpp"

#include <regex>

#include <gtest/gtest.h>

#include "lib/report/json.hpp"
#include "lib/report/page_template.hpp"
#include "lib/report/sample_prediction_test.hpp"

namespace arraytwin::report {
namespace {

constexpr std::string_view tiny_page = "<script id=\"prediction\">__PREDICTION__</script>";

TEST(Html, HoldsTheJson) {
    const auto page = html(sample_prediction(), tiny_page);
    ASSERT_TRUE(page);
    EXPECT_EQ(*page, "<script id=\"prediction\">" + json(sample_prediction()) + "</script>");
}

TEST(Html, DataCannotEndTheScript) {
    auto prediction = sample_prediction();
    prediction.curves[0].array = "</ScRiPt><script>alert(1)</script><!--";
    prediction.curves[0].warnings = {"__PREDICTION__"};
    const auto page = html(prediction, tiny_page);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->find('<', 1), page->rfind('<'));
    EXPECT_NE(page->find("\\u003c/ScRiPt>"), std::string::npos);
    EXPECT_NE(page->find("__PREDICTION__"), std::string::npos);
}

TEST(Html, WithoutThePageItSaysWhatToInstall) {
    const auto page = html(sample_prediction(), "");
    ASSERT_FALSE(page);
    ASSERT_EQ(page.error().size(), 1U);
    EXPECT_NE(page.error()[0].message.find("no HTML page"), std::string::npos);
    EXPECT_NE(page.error()[0].help.find("nodejs npm"), std::string::npos);
    EXPECT_FALSE(html(sample_prediction(), "<p>no place for data</p>"));
}

TEST(Html, BuiltPageLoadsNothingFromAnywhere) {
    if (page_template().empty()) GTEST_SKIP() << "built without npm";
    const auto page = html(sample_prediction());
    ASSERT_TRUE(page);
    EXPECT_EQ(page->find("__PREDICTION__"), std::string::npos);
    EXPECT_NE(page->find("4k-random-read"), std::string::npos);
    EXPECT_LT(page_template().size(), 300'000U);
    const std::regex address{R"((?:https?:)?//[a-z0-9-]+\.[^\s"'<>)]*)", std::regex::icase};
    for (auto match =
             std::cregex_iterator{page_template().data(), page_template().data() + page_template().size(), address};
         match != std::cregex_iterator{}; ++match) {
        EXPECT_EQ(match->str().rfind("http://www.w3.org/", 0), 0U) << match->str();
    }
    for (const auto* loads : {"<link", "@import", "src=", "fetch(", "XMLHttpRequest", "import("}) {
        EXPECT_EQ(page_template().find(loads), std::string_view::npos) << loads;
    }
}

}  // namespace
}  // namespace arraytwin::report
