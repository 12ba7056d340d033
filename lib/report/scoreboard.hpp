// The scoreboard as a table for the terminal, as JSON (schema 1) and as CSV.
#pragma once

#include <string>

#include "lib/report/comparison.hpp"
#include "lib/report/table.hpp"
#include "lib/scoreboard/scoreboard.hpp"

namespace arraytwin::report {

/// A row for each protocol and group, then by kind of quantity, then the worst predictions by name.
std::string scoreboard_table(const scoreboard::Scoreboard& board, TableStyle style);

/// For each protocol: the figures of each group and of the null model as shares ("mean": 0.062), and every cell.
std::string scoreboard_json(const scoreboard::Scoreboard& board, const GateResult& gate);

/// A row for each prediction.
std::string scoreboard_csv(const scoreboard::Scoreboard& board);

}  // namespace arraytwin::report
