#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

#include <fmt/format.h>

#include "lib/spec/document.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::spec {
namespace {

constexpr std::size_t most_neighbours = 5000;

/// The file in the same folder whose name is nearest.
std::string nearest_file(const std::filesystem::path& path) {
    const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path{"."};
    std::vector<std::string> names;
    std::error_code error;
    for (std::filesystem::directory_iterator entry{folder, error}, end; !error && entry != end;
         entry.increment(error)) {
        names.push_back(entry->path().filename().string());
        if (names.size() >= most_neighbours) break;
    }
    return did_you_mean(path.filename().string(), names);
}

tl::unexpected<Diagnostics> refuse(const std::string& path, std::string message, std::string help = "") {
    return tl::unexpected(Diagnostics{{printable(path, 300), 0, 0, "", std::move(message), std::move(help)}});
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
    if (path.empty() || path.find('\0') != std::string::npos) return refuse(path, "this is not the name of a file");
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) return refuse(path, "this is a folder, a file is due");
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path.c_str(), "rb"), &std::fclose};
    if (!file) {
        const auto reason = std::error_code{errno, std::generic_category()};
        if (reason == std::errc::no_such_file_or_directory)
            return refuse(path, "there is no such file", nearest_file(path));
        return refuse(path, fmt::format("cannot be opened: {}", reason.message()));
    }
    std::string text;
    std::array<char, 16384> buffer;
    while (const auto count = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
        text.append(buffer.data(), count);
        if (text.size() > max_document_bytes)
            return refuse(path, fmt::format("the file is larger than {} KiB", max_document_bytes / 1024));
    }
    if (std::ferror(file.get()) != 0) return refuse(path, "cannot be read");
    return text;
}

}  // namespace arraytwin::spec
