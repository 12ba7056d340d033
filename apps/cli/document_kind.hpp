// What a document is, by its keys, and everything that is wrong with it.
#pragma once

#include <string>
#include <vector>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::cli {

struct CheckedDocument {
    Diagnostics wrong;
    std::string effective;  ///< the resolved document with origins; empty if it could not be resolved
};

/// Of an array, a workload or an application: a name of any, or a path.
CheckedDocument check_document(const spec::DataFolder& data, const std::string& name_or_path,
                               const std::vector<std::string>& overrides);

}  // namespace arraytwin::cli
