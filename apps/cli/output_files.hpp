// Files that appear whole or not at all: written beside their place, and moved there when all of them are complete.
//
// A place that is no plain file (/dev/null, a pipe) is written to as it is. A symbolic link stays one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/result.hpp"

namespace arraytwin::cli {

/// Why a file could not be written there, as far as can be told before there is anything to write; empty if nothing speaks
/// against it. `option` stands for the place in the diagnostics.
Diagnostics obstacles(std::string_view option, const std::string& path);

class OutputFiles {
public:
    OutputFiles() = default;
    OutputFiles(const OutputFiles&) = delete;
    OutputFiles& operator=(const OutputFiles&) = delete;
    ~OutputFiles();  ///< what was not moved into place is removed

    Result<void> write(const std::string& path, std::string_view text);
    Result<void> move_into_place();

private:
    struct Pending {
        std::string beside;
        std::string place;
    };
    std::vector<Pending> pending_;
};

}  // namespace arraytwin::cli
