// Rows of text in columns that line up: as wide as their widest cell, the least needed left out to fit the terminal.
#pragma once

#include <string>
#include <vector>

#include "lib/report/paint.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {

struct Column {
    std::string header;
    Align align = Align::right;
    int rank = 0;  ///< the highest is left out first, 0 never
};

struct Cell {
    std::string text;
    Paint paint = Paint::none;
};

class Grid {
public:
    explicit Grid(std::vector<Column> columns) : columns_{std::move(columns)} {}

    /// A cell for each column; where there are fewer, the last one spans the rest.
    void add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }

    /// Header, rule and rows, all equally wide and at most `width` columns, unless what is never left out is wider.
    std::string render(int width, bool color) const;

private:
    using Widths = std::vector<int>;  // by column; 0: left out

    Widths natural_widths() const;
    Widths fitted_widths(int width) const;
    std::string line(const std::vector<Cell>& row, const Widths& widths, bool color) const;

    std::vector<Column> columns_;
    std::vector<std::vector<Cell>> rows_;
};

}  // namespace arraytwin::report
