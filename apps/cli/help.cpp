#include "apps/cli/help.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arraytwin::cli {

namespace {

constexpr std::size_t widest_name = 30;

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
    std::vector<std::string> lines{""};
    while (!text.empty()) {
        const auto word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(text.size(), word.size() + 1));
        if (!lines.back().empty() && lines.back().size() + 1 + word.size() > width) lines.emplace_back();
        if (!lines.back().empty()) lines.back() += ' ';
        lines.back() += word;
    }
    return lines;
}

}  // namespace

std::string columns(const std::vector<HelpLine>& lines, int width) {
    std::size_t names = 0;
    for (const HelpLine& line : lines) names = std::max(names, std::min(line.names.size(), widest_name));
    const auto room =
        std::max<std::size_t>(30, static_cast<std::size_t>(std::max(width, 0)) -
                                      std::min<std::size_t>(static_cast<std::size_t>(std::max(width, 0)), names + 4));
    std::string page;
    for (const HelpLine& line : lines) {
        std::string head = line.names;
        if (head.size() > widest_name) {
            page += fmt::format("  {}\n", head);
            head.clear();
        }
        for (const std::string& text : wrapped(line.text, room)) {
            page += fmt::format("  {:<{}}  {}\n", head, names, text);
            head.clear();
        }
    }
    return page;
}

}  // namespace arraytwin::cli
