#include "apps/cli/console.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <system_error>

namespace arraytwin::cli {

namespace {

std::string_view environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string_view{} : value;
}

/// The error of the write that failed, or none.
std::error_code write_all(Stream stream, std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(static_cast<int>(stream), text.data(), text.size());
        if (written >= 0) {
            text.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno != EINTR) {
            return {errno, std::generic_category()};
        }
    }
    return {};
}

}  // namespace

void prepare_streams() {
    std::signal(SIGPIPE, SIG_IGN);
    for (int stream = 0; stream <= 2; ++stream) {
        // The lowest free descriptor is this one: a closed stream becomes one that can be neither read nor written.
        if (::fcntl(stream, F_GETFD) == -1) static_cast<void>(::open("/", O_PATH));
    }
}

bool is_terminal(Stream stream) { return ::isatty(static_cast<int>(stream)) == 1; }

bool has_color(Stream stream) {
    return is_terminal(stream) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
}

int width(Stream stream, int otherwise) {
    winsize size{};
    if (::ioctl(static_cast<int>(stream), TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return otherwise;
    return size.ws_col;
}

Exit print(std::string_view text) {
    const auto error = write_all(Stream::output, text);
    if (!error || error == std::errc::broken_pipe) return Exit::done;
    return refuse({{"standard output", 0, 0, "", "cannot be written: " + error.message(), ""}});
}

void complain(std::string_view text) { static_cast<void>(write_all(Stream::errors, text)); }

Exit refuse(const Diagnostics& diagnostics) {
    complain(to_text(diagnostics));
    return Exit::bad_input;
}

}  // namespace arraytwin::cli
