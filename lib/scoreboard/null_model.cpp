#include "lib/scoreboard/null_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Dense>

namespace arraytwin::scoreboard {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();

bool is_there(const Table& table, std::size_t row, std::size_t column) { return !std::isnan(table(row, column)); }

bool has_row(const Table& table, std::size_t row) {
    for (std::size_t column = 0; column < table.columns; ++column) {
        if (is_there(table, row, column)) return true;
    }
    return false;
}

bool has_column(const Table& table, std::size_t column) {
    for (std::size_t row = 0; row < table.rows; ++row) {
        if (is_there(table, row, column)) return true;
    }
    return false;
}

}  // namespace

Table empty_table(std::size_t arrays, std::size_t workloads) {
    Table table(arrays, workloads);
    std::fill(table.values.begin(), table.values.end(), none);
    return table;
}

Factors factors_of(const Table& table) {
    const auto cells = std::count_if(table.values.begin(), table.values.end(), [](double x) { return !std::isnan(x); });
    const auto rows = static_cast<Eigen::Index>(table.rows);
    const auto columns = static_cast<Eigen::Index>(table.columns);
    Eigen::MatrixXd belongs = Eigen::MatrixXd::Zero(cells, rows + columns);
    Eigen::VectorXd measured(cells);
    Eigen::Index cell = 0;
    for (std::size_t row = 0; row < table.rows; ++row) {
        for (std::size_t column = 0; column < table.columns; ++column) {
            if (!is_there(table, row, column)) continue;
            belongs(cell, static_cast<Eigen::Index>(row)) = 1;
            belongs(cell, rows + static_cast<Eigen::Index>(column)) = 1;
            measured[cell++] = table(row, column);
        }
    }
    Factors factors{std::vector<double>(table.rows), std::vector<double>(table.columns)};
    if (cells == 0) return factors;
    const Eigen::VectorXd solved = belongs.completeOrthogonalDecomposition().solve(measured);
    for (Eigen::Index row = 0; row < rows; ++row) factors.array[static_cast<std::size_t>(row)] = solved[row];
    for (Eigen::Index column = 0; column < columns; ++column)
        factors.workload[static_cast<std::size_t>(column)] = solved[rows + column];
    return factors;
}

std::optional<double> without_cell(const Table& table, std::size_t row, std::size_t column) {
    Table rest = table;
    rest(row, column) = none;
    if (!has_row(rest, row) || !has_column(rest, column)) return std::nullopt;
    return factors_of(rest).log_of(row, column);
}

std::vector<std::optional<double>> from_anchors(const Table& table, std::size_t row,
                                                const std::vector<std::size_t>& anchors) {
    Table rest = table;
    for (std::size_t column = 0; column < table.columns; ++column) {
        if (std::find(anchors.begin(), anchors.end(), column) == anchors.end()) rest(row, column) = none;
    }
    std::vector<std::optional<double>> predicted(table.columns);
    if (!has_row(rest, row)) return predicted;
    const Factors factors = factors_of(rest);
    for (std::size_t column = 0; column < table.columns; ++column) {
        if (has_column(rest, column)) predicted[column] = factors.log_of(row, column);
    }
    return predicted;
}

}  // namespace arraytwin::scoreboard
