// The data folder: arrays/, drives/, workloads/, calibrations/ with one TOML file a name.
//
// An argument that contains '/' or ends in ".toml" is a path, taken as it is; anything else is a name in
// <folder>/<kind>/<name>.toml. Where the folder is, the program says (--data, ARRAYTWIN_DATA, beside itself); nothing
// here reads the environment. The folder need not exist: then there are no names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/document.hpp"
#include "lib/spec/result.hpp"

namespace arraytwin::spec {

class DataFolder {
public:
    explicit DataFolder(std::string path) : path_{std::move(path)} {}

    const std::string& path() const { return path_; }

    /// Names of a kind ("arrays"), sorted.
    std::vector<std::string> names(std::string_view kind) const;

    /// The file that NAME or PATH stands for. An unknown name gets the nearest one and the whole list. A path is not
    /// checked here; reading it does.
    Result<std::string> find(std::string_view kind, std::string_view name_or_path) const;

    /// find and Document::from_file.
    Result<Document> load(std::string_view kind, std::string_view name_or_path,
                          const std::vector<std::string>& overrides = {}) const;

private:
    std::string path_;
};

}  // namespace arraytwin::spec
