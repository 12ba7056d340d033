// What a comparison says: each measured point beside the twin's answer to the same load, their errors, and a verdict.
// Plain data, in the units of lib/measured: IOPS, microseconds, percent. Absent values were not measured or predicted.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lib/measured/audit.hpp"
#include "lib/measured/run.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::compare {

struct Figures {
    std::optional<double> iops;
    std::optional<double> latency_us;
};

/// How a point was measured, from which follows how the twin is asked and which of its errors say something.
enum class Kind {
    closed,  ///< at a known number outstanding: IOPS and latency, bound to each other by Little's law
    paced,   ///< at a pace below the maximum: latency
    peak,    ///< the most that it could do: IOPS; its latency follows from that
    limit,   ///< the IOPS at which the mean crosses 1 ms: IOPS, against where the predicted curve crosses it
};

/// "closed", "paced", "peak", "limit".
std::string_view name_of(Kind kind);

/// Between the two latency distributions of a point.
struct Distance {
    double demerit_pct = 0;  ///< root mean square horizontal distance, percent of the measured mean
    std::string basis;       ///< what of the measured distribution was there: "histogram", "p50, p95, p99"
};

struct ComparedPoint {
    Kind kind = Kind::closed;
    std::string label;
    std::optional<OfferedLoad> load;  ///< that the twin was asked; none for a limit
    Figures measured;
    Figures predicted;
    Figures error_pct;
    Figures digits_pct;           ///< half a unit of the last digit printed
    std::optional<double> ahead;  ///< factor by which the twin is faster, by the axis that forgives most (verdict.hpp)
    bool scored = true;           ///< false: the source says that it is not to be
    bool latency_usable = true;
    LatencySummary percentiles;  ///< predicted
    std::optional<Distance> distance;
    measured::RunSource source;
    int line = 0;
    std::string note;

    /// Whether the latency error says something of its own.
    bool judges_latency() const { return latency_usable && (kind == Kind::closed || kind == Kind::paced); }
};

/// IOPS at one place of the curve.
struct Landmark {
    std::optional<double> measured;
    std::optional<double> predicted;
    std::optional<double> error_pct;
};

/// What two runs of the same load on the same array may differ by.
struct Noise {
    double iops_pct = 0;
    double latency_pct = 0;
    std::string basis;
};

enum class Verdict { agrees, biased, wrong_shape, too_few_points };

/// "agrees", "biased", "wrong shape", "too few points".
std::string_view name_of(Verdict verdict);

struct Judgement {
    Verdict verdict = Verdict::too_few_points;
    std::optional<double> factor;  ///< biased: how many times as fast as the array the twin is
    std::string reason;            ///< one sentence
};

/// All that was measured of one workload.
struct Comparison {
    std::string workload;
    std::vector<ComparedPoint> points;  ///< by load
    Landmark peak;
    Landmark sub_ms;
    Landmark knee;
    std::optional<Distance> distance;  ///< the mean over the points that have one
    Noise noise;
    Judgement judgement;
    Curve curve;  ///< the predicted curve behind the points
};

/// Sizes of errors, percent.
struct ErrorSizes {
    std::size_t count = 0;
    double mean = 0;
    double median = 0;
    double worst = 0;
};

/// Of errors without their signs, in percent.
ErrorSizes sizes_of(std::vector<double> errors);

struct Report {
    std::string array;
    std::string config;  ///< of the measured rows; empty if they name none
    std::vector<Comparison> comparisons;
    std::map<std::string, ErrorSizes> summary;  ///< by "iops", "latency", "peak", "sub_ms", "knee"
    Judgement judgement;
    measured::Run run;                     ///< the rows that were compared
    std::vector<measured::Finding> audit;  ///< of those rows
    std::vector<std::string> notes;        ///< what was left out or assumed
    RunCost cost;
};

/// The error kinds that are summarised and gated, in the order in which they are shown.
inline constexpr const char* error_kinds[] = {"peak", "sub_ms", "knee", "iops", "latency"};

/// All scored errors of a kind, with where each stands: "4k-random-read", "4k-random-read start".
struct NamedError {
    std::string where;
    double error_pct = 0;
};
std::vector<NamedError> errors_of(const std::vector<Comparison>& comparisons, std::string_view kind);

}  // namespace arraytwin::compare
