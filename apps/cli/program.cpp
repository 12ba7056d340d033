#include "apps/cli/program.hpp"

#include <exception>
#include <new>

#include <fmt/format.h>

#include "apps/cli/command_line.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/help.hpp"
#include "arraytwin/version.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

constexpr int page_width = 100;

constexpr std::string_view head = R"(arraytwin: a storage-array simulator and digital twin

It predicts the IOPS-latency curve of an array under a workload, says what limits it, and how far to
trust the number.

Usage: arraytwin COMMAND [ARGUMENT]... [OPTION]...

Commands:
)";

constexpr std::string_view tail = R"(
Examples:
  arraytwin list
  arraytwin predict aff-a800 -w 4k-random-read
  arraytwin predict aff-a800 -w 8k:70r:100rand --set media.count=48 --html curve.html

'arraytwin COMMAND --help' explains a command. Arrays, workloads and drives are TOML files in the data folder: --data,
else ARRAYTWIN_DATA, else the one beside the program. Results go to standard output, everything else to standard error.

Exit codes: 0 done, 1 a check or gate failed, 2 bad usage or input, 3 precision not reached, 70 internal error.
)";

int help_width() { return std::min(width(Stream::output, page_width), page_width); }

std::string overview() {
    std::vector<HelpLine> lines;
    for (const auto& command : commands()) {
        lines.push_back({std::string{command->name()}, std::string{command->summary()}});
    }
    return std::string{head} + columns(lines, help_width()) + std::string{tail};
}

Command* find(std::string_view name) {
    for (const auto& command : commands()) {
        if (command->name() == name) return command.get();
    }
    return nullptr;
}

Exit refuse_command(const std::string& name) {
    std::vector<std::string> known;
    for (const auto& command : commands()) known.emplace_back(command->name());
    const auto near = spec::did_you_mean(name, known);
    const auto what = name.starts_with('-') ? "there is no such option before a command" : "there is no such command";
    return refuse({{spec::printable(name), 0, 0, "", what,
                    (near.empty() ? "" : near + " ") + "commands are " + spec::listed(known)}});
}

Exit dispatch(const std::vector<std::string>& arguments) {
    if (arguments.empty()) {
        complain(overview());
        return Exit::bad_input;
    }
    const std::string& first = arguments.front();
    if (first == "--version") return print(fmt::format("arraytwin {}\n", version()));
    if (first == "--help" || first == "-h" || (first == "help" && arguments.size() == 1)) return print(overview());
    const bool wants_help = first == "help";
    Command* command = find(wants_help ? arguments[1] : first);
    if (command == nullptr) return refuse_command(wants_help ? arguments[1] : first);
    if (wants_help) return print(help(*command, help_width()));
    const auto asked = parse(*command, {arguments.begin() + 1, arguments.end()});
    if (!asked) {
        const auto code = refuse(asked.error());
        complain(fmt::format("Try 'arraytwin {} --help'.\n", command->name()));
        return code;
    }
    return *asked == Asked::help ? print(help(*command, help_width())) : command->run();
}

Exit internal_error(std::string_view what) {
    complain("arraytwin: internal error: ");
    complain(what);
    complain("\n");
    return Exit::internal_error;
}

}  // namespace

Exit run(const std::vector<std::string>& arguments) noexcept {
    try {
        return dispatch(arguments);
    } catch (const std::bad_alloc&) {
        return internal_error("out of memory");
    } catch (const std::exception& error) {
        return internal_error(error.what());
    } catch (...) {
        return internal_error("unknown");
    }
}

}  // namespace arraytwin::cli
