#include "lib/scoreboard/null_model.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "lib/measured/curves_csv.hpp"

namespace arraytwin::scoreboard {
namespace {

const std::vector<std::string> configs{"a800-fc", "a300-fc", "a250-fc", "a250-nvmefc", "ef570-fc"};
const std::vector<std::string> workloads{"4k-random-read",
                                         "4k-random-write",
                                         "64k-sequential-read",
                                         "64k-sequential-write",
                                         "sql",
                                         "sql-90-10",
                                         "sql-80-20",
                                         "oracle",
                                         "oracle-90-10",
                                         "oracle-80-20",
                                         "vdi-full-clone-boot",
                                         "vdi-full-clone-initial-login",
                                         "vdi-full-clone-monday-login",
                                         "vdi-linked-clone-boot",
                                         "vdi-linked-clone-initial-login",
                                         "vdi-linked-clone-monday-login"};
constexpr std::size_t corners = 4;

std::size_t place(const std::vector<std::string>& names, const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

Table peaks(std::size_t arrays) {
    Table table = empty_table(arrays, workloads.size());
    const auto rows = measured::read_curves_csv(ARRAYTWIN_SOURCE_DIR "/data/measured/measured_curves.csv");
    for (const auto& row : rows.value()) {
        const std::size_t array = place(configs, row.config);
        if (row.point == "peak" && row.fit && array < arrays)
            table(array, place(workloads, row.workload)) = std::log(*row.iops);
    }
    return table;
}

struct Expected {
    double median, mean, p90, worst;  // percent, as the script prints them
};

void expect_figures(std::vector<double> errors, const Expected& expected) {
    constexpr double printed = 0.0501;
    for (double& error : errors) error = 100 * std::abs(std::exp(error) - 1);
    std::sort(errors.begin(), errors.end());
    const auto quantile = [&](double share) {
        const double at = share * static_cast<double>(errors.size() - 1);
        const auto below = static_cast<std::size_t>(at);
        const double above = errors[std::min(below + 1, errors.size() - 1)];
        return errors[below] + (at - std::floor(at)) * (above - errors[below]);
    };
    double sum = 0;
    for (const double error : errors) sum += error;
    EXPECT_NEAR(quantile(0.5), expected.median, printed);
    EXPECT_NEAR(sum / static_cast<double>(errors.size()), expected.mean, printed);
    EXPECT_NEAR(quantile(0.9), expected.p90, printed);
    EXPECT_NEAR(errors.back(), expected.worst, printed);
}

std::vector<double> one_mix_out(const Table& table) {
    std::vector<double> errors;
    for (std::size_t row = 0; row < table.rows; ++row) {
        for (std::size_t column = corners; column < table.columns; ++column) {
            if (!std::isnan(table(row, column)))
                errors.push_back(without_cell(table, row, column).value() - table(row, column));
        }
    }
    return errors;
}

void add_from_anchors(const Table& table, const std::vector<std::size_t>& anchors, std::vector<double>& errors) {
    for (std::size_t row = 0; row < table.rows; ++row) {
        const auto predicted = from_anchors(table, row, anchors);
        for (std::size_t column = corners; column < table.columns; ++column) {
            const bool is_anchor = std::find(anchors.begin(), anchors.end(), column) != anchors.end();
            if (!is_anchor && predicted[column] && !std::isnan(table(row, column)))
                errors.push_back(*predicted[column] - table(row, column));
        }
    }
}

// What `null_model.py` prints with numpy 1.24.2 over the same rows.
TEST(NullModel, AgreesWithTheScriptOnOneMixOut) {
    expect_figures(one_mix_out(peaks(4)), {5.0, 6.2, 11.9, 33.8});
    expect_figures(one_mix_out(peaks(5)), {6.5, 9.0, 20.5, 39.2});
}

TEST(NullModel, AgreesWithTheScriptOnCornersToMixes) {
    std::vector<double> four, five;
    add_from_anchors(peaks(4), {0, 1, 2, 3}, four);
    add_from_anchors(peaks(5), {0, 1, 2, 3}, five);
    expect_figures(four, {7.5, 8.8, 15.7, 35.5});
    expect_figures(five, {18.4, 20.8, 39.6, 57.9});
}

TEST(NullModel, AgreesWithTheScriptOnOneOwnMix) {
    std::vector<double> four, five;
    for (std::size_t mix = corners; mix < workloads.size(); ++mix) {
        add_from_anchors(peaks(4), {mix}, four);
        add_from_anchors(peaks(5), {mix}, five);
    }
    expect_figures(four, {5.3, 8.6, 20.6, 61.9});
    expect_figures(five, {7.4, 11.7, 27.2, 65.3});
}

TEST(NullModel, IsExactWhereArraysDifferByAFactor) {
    Table table = empty_table(3, 4);
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column)
            table(row, column) = 10 + 0.7 * static_cast<double>(row) - 0.3 * static_cast<double>(column * column);
    }
    for (std::size_t row = 0; row < 3; ++row) {
        const auto predicted = from_anchors(table, row, {1});
        for (std::size_t column = 0; column < 4; ++column) {
            EXPECT_NEAR(without_cell(table, row, column).value(), table(row, column), 1e-9);
            EXPECT_NEAR(predicted[column].value(), table(row, column), 1e-9);
        }
    }
}

TEST(NullModel, SaysNothingWhereNothingIsKnown) {
    Table table = empty_table(2, 2);
    table(0, 0) = 1;
    EXPECT_FALSE(without_cell(table, 0, 0));
    EXPECT_FALSE(from_anchors(table, 1, {0})[0]);
    EXPECT_FALSE(from_anchors(table, 0, {0})[1]);
    EXPECT_NEAR(factors_of(table).log_of(0, 0), 1, 1e-12);
}

}  // namespace
}  // namespace arraytwin::scoreboard
