// What a command takes on its command line: declared once, for the parser and for --help.
//
// Behind it stands CLI11, whose heavy header command_line.cpp alone includes. Names are "-w,--workload"; a placeholder
// stands for the value in --help; help is a phrase, wrapped to the terminal. What a command declares must live while it is parsed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arraytwin::cli {

class Options {
public:
    virtual ~Options() = default;

    /// All values without a name in front.
    virtual void arguments(std::string_view placeholder, std::vector<std::string>& values, std::string_view help) = 0;

    virtual void flag(std::string_view names, bool& value, std::string_view help) = 0;
    virtual void text(std::string_view names, std::string_view placeholder, std::optional<std::string>& value,
                      std::string_view help) = 0;

    /// One value each time it is given.
    virtual void texts(std::string_view names, std::string_view placeholder, std::vector<std::string>& values,
                       std::string_view help) = 0;

    /// All values up to the next option, each time it is given.
    virtual void lists(std::string_view names, std::string_view placeholder, std::vector<std::string>& values,
                       std::string_view help) = 0;

    /// From `low` to `high`.
    virtual void whole_number(std::string_view names, std::int64_t& value, std::int64_t low, std::int64_t high,
                              std::string_view help) = 0;

    /// One of the allowed words.
    virtual void word(std::string_view names, std::string& value, const std::vector<std::string>& allowed,
                      std::string_view help) = 0;
};

}  // namespace arraytwin::cli
