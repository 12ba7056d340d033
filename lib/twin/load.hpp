// From a name or a path to an array that can be asked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/twin/family.hpp"

namespace arraytwin {

/// The resolved document behind an array: its own keys, what it extends, the overrides of `--set`, and beneath them the
/// drive, links and calibration that it names.
struct ResolvedArray {
    const Family* family = nullptr;
    spec::Document document;
    spec::Document calibration;           ///< the one that it names, by itself
    std::vector<std::string> departures;  ///< where it differs from the array that its calibration was fitted to
};

/// `name_or_path`: a document in data/arrays, or a path. `overrides`: "media.count=12" and the like.
Result<ResolvedArray> resolve_array(const spec::DataFolder& data, std::string_view name_or_path,
                                    const std::vector<std::string>& overrides = {});

/// Everything that is wrong with it, or the array. It is calibrated only if it is, key by key, the array that its
/// calibration was fitted to; nobody measured any other.
Result<BuiltTwin> build_array(const ResolvedArray& resolved);

/// The workload as the array's calibration knows it: with its fingerprint, if it has one of that name.
Workload as_calibrated(const BuiltTwin& array, const Workload& workload);

}  // namespace arraytwin
