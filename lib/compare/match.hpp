// What a curve says where something was measured: the prediction to lay beside a measured point, and its error.
//
// Error = predicted / measured - 1. Which quantity a row can judge follows from how it was measured (DESIGN, section
// 6):
//   peak, max, avg  IOPS, against the curve's peak; its latency then follows from its IOPS
//   sub_ms_limit    IOPS, against where the predicted mean crosses 1 ms; the latency is the threshold
//   all others      latency, against the predicted mean at the measured IOPS
// Between two points of the curve, latency is interpolated on the log axis, as the plots draw it. Below the first point
// it counts as constant (nothing queues there yet); above the peak the curve says nothing.
#pragma once

#include <optional>
#include <string_view>

#include "lib/twin/prediction.hpp"

namespace arraytwin::compare {

enum class Judged { nothing, iops, latency };

/// "iops", "latency" or, for nothing, "".
std::string_view name_of(Judged judged);

struct Match {
    Judged judged = Judged::nothing;
    std::optional<double> predicted_iops;
    std::optional<double> predicted_latency_us;
    std::optional<double> error_pct;  ///< of the judged quantity; positive: the twin promises too much of it
};

Match match(const Curve& curve, const MeasuredPoint& measured);

/// The predicted mean latency at `iops` on the rising branch of the curve.
std::optional<double> latency_at(const Curve& curve, double iops);

}  // namespace arraytwin::compare
