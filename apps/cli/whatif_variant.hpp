// A variant of whatif as it stands on the command line, before anything is looked up.
#pragma once

#include <string>
#include <vector>

#include "lib/spec/result.hpp"

namespace arraytwin::cli {

/// What differs from the base; empty texts: nothing.
struct Variant {
    std::string name;
    std::string array;                    ///< instead of the base's
    std::string workload;                 ///< instead of the base's
    std::vector<std::string> overrides;   ///< "media.count=48"
    std::vector<std::string> failures{};  ///< "node:2"

    bool empty() const { return array.empty() && workload.empty() && overrides.empty() && failures.empty(); }

    /// "media.count=48, fail node:2, instead ef570": what differs, where no name is given.
    std::string description() const;
};

/// "NAME: KEY=VALUE..." of --variant, with blanks between; besides keys of the array there are vs=ARRAY, workload=WORKLOAD
/// and fail=PART. Everything that is wrong with all of them.
Result<std::vector<Variant>> parse_variants(const std::vector<std::string>& arguments);

}  // namespace arraytwin::cli
