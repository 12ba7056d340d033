// Which arrays meet a need: the smallest configuration of each, smallest first, confirmed by the simulator.
//
// "Small" is fewer nodes, then fewer drives, then less raw space, then fewer cores. Months are whole ones until what is
// needed, as it grows, reaches what the configuration carries with every target met (all parts up, or a node down) or holds.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lib/plan/candidates.hpp"
#include "lib/plan/need.hpp"
#include "lib/plan/size_search.hpp"
#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/prediction.hpp"

namespace arraytwin::plan {

/// Whether a target would be missed at the bad end of the 90 % interval.
enum class Trust {
    sure,        ///< no: it meets the need even there
    likely,      ///< it meets the need as predicted, not at the bad end
    unmeasured,  ///< nobody measured this array, so there is no interval that would hold
};
std::string_view name_of(Trust trust);

struct SizeOptions {
    std::vector<std::string> arrays = {};     ///< names or paths; none: all that say what they are sold with
    std::vector<std::string> overrides = {};  ///< `--set`, of every array
    int most = 5;                             ///< proposals
    std::uint64_t seed = 1;
    int jobs = 1;
    std::function<void(int done, int total)> progress = {};
};

/// An array in one state under what is needed.
struct StateUnderNeed {
    int node_down = 0;     ///< 0: none
    Point point;           ///< simulated
    double most_iops = 0;  ///< with no target missed; by the fast solver
    double knee_iops = 0;  ///< the largest IOPS / latency; by the fast solver

    /// Share of `most_iops` that is left.
    double headroom() const { return most_iops > 0 ? 1 - point.load.target_iops.value_or(0) / most_iops : 0; }
    double of_knee() const { return knee_iops > 0 ? point.load.target_iops.value_or(0) / knee_iops : 0; }
};

struct Proposal {
    Candidate candidate;
    std::string name;  ///< of the array, for people
    Grade grade = Grade::spec_only;
    Trust trust = Trust::unmeasured;
    std::optional<Interval> mean90;  ///< of the mean of all I/Os, microseconds
    StateUnderNeed up;
    std::optional<StateUnderNeed> down;        ///< with the worst node down, if that must be survived
    double space_used = 0;                     ///< share
    std::optional<int> months_of_performance;  ///< none: it does not grow
    std::optional<int> months_of_space;
    std::optional<Candidate> smaller;  ///< the next smaller one of the array; none: this is its smallest
    std::vector<std::string> smaller_misses;
};

/// An array of which no configuration will do.
struct Unfit {
    std::string array;
    std::optional<Candidate> largest;
    std::vector<std::string> misses;
};

struct Sizing {
    Need need;
    std::vector<Proposal> proposals;
    std::vector<Unfit> unfit;
    std::vector<std::string> larger;  ///< arrays whose smallest fit is larger than all proposals; not simulated
    SearchCost cost;
};

/// Wrong: an array that is none, options that contradict it.
Result<Sizing> size(const spec::DataFolder& data, const Need& need, const SizeOptions& options);

}  // namespace arraytwin::plan
