// --data, the option of every command that looks up names.
#pragma once

#include <optional>
#include <string>

#include "apps/cli/options.hpp"
#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::cli {

class DataOption {
public:
    void declare(Options& options);

    /// The folder that --data names, else ARRAYTWIN_DATA, else the one beside the program.
    Result<spec::DataFolder> folder() const;

private:
    std::optional<std::string> named_;
};

}  // namespace arraytwin::cli
