#include "lib/spec/data_folder.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"

namespace arraytwin::spec {
namespace {

constexpr std::string_view extension = ".toml";

/// "arrays" is a folder of them, "array" is one.
std::string singular(std::string_view kind) {
    return std::string{kind.ends_with('s') ? kind.substr(0, kind.size() - 1) : kind};
}

}  // namespace

std::vector<std::string> DataFolder::names(std::string_view kind) const {
    std::vector<std::string> result;
    std::error_code error;
    const auto folder = std::filesystem::path{path_} / kind;
    for (std::filesystem::directory_iterator entry{folder, error}, end; !error && entry != end; entry.increment(error))
        if (entry->path().extension() == extension) result.push_back(entry->path().stem().string());
    std::sort(result.begin(), result.end());
    return result;
}

Result<std::string> DataFolder::find(std::string_view kind, std::string_view name_or_path) const {
    if (name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(extension))
        return std::string{name_or_path};
    const auto known = names(kind);
    if (std::find(known.begin(), known.end(), name_or_path) != known.end())
        return (std::filesystem::path{path_} / kind / (std::string{name_or_path} + std::string{extension})).string();
    Diagnostic unknown;
    unknown.file = printable(name_or_path);
    unknown.message = fmt::format("there is no {} of that name in {}", singular(kind),
                                  (std::filesystem::path{path_} / kind).string());
    const auto list =
        known.empty() ? "the folder has none; say where the data are with --data" : "known are " + listed(known);
    const auto near = did_you_mean(name_or_path, known);
    unknown.help = near.empty() ? list : near + " " + list;
    return tl::unexpected(Diagnostics{std::move(unknown)});
}

Result<Document> DataFolder::load(std::string_view kind, std::string_view name_or_path,
                                  const std::vector<std::string>& overrides) const {
    const auto path = find(kind, name_or_path);
    if (!path) return tl::unexpected(path.error());
    return Document::from_file(*path, overrides);
}

}  // namespace arraytwin::spec
