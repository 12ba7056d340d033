#include "apps/cli/command_line.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "apps/cli/help.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::string_view help_names = "-h,--help";

/// "-w, --workload WORKLOAD".
std::string shown(std::string_view names, std::string_view placeholder) {
    std::string text = names.starts_with("--") ? "    " : "";
    for (const char c : names) text += c == ',' ? ", " : std::string{c};
    return placeholder.empty() ? text : fmt::format("{} {}", text, placeholder);
}

std::optional<std::int64_t> whole(const std::string& text) {
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stopped != end) return std::nullopt;
    return value;
}

/// Hands each declaration to CLI11, and keeps a line for the help. Values are checked here, so that all wrong ones are told.
class Declared final : public Options {
public:
    Declared() {
        app.set_help_flag(std::string{help_names});
        app.allow_extras();
    }

    void arguments(std::string_view placeholder, std::vector<std::string>& values, std::string_view help) override {
        app.add_option(std::string{placeholder}, values);
        takes_arguments = true;
        positionals.push_back({std::string{placeholder}, std::string{help}});
    }

    void flag(std::string_view names, bool& value, std::string_view help) override {
        app.add_flag(remember(names, "", help), value)->disable_flag_override();
    }

    void text(std::string_view names, std::string_view placeholder, std::optional<std::string>& value,
              std::string_view help) override {
        app.add_option_function<std::string>(remember(names, placeholder, help),
                                             [this, names, &value](const std::string& given) {
                                                 if (given.empty()) refuse(names, "an empty value", "");
                                                 value = given;
                                             });
    }

    void texts(std::string_view names, std::string_view placeholder, std::vector<std::string>& values,
               std::string_view help) override {
        app.add_option(remember(names, placeholder, help), values)->allow_extra_args(false);
    }

    void lists(std::string_view names, std::string_view placeholder, std::vector<std::string>& values,
               std::string_view help) override {
        app.add_option(remember(names, placeholder, help), values);
    }

    void whole_number(std::string_view names, std::int64_t& value, std::int64_t low, std::int64_t high,
                      std::string_view help) override {
        const auto take = [this, names, &value, low, high](const std::string& given) {
            const auto number = whole(given);
            if (!number || *number < low || *number > high) {
                refuse(names,
                       fmt::format("'{}' is not a whole number from {} to {}", spec::printable(given), low, high), "");
            } else {
                value = *number;
            }
        };
        app.add_option_function<std::string>(remember(names, "N", help), take);
    }

    void word(std::string_view names, std::string& value, const std::vector<std::string>& allowed,
              std::string_view help) override {
        const auto take = [this, names, &value, allowed](const std::string& given) {
            if (std::find(allowed.begin(), allowed.end(), given) == allowed.end()) {
                refuse(names, fmt::format("'{}' is not one of {}", spec::printable(given), spec::listed(allowed)),
                       spec::did_you_mean(given, allowed));
            }
            value = given;
        };
        app.add_option_function<std::string>(remember(names, fmt::format("{}", fmt::join(allowed, "|")), help), take);
    }

    /// What CLI11 could not place: misspelt options, and arguments where there are none.
    void refuse_extras(std::string_view command) {
        for (std::string extra : app.remaining()) {
            if (!extra.starts_with('-')) {
                refuse(
                    extra,
                    fmt::format("unexpected; '{}' {}", command, takes_arguments ? "has enough" : "takes no arguments"),
                    "");
                continue;
            }
            extra = extra.substr(0, extra.find('='));
            const auto near = spec::did_you_mean(extra, known);
            refuse(extra, fmt::format("there is no such option of '{}'", command),
                   near.empty() ? fmt::format("options are {}", spec::listed(known)) : near);
        }
    }

    void refuse(std::string_view names, std::string message, std::string help) {
        const auto name = names.substr(names.rfind(',') == std::string_view::npos ? 0 : names.rfind(',') + 1);
        wrong.push_back({spec::printable(name), 0, 0, "", std::move(message), std::move(help)});
    }

    CLI::App app;
    Diagnostics wrong;
    std::vector<HelpLine> positionals;
    std::vector<HelpLine> options;
    std::vector<std::string> known;
    bool takes_arguments = false;

private:
    std::string remember(std::string_view names, std::string_view placeholder, std::string_view help) {
        options.push_back({shown(names, placeholder), std::string{help}});
        known.emplace_back(names.substr(names.rfind(',') == std::string_view::npos ? 0 : names.rfind(',') + 1));
        return std::string{names};
    }
};

/// CLI11's message begins with the option's name: "--seed: 1 required TEXT missing".
Diagnostics told(const CLI::ParseError& error) {
    const std::string text = error.what();
    const auto colon = text.find(": ");
    Diagnostic diagnostic{"arraytwin", 0, 0, "", text, ""};
    if (colon != std::string::npos && text.starts_with('-')) {
        diagnostic.file = text.substr(0, colon);
        diagnostic.message = text.substr(colon + 2);
    }
    if (text.ends_with(" missing")) diagnostic.message = "a value is missing";
    if (text.find("At Most 1 required") != std::string::npos) diagnostic.message = "given more than once";
    if (const auto flag = text.find(" was given a disallowed flag override"); flag != std::string::npos) {
        diagnostic.file = (text.starts_with('-') ? "" : "--") + text.substr(0, flag);
        diagnostic.message = "takes no value";
    }
    return {diagnostic};
}

}  // namespace

Result<Asked> parse(Command& command, const std::vector<std::string>& arguments) {
    Declared declared;
    command.declare(declared);
    try {
        declared.app.parse(std::vector<std::string>{arguments.rbegin(), arguments.rend()});  // CLI11 takes from the end
    } catch (const CLI::CallForHelp&) {
        return Asked::help;
    } catch (const CLI::ParseError& error) {
        return tl::unexpected(told(error));
    }
    declared.refuse_extras(command.name());
    if (!declared.wrong.empty()) return tl::unexpected(std::move(declared.wrong));
    return Asked::run;
}

std::string help(Command& command, int width) {
    Declared declared;
    command.declare(declared);
    declared.options.push_back({shown(help_names, ""), "this text"});
    std::string page = fmt::format("arraytwin {}: {}\n\nUsage: arraytwin {} {}\n\n", command.name(), command.summary(),
                                   command.name(), command.usage());
    if (!declared.positionals.empty()) page += columns(declared.positionals, width) + "\n";
    return page + "Options:\n" + columns(declared.options, width) + "\n" + std::string{command.examples()};
}

}  // namespace arraytwin::cli
