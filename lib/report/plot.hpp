// The curve in a few lines of text: braille dots for mean latency (log axis) against IOPS, marks for what was measured.
#pragma once

#include <string>

#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

struct PlotStyle {
    bool color = false;
    int columns = 64;  ///< of the plotting area, without the axis
    int rows = 12;
};

/// Empty if fewer than two points can be drawn.
std::string plot(const Curve& curve, PlotStyle style = {});

}  // namespace arraytwin::report
