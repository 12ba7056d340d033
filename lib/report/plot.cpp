#include "lib/report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "lib/report/paint.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::report {
namespace {

constexpr int label_width = 8;

struct Mark {
    std::string_view glyph;
    Paint paint = Paint::none;
};

/// Braille dots, two by four to a cell, with marks over them.
class Canvas {
public:
    Canvas(int columns, int rows) : columns_{columns}, rows_{rows}, dots_(size(), 0), marks_(size()) {}

    int width() const { return columns_ * 2; }
    int height() const { return rows_ * 4; }

    void dot(int x, int y) {
        constexpr unsigned char bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
        if (x < 0 || y < 0 || x >= width() || y >= height()) return;
        dots_[at(x / 2, y / 4)] |= bits[y % 4][x % 2];
    }
    void line(double x0, double y0, double x1, double y1) {
        const int steps = static_cast<int>(std::ceil(std::max({std::abs(x1 - x0), std::abs(y1 - y0), 1.0})));
        for (int i = 0; i <= steps; ++i) {
            const double share = static_cast<double>(i) / steps;
            dot(static_cast<int>(std::lround(x0 + (x1 - x0) * share)),
                static_cast<int>(std::lround(y0 + (y1 - y0) * share)));
        }
    }
    void mark(double x, double y, Mark mark) {
        const int column = std::clamp(static_cast<int>(std::lround(x)) / 2, 0, columns_ - 1);
        const int row = std::clamp(static_cast<int>(std::lround(y)) / 4, 0, rows_ - 1);
        marks_[at(column, row)] = mark;
    }
    /// A line of glyphs where the row is still empty.
    void underlay(int row, Mark mark) {
        for (int column = 0; column < columns_; ++column) {
            const auto cell = at(column, row);
            if (dots_[cell] == 0 && marks_[cell].glyph.empty()) marks_[cell] = mark;
        }
    }
    std::string row_text(int row, bool color) const {
        std::string out;
        std::string run;  // of one colour
        Paint paint = Paint::none;
        for (int column = 0; column < columns_; ++column) {
            const auto cell = glyph(at(column, row));
            if (cell.paint != paint) {
                out += painted(run, paint, color);
                run.clear();
                paint = cell.paint;
            }
            run += cell.glyph;
        }
        return out + painted(run, paint, color);
    }

private:
    struct Glyph {
        std::string glyph;
        Paint paint = Paint::none;
    };

    Glyph glyph(std::size_t cell) const {
        if (!marks_[cell].glyph.empty()) return {std::string{marks_[cell].glyph}, marks_[cell].paint};
        if (dots_[cell] == 0) return {" "};
        return {{'\xE2', static_cast<char>(0xA0 | (dots_[cell] >> 6)), static_cast<char>(0x80 | (dots_[cell] & 0x3F))},
                Paint::curve};
    }
    std::size_t size() const { return static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_); }
    std::size_t at(int column, int row) const { return static_cast<std::size_t>(row * columns_ + column); }

    int columns_;
    int rows_;
    std::vector<unsigned char> dots_;
    std::vector<Mark> marks_;
};

struct Spot {
    double iops = 0;
    double latency_us = 0;
};

bool can_be_drawn(double iops, double latency_us) {
    return std::isfinite(iops) && std::isfinite(latency_us) && iops > 0 && latency_us > 0;
}

std::vector<Spot> predicted_spots(const Curve& curve) {
    std::vector<Spot> spots;
    for (const auto& point : curve.points) {
        if (can_be_drawn(point.iops, point.latency.mean)) spots.push_back({point.iops, point.latency.mean});
    }
    return spots;
}

std::vector<Spot> measured_spots(const Curve& curve) {
    std::vector<Spot> spots;
    for (const auto& point : curve.measured) {
        const Spot spot{point.iops.value_or(0), point.latency_us.value_or(0)};
        if (point.latency_usable && can_be_drawn(spot.iops, spot.latency_us)) spots.push_back(spot);
    }
    return spots;
}

/// Where IOPS and latency lie on the canvas.
class Axes {
public:
    Axes(const std::vector<Spot>& spots, const Canvas& canvas)
        : width_(canvas.width() - 1), height_(canvas.height() - 1) {
        low_ = spots.front().latency_us;
        for (const auto& spot : spots) {
            most_ = std::max(most_, spot.iops * 1.02);
            low_ = std::min(low_, spot.latency_us);
            high_ = std::max(high_, spot.latency_us);
        }
        low_ /= 1.15;
        high_ *= 1.15;
    }
    double x(double iops) const { return iops / most_ * width_; }
    double y(double latency_us) const { return height_ * (1 - std::log(latency_us / low_) / std::log(high_ / low_)); }
    bool shows(double latency_us) const { return latency_us >= low_ && latency_us <= high_; }
    double most() const { return most_; }
    double low() const { return low_; }
    double high() const { return high_; }

private:
    double width_;
    double height_;
    double most_ = 0;
    double low_ = 0;
    double high_ = 0;
};

