// Differences between two arrays that ran on the same random numbers, and what they amount to.
//
// Replication by replication the base is taken from the variant; Student's t over those differences gives the interval. What
// chance does to both alike drops out, so a few short runs tell what many long ones could not. The interval is of the
// simulation's noise alone: how far the model is from the array is another matter (`prediction90` of a Point).
// Source: common random numbers, A. M. Law, "Simulation Modeling and Analysis", 5th ed., sections 10.2.1 and 11.2.
#pragma once

#include <optional>
#include <span>

#include "lib/twin/prediction.hpp"

namespace arraytwin::plan {

/// better, worse: surely not 0, and worth telling. same: the 95 % interval lies within what is not worth telling. undecided:
/// neither. mixed: better in some respects and worse in others.
enum class Verdict { better, worse, same, undecided, mixed };

/// Which way is better.
enum class Wanted { more, less };

/// Differences below are not worth telling, percent: real arrays vary by more from one run to the next.
inline constexpr double least_percent = 1;

/// The probability that any of the differences which are judged together is called better or worse though there is none.
/// Below the 5 % of a single interval: a table of six answers must not raise more alarms than one answer may.
inline constexpr double false_alarms = 0.02;

struct Difference {
    double base = 0;  ///< means over the replications
    double variant = 0;
    double percent = 0;                      ///< of the base
    std::optional<Interval> percent95 = {};  ///< of this difference by itself; none of a single pair
    std::optional<double> variance_cut =
        {};  ///< that common random numbers saved: variances of both, over the difference's
    Verdict verdict = Verdict::undecided;
};

/// Of pairs, as many as there are replications; of one, only how large it is decides. `together`: differences that are judged
/// with it and share its false alarms (Bonferroni).
Difference paired_difference(std::span<const double> base, std::span<const double> variant, Wanted wanted,
                             int together = 1);

/// All of them in one word; undecided if there are none.
Verdict overall(std::span<const Verdict> verdicts);

}  // namespace arraytwin::plan
