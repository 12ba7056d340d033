// Where the cases and samples lie, and how the tests read them.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "lib/measured/runs.hpp"

namespace arraytwin::measured {

inline std::string path_of(const std::string& name) { return ARRAYTWIN_SOURCE_DIR "/tests/measured/" + name; }

inline std::string text_of(const std::filesystem::path& path) {
    std::ifstream file{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{file}, std::istreambuf_iterator<char>{}};
}

inline std::vector<std::filesystem::path> files_in(const std::string& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator{path_of(folder)}) {
        const auto extension = entry.path().extension();
        if (entry.is_regular_file() && extension != ".md" && entry.path().filename() != "expected.json")
            files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// All warnings in one text.
inline std::string warnings_of(const Run& run) {
    std::string text;
    for (const auto& warning : run.warnings) text += std::to_string(warning.line) + ": " + warning.text + "\n";
    return text;
}

}  // namespace arraytwin::measured
