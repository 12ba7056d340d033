#include "apps/cli/output_files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

namespace fs = std::filesystem;

tl::unexpected<Diagnostics> cannot(const std::string& what, const std::string& path, int error) {
    const auto reason = std::error_code{error, std::generic_category()}.message();
    return tl::unexpected(Diagnostics{{spec::printable(path, 300), 0, 0, "", "cannot be " + what + ": " + reason, ""}});
}

/// Where the bytes go: behind the symbolic links, which stay.
fs::path place_of(const std::string& path) {
    std::error_code error;
    const auto target = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::path{path};
    return error ? fs::path{path} : target;
}

fs::path folder_of(const fs::path& place) { return place.has_parent_path() ? place.parent_path() : fs::path{"."}; }

bool is_plain(const fs::path& place) {
    std::error_code error;
    const auto status = fs::status(place, error);
    return !fs::exists(status) || fs::is_regular_file(status);
}

Result<void> write_to(int file, const std::string& path, std::string_view text) {
    int error = 0;
    while (!text.empty() && error == 0) {
        const auto written = ::write(file, text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            error = errno;
        }
    }
    if (::close(file) != 0 && error == 0) error = errno;
    if (error != 0) return cannot("written", path, error);
    return {};
}

/// mkstemp gives a file to its owner alone; a result is as public as any new file, or as the one that it replaces.
mode_t mode_for(const fs::path& place) {
    struct stat present {};
    constexpr mode_t permissions = 07777;
    if (::stat(place.c_str(), &present) == 0) return present.st_mode & permissions;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    constexpr mode_t new_file = 0666;
    return new_file & ~mask;
}

}  // namespace

Diagnostics obstacles(std::string_view option, const std::string& path) {
    const auto refuse = [&](std::string message, std::string help = "") {
        return Diagnostics{{std::string{option}, 0, 0, "", std::move(message), std::move(help)}};
    };
    const auto shown = spec::printable(path, 300);
    std::error_code error;
    const auto place = place_of(path);
    if (fs::is_directory(place, error)) return refuse("'" + shown + "' is a folder, a file is due");
    const auto folder = folder_of(place);
    if (!fs::is_directory(folder, error)) {
        return refuse("there is no folder '" + spec::printable(folder.string(), 300) + "'", "create it first");
    }
    const auto& touched = is_plain(place) ? folder : place;
    if (::access(touched.c_str(), W_OK) != 0) {
        return refuse("'" + shown +
                      "' cannot be written: " + std::error_code{errno, std::generic_category()}.message());
    }
    return {};
}

OutputFiles::~OutputFiles() {
    for (const Pending& file : pending_) ::unlink(file.beside.c_str());
}

Result<void> OutputFiles::write(const std::string& path, std::string_view text) {
    const auto place = place_of(path);
    if (!is_plain(place)) {
        const int file = ::open(place.c_str(), O_WRONLY | O_CLOEXEC);
        return file < 0 ? cannot("opened", path, errno) : write_to(file, path, text);
    }
    std::string beside = (folder_of(place) / ("." + place.filename().string() + ".XXXXXX")).string();
    const int file = ::mkstemp(beside.data());
    if (file < 0) return cannot("written", path, errno);
    pending_.push_back({beside, place.string()});
    static_cast<void>(::fchmod(file, mode_for(place)));
    return write_to(file, path, text);
}

Result<void> OutputFiles::move_into_place() {
    while (!pending_.empty()) {
        const Pending& file = pending_.front();
        if (::rename(file.beside.c_str(), file.place.c_str()) != 0) return cannot("put into place", file.place, errno);
        pending_.erase(pending_.begin());
    }
    return {};
}

}  // namespace arraytwin::cli
