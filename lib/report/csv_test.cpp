#include "lib/report/csv.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "lib/report/sample_prediction_test.hpp"

namespace arraytwin::report {
namespace {

/// RFC 4180, as a reader of it would.
std::vector<std::vector<std::string>> parse(const std::string& text) {
    std::vector<std::vector<std::string>> rows{{""}};
    bool is_quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"' && is_quoted && i + 1 < text.size() && text[i + 1] == '"') {
            rows.back().back() += text[++i];
        } else if (c == '"') {
            is_quoted = !is_quoted;
        } else if (!is_quoted && c == ',') {
            rows.back().emplace_back();
        } else if (!is_quoted && text.compare(i, 2, "\r\n") == 0) {
            ++i;
            if (i + 1 < text.size()) rows.push_back({""});
        } else {
            rows.back().back() += c;
        }
    }
    return rows;
}

std::string cell(const std::vector<std::vector<std::string>>& rows, std::size_t row, const std::string& column) {
    for (std::size_t i = 0; i < rows[0].size(); ++i) {
        if (rows[0][i] == column) return rows[row][i];
    }
    return "no such column";
}

TEST(Csv, HasARowForEachPartBehindThePointOfAll) {
    auto prediction = sample_prediction();
    split(prediction.curves[0].points[0]);
    const auto rows = parse(csv(prediction));
    EXPECT_EQ(rows[2].size(), rows[0].size());
    EXPECT_EQ(cell(rows, 1, "kind"), "predicted");
    EXPECT_EQ(cell(rows, 2, "kind"), "part");
    EXPECT_EQ(cell(rows, 2, "point"), "sql-80-20");
    EXPECT_EQ(cell(rows, 3, "outstanding"), "3072");
    EXPECT_EQ(cell(rows, 3, "error_pct"), "");
    EXPECT_EQ(cell(rows, 4, "kind"), "predicted");
}

TEST(Csv, HasARowForEachPoint) {
    const auto rows = parse(csv(sample_prediction()));
    ASSERT_EQ(rows.size(), 1 + 14 + 3U);
    for (const auto& row : rows) EXPECT_EQ(row.size(), rows[0].size());
    EXPECT_EQ(cell(rows, 1, "kind"), "predicted");
    EXPECT_EQ(cell(rows, 1, "iops"), "122000");
    EXPECT_EQ(cell(rows, 1, "bottleneck"), "node.1.cpu");
    EXPECT_EQ(cell(rows, 1, "error_pct"), "");
    EXPECT_EQ(cell(rows, 15, "kind"), "measured");
    EXPECT_EQ(cell(rows, 15, "point"), "start");
    EXPECT_EQ(cell(rows, 15, "latency_mean_us"), "217.5");
    EXPECT_EQ(cell(rows, 15, "config"), "a800-fc");
    EXPECT_EQ(cell(rows, 15, "error_of"), "latency");
    EXPECT_EQ(cell(rows, 16, "predicted_iops"), "1161700");
    EXPECT_EQ(cell(rows, 17, "fit"), "true");
}

TEST(Csv, QuotesWhatNeedsIt) {
    auto prediction = sample_prediction();
    prediction.curves[0].array = "say \"hi\", twice\r\n";
    const auto text = csv(prediction);
    EXPECT_NE(text.find("\"say \"\"hi\"\", twice\r\n\","), std::string::npos);
    EXPECT_EQ(cell(parse(text), 3, "array"), "say \"hi\", twice\r\n");
}

TEST(Csv, NamesAreNoFormulas) {
    auto prediction = sample_prediction();
    prediction.curves[0].array = "=HYPERLINK(1)";
    EXPECT_EQ(cell(parse(csv(prediction)), 1, "array"), "'=HYPERLINK(1)");
}

TEST(Csv, NotANumberIsAnEmptyCell) {
    auto prediction = sample_prediction();
    prediction.curves[0].points[0].latency.p99 = std::numeric_limits<double>::quiet_NaN();
    prediction.curves[0].points[0].prediction90_iops.reset();
    const auto rows = parse(csv(prediction));
    EXPECT_EQ(cell(rows, 1, "latency_p99_us"), "");
    EXPECT_EQ(cell(rows, 1, "prediction90_iops_low"), "");
    EXPECT_EQ(parse(csv(Prediction{})).size(), 1U);
}

}  // namespace
}  // namespace arraytwin::report
