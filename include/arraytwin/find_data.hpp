// Where the data folder is. The library itself reads no environment and knows no place: this header does it for programs.
//
// Looked for in this order: what the caller names, the environment's ARRAYTWIN_DATA, beside the running program
// (../share/arraytwin/data, or data/ of a folder around it), and the installation that this header belongs to.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>

namespace arraytwin {

/// Whether the folder holds what a data folder does.
inline bool is_data_folder(const std::filesystem::path& folder) {
    std::error_code error;
    return std::filesystem::is_directory(folder / "arrays", error);
}

/// Installed: <prefix>/bin and <prefix>/share. In a source tree: build/release/bin and data. Empty if there is none.
inline std::string data_beside_program() {
    constexpr int most_levels = 5;
    std::error_code error;
    auto folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
    for (int level = 0; level < most_levels && folder.has_relative_path(); ++level, folder = folder.parent_path()) {
        for (const char* place : {"share/arraytwin/data", "data"}) {
            if (is_data_folder(folder / place)) return (folder / place).string();
        }
    }
    return {};
}

/// Installed: <prefix>/include/arraytwin and <prefix>/share. In the source tree: include/arraytwin and data.
inline std::string data_beside_header() {
    const auto prefix = std::filesystem::path{__FILE__}.parent_path().parent_path().parent_path();
    for (const char* place : {"share/arraytwin/data", "data"}) {
        if (is_data_folder(prefix / place)) return (prefix / place).string();
    }
    return {};
}

/// The folder, or empty. What the caller or the environment names is taken as it is.
inline std::string find_data(const std::string& named = {}) {
    if (!named.empty()) return named;
    if (const char* variable = std::getenv("ARRAYTWIN_DATA"); variable != nullptr && *variable != '\0') return variable;
    const auto beside = data_beside_program();
    return beside.empty() ? data_beside_header() : beside;
}

}  // namespace arraytwin
