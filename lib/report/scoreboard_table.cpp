#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "lib/report/grid.hpp"
#include "lib/report/scoreboard.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

namespace {

using calibrate::Quantity;
using scoreboard::Figures;
using scoreboard::Predictor;
using scoreboard::Score;

constexpr std::size_t worst_shown = 5;  // of each protocol

std::string percent(double value) { return fmt::format("{:.1f} %", value); }

std::string_view words_of(Quantity quantity) {
    return quantity == Quantity::iops ? "peak" : quantity == Quantity::latency ? "latency" : "IOPS at 1 ms";
}

/// Good: a third below the null model's mean, the aim of the design; poor: no better than it.
Paint paint_of(const Figures& twin, const Figures& null) {
    constexpr double aim = 2.0 / 3;
    if (null.count == 0) return Paint::none;
    return twin.mean <= aim * null.mean ? Paint::good : twin.mean < null.mean ? Paint::fair : Paint::poor;
}

void add_row(Grid& grid, const Score& score, const std::string& what, std::optional<Quantity> quantity) {
    const Figures twin = figures_of(score.cells, Predictor::twin, quantity);
    const Figures null = figures_of(score.cells, Predictor::null, quantity);
    if (twin.count == 0) return;
    const auto of_null = [&](double value) { return Cell{null.count > 0 ? percent(value) : "–", Paint::dim}; };
    grid.add({{what, quantity ? Paint::dim : Paint::bold},
              {quantity ? "" : printable(score.group)},
              {fmt::format("{}", twin.count)},
              {fmt::format("{}", score.constants)},
              {percent(twin.mean), paint_of(twin, null)},
              {percent(twin.median)},
              {percent(twin.p90)},
              {percent(twin.worst)},
              of_null(null.mean),
              of_null(null.median),
              of_null(null.p90),
              of_null(null.worst)});
}

/// A protocol that predicts several quantities has a row for each of them besides.
void add_rows(Grid& grid, const Score& score) {
    add_row(grid, score, std::string{name_of(score.protocol)}, std::nullopt);
    const auto count = [&](std::optional<Quantity> quantity) {
        return figures_of(score.cells, Predictor::twin, quantity).count;
    };
    for (const Quantity quantity : {Quantity::iops, Quantity::iops_at_latency, Quantity::latency}) {
        if (count(quantity) < count(std::nullopt))
            add_row(grid, score, fmt::format("  {}", words_of(quantity)), quantity);
    }
}

std::string summary(const scoreboard::Scoreboard& board, TableStyle style) {
    Grid grid{{{"protocol", Align::left},
               {"arrays", Align::left},
               {"points", Align::right, 3},
               {"constants", Align::right, 4},
               {"mean"},
               {"median"},
               {"p90", Align::right, 2},
               {"worst"},
               {"null: mean"},
               {"median", Align::right, 1},
               {"p90", Align::right, 5},
               {"worst", Align::right, 6}}};
    for (const Score& score : board.scores) add_rows(grid, score);
    return grid.render(style.width, style.color);
}

std::vector<scoreboard::Cell> worst_of(const Score& score) {
    std::vector<scoreboard::Cell> cells = score.cells;
    const auto size = [](const scoreboard::Cell& cell) {
        return std::abs(error_of(cell, Predictor::twin).value_or(0));
    };
    std::stable_sort(cells.begin(), cells.end(),
                     [&](const auto& one, const auto& other) { return size(one) > size(other); });
    cells.resize(std::min(cells.size(), worst_shown));
    return cells;
}

std::string worst_rows(const scoreboard::Scoreboard& board, TableStyle style) {
    Grid grid{{{"protocol", Align::left, 1},
               {"arrays", Align::left, 2},
               {"prediction", Align::left},
               {"measured"},
               {"predicted"},
               {"error"},
               {"null", Align::right, 3}}};
    for (const Score& score : board.scores) {
        for (const scoreboard::Cell& cell : worst_of(score)) {
            const bool latency = cell.quantity == Quantity::latency;
            const auto shown = [&](double value) { return latency ? latency_words(value) : thousands(value); };
            const double error = error_of(cell, Predictor::twin).value_or(0);
            const auto null = error_of(cell, Predictor::null);
            grid.add({{std::string{name_of(score.protocol)}},
                      {printable(score.group)},
                      {printable(name_of(cell))},
                      {shown(cell.measured), Paint::measured},
                      {shown(cell.predicted), Paint::curve},
                      {signed_percent(error), paint_of_error(error)},
                      {null ? signed_percent(*null) : "–", Paint::dim}});
        }
    }
    return grid.render(style.width, style.color);
}

}  // namespace

std::string scoreboard_table(const scoreboard::Scoreboard& board, TableStyle style) {
    return fmt::format(
               "|predicted / measured - 1|, the twin beside a model of array factor x workload factor; {:.0f} s\n\n",
               board.seconds) +
           summary(board, style) + "\nWorst predictions\n" + worst_rows(board, style);
}

}  // namespace arraytwin::report
