// What a curve comes to, in words: its title, its landmarks, what limits it, and how far it is from what was measured.
#pragma once

#include <string>

#include "lib/twin/prediction.hpp"

namespace arraytwin::report {

/// "aff-a800  4k-random-read  calibrated on this array, measured as a800-fc".
std::string title(const Curve& curve, bool color);

/// Lines of a label and a sentence: peak, below 1 ms, knee, limit, measured, warnings.
std::string summary(const Curve& curve, bool color);

/// "node cpu: 99 % busy at the peak (both alike), then host port with 81 %."; empty if the curve has no utilization.
std::string limit_sentence(const Curve& curve);

/// "start", "1 ms limit", "peak": the point's name for people.
std::string measured_label(const MeasuredPoint& point);

}  // namespace arraytwin::report
