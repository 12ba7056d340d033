// How well arrays are predicted from what was not measured of them: the six protocols of DESIGN section 6, each beside the
// null model.
//
//     const auto scores = score(problem, {Protocol::mix_out}, options);
//     figures_of(scores.front().cells, Predictor::twin).mean
//
// Every prediction comes from a fit that has not seen it, nor started from one that had; all on the fast solver.
// A problem of four arrays has some 140 refits, about a second of one core each.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/calibrate/calibrate.hpp"
#include "lib/compare/gate.hpp"

namespace arraytwin::scoreboard {

enum class Protocol { in_sample, knee, mix_out, corners_to_mixes, own_mix, array_out };

inline constexpr std::array protocols{Protocol::in_sample,        Protocol::knee,    Protocol::mix_out,
                                      Protocol::corners_to_mixes, Protocol::own_mix, Protocol::array_out};

/// "in_sample", "knee" ...: the keys of the JSON.
std::string_view name_of(Protocol protocol);

/// What it is fitted on and what it predicts, a phrase.
std::string_view words_of(Protocol protocol);

std::optional<Protocol> protocol_named(std::string_view name);

/// One prediction.
struct Cell {
    std::string array;
    std::string config;  ///< of the measured rows
    std::string workload;
    std::string point;  ///< "peak", "sub_ms_limit", "start"
    std::string given;  ///< own_mix: the mix that was known
    calibrate::Quantity quantity = calibrate::Quantity::iops;
    double measured = 0;  ///< IOPS or microseconds
    double predicted = 0;
    std::optional<double> null_predicted = {};  ///< none where the null model says nothing
    /// 90 %, from the protocol's errors at the other cells of the quantity; none with fewer than ten of them.
    std::optional<Interval> interval90 = {};
};

/// "aff-a800 sql-80-20 peak", and what was given.
std::string name_of(const Cell& cell);

enum class Predictor { twin, null };

/// predicted / measured - 1 in percent; none where the predictor says nothing.
std::optional<double> error_of(const Cell& cell, Predictor predictor);

/// Of errors without their signs, in percent.
struct Figures {
    std::size_t count = 0;
    double mean = 0;
    double median = 0;
    double p90 = 0;  ///< interpolated between the two nearest
    double worst = 0;
};

/// `quantity`: only its cells. The twin's figures include cells of which the null model says nothing; its count tells.
Figures figures_of(const std::vector<Cell>& cells, Predictor predictor,
                   std::optional<calibrate::Quantity> quantity = {});

/// A protocol over a group of arrays that are fitted jointly.
struct Score {
    Protocol protocol = Protocol::in_sample;
    std::string group;          ///< "ontap", "all"
    std::size_t constants = 0;  ///< that were fitted
    std::vector<Cell> cells;
};

struct ScoreOptions {
    /// The workloads that are no mixes.
    std::vector<std::string> corners{"4k-random-read", "4k-random-write", "64k-sequential-read",
                                     "64k-sequential-write"};
    int most_iterations = 6;                    ///< of each fit from the priors
    std::function<void(double)> progress = {};  ///< 0 to 1; one call at a time
};

/// Of a problem whose arrays have constants of their own. A protocol that nothing can be predicted by has no cells.
std::vector<Score> score(const calibrate::Problem& problem, const std::vector<Protocol>& wanted,
                         const ScoreOptions& options = {});

/// array_out: constants that arrays take from one place become one.
calibrate::Problem with_shared_constants(calibrate::Problem problem);

struct Group {
    std::string name;
    std::vector<std::string> arrays;
};

struct Scoreboard {
    std::vector<Score> scores;  ///< by protocol, then group
    std::vector<std::string> notes;
    double seconds = 0;
};

struct ScoreboardOptions {
    std::vector<Protocol> protocols{scoreboard::protocols.begin(), scoreboard::protocols.end()};
    int jobs = 0;
    std::uint64_t seed = 1;
    std::function<void(const std::string& group, double done)> progress = {};
};

/// Collects and scores each group. An array whose family has no priors cannot be fitted and is left out, with a note.
Result<Scoreboard> scoreboard(const spec::DataFolder& data, const std::vector<Group>& groups, const measured::Run& run,
                              const ScoreboardOptions& options);

/// Mean errors of the twin beyond their limits, which are by the protocol's name. A limit that finds nothing to check is a
/// breach too.
std::vector<compare::Breach> breaches_of(const std::vector<Score>& scores, const compare::Limits& limits);

}  // namespace arraytwin::scoreboard
