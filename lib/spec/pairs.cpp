#include "lib/spec/pairs.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"

namespace arraytwin::spec {

std::optional<double> finite_number(std::string_view text) {
    double value = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stopped != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

Diagnostics parse_pairs(const std::string& option, const std::string& argument, const std::string& example,
                        const std::map<std::string, Take>& keys) {
    std::vector<std::string> known;
    for (const auto& [key, take] : keys) known.push_back(key);
    Diagnostics wrong;
    const auto refuse = [&](const std::string& key, const std::string& message, const std::string& help) {
        wrong.push_back({option, 0, 0, printable(key), message, help});
    };
    std::set<std::string> seen;
    for (std::string_view rest = argument; !rest.empty() || seen.empty();) {
        const std::string part{rest.substr(0, rest.find(','))};
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const std::string key = part.substr(0, part.find('='));
        const auto take = keys.find(key);
        if (!seen.insert(key).second) {
            refuse(key, "given twice", "");
        } else if (take == keys.end()) {
            const auto near = did_you_mean(key, known);
            refuse(part, "not understood",
                   fmt::format("{}{} like {}", near, near.empty() ? "a form" : " A form", example));
        } else if (const auto reason = take->second(part.size() > key.size() ? part.substr(key.size() + 1) : "");
                   !reason.empty()) {
            refuse(key, reason, "like " + example);
        }
    }
    return wrong;
}

std::string not_a_number(const std::string& text) { return fmt::format("'{}' is not a number", printable(text)); }

}  // namespace arraytwin::spec
