// The configurations that arrays are sold in: each array's own spec with one value of each of its [[options]].
//
//     [[options]]
//     key    = "media.per_node"     # drives of each node: media.count is that times nodes.count
//     values = "6, 8, 12, 24"
//     [[options]]
//     key    = "media.drive"        # any other key of the array
//     values = "nvme-tlc-1.92tb, nvme-tlc-3.84tb"
//
// Smaller is: fewer nodes, then fewer drives, then less raw space, then fewer cores. There are no prices here. The volumes
// are made to hold what is needed, as what fits into a cache depends on it. Configurations that the family refuses whatever
// they hold, such as drives that make no equal groups, are left out.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "lib/plan/need.hpp"
#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/capacity.hpp"
#include "lib/twin/load.hpp"

namespace arraytwin::plan {

struct ConfigurationSize {
    int nodes = 1;
    int drives = 0;
    double raw = 0;  ///< bytes
    int cores = 0;

    auto operator<=>(const ConfigurationSize&) const = default;
};

struct Candidate {
    std::string array;                   ///< name or path, as `predict` takes it
    std::vector<std::string> overrides;  ///< `--set`: the options' values and the volumes' size
    std::string drive;                   ///< name of the drive; empty if it has none of data/drives
    ConfigurationSize size;
    std::optional<Capacity> capacity;  ///< none if the family has no rules
    std::string refused;               ///< why its family refuses volumes that hold what is needed; empty: it does not
    std::string line;                  ///< as its choice's
    bool own_calibration = false;      ///< its costs were fitted to this array, as it was measured

    /// Bytes that hosts can store.
    double space(bool reduction) const;
};

/// One way of choosing among an array's options.
struct Choice {
    std::vector<std::string> overrides;  ///< arguments of `--set`
    std::string line;                    ///< the choice but for the longest option of numbers
};

/// All of them, the first option's values slowest; one, empty, without options. What is wrong with the options: a key that the
/// array has not, values that are none, more than there may be.
Result<std::vector<Choice>> choices_of(const ResolvedArray& array, const std::vector<std::string>& always = {});

struct Candidates {
    std::vector<Candidate> sound;      ///< of one array, smallest first
    std::vector<std::string> refused;  ///< why a family refused one; each reason once
};

/// All configurations of an array for a need that its family accepts, each built once, in parallel. `always`: further arguments of `--set`.
Result<Candidates> candidates_of(const spec::DataFolder& data, const std::string& array, const Need& need,
                                 const std::vector<std::string>& always, int jobs);

/// Names of the data folder's arrays that say what they are sold with.
std::vector<std::string> offered_arrays(const spec::DataFolder& data);

}  // namespace arraytwin::plan