std::string tick_words(double us) {
    return us < 1000  ? fmt::format("{:g} µs", us)
           : us < 1e6 ? fmt::format("{:g} ms", us / 1e3)
                      : fmt::format("{:g} s", us / 1e6);
}

/// Labels of the latency axis by row: 1, 2, 5 in each decade, never two on one row.
std::vector<std::string> latency_labels(const Axes& axes, int rows) {
    std::vector<std::string> labels(static_cast<std::size_t>(rows));
    for (double decade = std::pow(10, std::floor(std::log10(axes.low()))); decade <= axes.high(); decade *= 10) {
        for (const double step : {1.0, 2.0, 5.0}) {
            if (!axes.shows(decade * step)) continue;
            auto& label = labels[static_cast<std::size_t>(std::lround(axes.y(decade * step)) / 4)];
            if (label.empty() || step == 1.0) label = tick_words(decade * step);
        }
    }
    return labels;
}

std::string iops_words(double iops) {
    return iops >= 1e6   ? fmt::format("{:g}M", iops / 1e6)
           : iops >= 1e3 ? fmt::format("{:g}K", iops / 1e3)
                         : fmt::format("{:g}", iops);
}

/// The IOPS axis: a rule with ticks, and a round number under each.
std::string iops_axis(const Axes& axes, int columns) {
    const double rough = axes.most() / 5;
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    const double step = decade * (rough / decade < 1.5 ? 1 : rough / decade < 3.5 ? 2 : rough / decade < 7.5 ? 5 : 10);
    std::vector<std::string> rule(static_cast<std::size_t>(columns), "─");
    std::string labels(label_width + 1, ' ');
    for (int i = 0; i * step <= axes.most(); ++i) {
        const auto column = static_cast<std::size_t>(std::lround(axes.x(i * step)) / 2);
        rule[column] = "┬";
        const auto words = iops_words(i * step);
        const auto start = label_width + 1 + column - std::min<std::size_t>(words.size() / 2, column);
        if (start > labels.size() || i == 0) labels.resize(std::max(start, labels.size()), ' ');
        if (start + words.size() <= label_width + 1 + static_cast<std::size_t>(columns) + 2) labels += words;
    }
    std::string out = std::string(label_width, ' ') + "└";
    for (const auto& glyph : rule) out += glyph;
    return out + "\n" + labels + " IOPS\n";
}

}  // namespace

std::string plot(const Curve& curve, PlotStyle style) {
    const auto predicted = predicted_spots(curve);
    const auto measured = measured_spots(curve);
    auto all = predicted;
    all.insert(all.end(), measured.begin(), measured.end());
    if (predicted.size() < 2) return {};
    Canvas canvas{std::max(style.columns, 10), std::max(style.rows, 4)};
    const Axes axes{all, canvas};
    for (std::size_t i = 1; i < predicted.size(); ++i) {
        const auto &a = predicted[i - 1], &b = predicted[i];
        canvas.line(axes.x(a.iops), axes.y(a.latency_us), axes.x(b.iops), axes.y(b.latency_us));
    }
    for (const auto& spot : measured) canvas.mark(axes.x(spot.iops), axes.y(spot.latency_us), {"◆", Paint::measured});
    if (axes.shows(1000)) canvas.underlay(static_cast<int>(std::lround(axes.y(1000))) / 4, {"┈", Paint::dim});

    const int rows = canvas.height() / 4;
    const auto labels = latency_labels(axes, rows);
    std::string out =
        fmt::format("  mean latency  {} predicted{}\n", painted("⠒⠒", Paint::curve, style.color),
                    measured.empty() ? "" : "  " + painted("◆", Paint::measured, style.color) + " measured");
    for (int row = 0; row < rows; ++row) {
        const auto& label = labels[static_cast<std::size_t>(row)];
        out += fit_cell(label.empty() ? "" : label + " ", label_width, Align::right);
        out += (label.empty() ? "│" : "┤") + canvas.row_text(row, style.color) + "\n";
    }
    return out + iops_axis(axes, canvas.width() / 2);
}

}  // namespace arraytwin::report
