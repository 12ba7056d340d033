// The version of the library and the program. CMakeLists.txt reads it from here: this is the only place to change it.
// Versions follow semver.org; while the major version is 0, a minor version may break the C++ interface.
#pragma once

#include <string_view>

#define ARRAYTWIN_VERSION_MAJOR 0
#define ARRAYTWIN_VERSION_MINOR 1
#define ARRAYTWIN_VERSION_PATCH 0
#define ARRAYTWIN_VERSION "0.1.0"

namespace arraytwin {

/// "major.minor.patch" of the headers that were compiled.
constexpr std::string_view version() { return ARRAYTWIN_VERSION; }

}  // namespace arraytwin
