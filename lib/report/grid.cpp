#include "lib/report/grid.hpp"

#include <algorithm>
#include <numeric>

namespace arraytwin::report {
namespace {

constexpr int margin = 2;
constexpr int gap = 2;

/// Columns of text from column `first` to the end, with the gaps between.
int span_width(const std::vector<int>& widths, std::size_t first) {
    int total = 0;
    for (std::size_t i = first; i < widths.size(); ++i) total += widths[i] > 0 ? widths[i] + gap : 0;
    return std::max(total - gap, 0);
}

}  // namespace

Grid::Widths Grid::natural_widths() const {
    Widths widths(columns_.size(), 0);
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        for (const auto& row : rows_) {
            const bool spans = row.size() < columns_.size() && i + 1 >= row.size();
            if (!spans) widths[i] = std::max(widths[i], display_width(row[i].text));
        }
        if (widths[i] > 0)
            widths[i] = std::max(widths[i], display_width(columns_[i].header));  // else: empty throughout
    }
    return widths;
}

Grid::Widths Grid::fitted_widths(int width) const {
    auto widths = natural_widths();
    while (margin + span_width(widths, 0) > width) {
        std::size_t least = 0;
        int rank = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            if (widths[i] > 0 && columns_[i].rank > rank) {
                rank = columns_[i].rank;
                least = i;
            }
        }
        if (rank == 0) break;
        widths[least] = 0;
    }
    for (const auto& row : rows_) {
        if (row.empty() || row.size() >= columns_.size()) continue;
        const int missing = display_width(row.back().text) - span_width(widths, row.size() - 1);
        const int room = width - margin - span_width(widths, 0);
        widths.back() += std::max(0, std::min(missing, room));
    }
    return widths;
}

std::string Grid::line(const std::vector<Cell>& row, const Widths& widths, bool color) const {
    std::string out(margin, ' ');
    const char* between = "";
    for (std::size_t i = 0; i < row.size(); ++i) {
        const bool spans = row.size() < columns_.size() && i + 1 == row.size();
        const int width = spans ? span_width(widths, i) : widths[i];
        if (width == 0) continue;
        const auto align = spans ? Align::left : columns_[i].align;
        out += between + painted(fit_cell(row[i].text, width, align), row[i].paint, color);
        between = "  ";
    }
    return out + "\n";
}

std::string Grid::render(int width, bool color) const {
    const auto widths = fitted_widths(width);
    std::vector<Cell> header;
    for (const auto& column : columns_) header.push_back({column.header, Paint::bold});
    std::string rule;
    for (int i = 0; i < span_width(widths, 0); ++i) rule += "─";
    auto out = line(header, widths, color) + std::string(margin, ' ') + painted(rule, Paint::dim, color) + "\n";
    for (const auto& row : rows_) out += line(row, widths, color);
    return out;
}

}  // namespace arraytwin::report
