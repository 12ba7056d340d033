#include "apps/cli/whatif_variant.hpp"

#include <sstream>

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::string_view form = "--variant \"a node down: fail=node:2 media.count=48\"";

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// The reason why not, if it cannot be taken.
std::string take(Variant& variant, const std::string& word) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) return fmt::format("'{}' is no KEY=VALUE", spec::printable(word));
    const std::string key = word.substr(0, equals);
    const std::string value = word.substr(equals + 1);
    if (key == "vs") {
        variant.array = value;
    } else if (key == "workload") {
        variant.workload = value;
    } else if (key == "fail") {
        variant.failures.push_back(value);
    } else {
        variant.overrides.push_back(word);
    }
    return {};
}

}  // namespace

std::string Variant::description() const {
    std::string words;
    const auto add = [&](const std::string& part) { words += (words.empty() ? "" : ", ") + part; };
    if (!array.empty()) add(array);
    if (!workload.empty()) add(workload);
    for (const std::string& change : overrides) add(change);
    for (const std::string& part : failures) add("fail " + part);
    return words;
}

Result<std::vector<Variant>> parse_variants(const std::vector<std::string>& arguments) {
    std::vector<Variant> variants;
    Diagnostics wrong;
    for (const std::string& argument : arguments) {
        const auto refuse = [&](const std::string& message) {
            wrong.push_back({"--variant", 0, 0, spec::printable(argument), message, fmt::format("like {}", form)});
        };
        // A colon that ends a word ends the name: the one of "fail=node:2" does not.
        const auto end = argument.find(": ");
        Variant variant;
        if (end != std::string::npos) variant.name = trimmed(argument.substr(0, end));
        std::istringstream words{end == std::string::npos ? argument : argument.substr(end + 1)};
        for (std::string word; words >> word;) {
            if (const auto reason = take(variant, word); !reason.empty()) refuse(reason);
        }
        if (variant.empty()) refuse("changes nothing");
        if (variant.name.empty()) variant.name = variant.description();
        variants.push_back(std::move(variant));
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return variants;
}

}  // namespace arraytwin::cli
