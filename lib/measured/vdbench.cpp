#include "lib/measured/vdbench.hpp"

#include "lib/measured/text.hpp"

namespace arraytwin::measured {

std::string without_tags(std::string_view line) {
    std::string text;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const bool opens = line[i] == '<' && i + 1 < line.size() &&
                           (line[i + 1] == '/' ||
                            (lowered(line.substr(i + 1, 1))[0] >= 'a' && lowered(line.substr(i + 1, 1))[0] <= 'z'));
        const auto close = opens ? line.find('>', i) : std::string_view::npos;
        if (close != std::string_view::npos) {
            i = close;
        } else if (line.substr(i, 4) == "&lt;") {
            text += '<', i += 3;
        } else if (line.substr(i, 4) == "&gt;") {
            text += '>', i += 3;
        } else if (line.substr(i, 5) == "&amp;") {
            text += '&', i += 4;
        } else {
            text += line[i];
        }
    }
    return text;
}

bool is_format(std::string_view name) { return name == "SD_format" || name.starts_with("format_for_"); }

std::optional<RunDefinition> run_definition(std::string_view line) {
    if (line.find("Starting RD=") == std::string_view::npos) return std::nullopt;
    RunDefinition run;
    run.name = trimmed(between(line, "Starting RD=", ";"));
    run.target_iops = number_of(between(line, "I/O rate:", ";"));
    run.is_format = is_format(run.name);
    return run;
}

}  // namespace arraytwin::measured
