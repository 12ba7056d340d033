#include "lib/spec/toml.hpp"

#include <algorithm>
#include <sstream>

// Debian's library must be linked: header-only, version 3.3 aborts on the bytes "[,". It exists with exceptions only, so
// where there are none the parser is compiled here, and the assertion that aborts is turned into nothing.
#undef TOML_HEADER_ONLY  // the package's configuration says 0
#if defined(__cpp_exceptions)
#define TOML_HEADER_ONLY 0
#else
#define TOML_HEADER_ONLY 1
#undef TOML_EXCEPTIONS
#define TOML_EXCEPTIONS 0
#define TOML_ASSERT(expression) static_cast<void>(0)
#endif
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"
#include "lib/spec/toml_limits.hpp"

namespace arraytwin::spec {
namespace {

Position position_of(const std::string& file, const toml::source_region& region) {
    return {file, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

std::string moment_text(const toml::node& value) {
    std::ostringstream text;
    if (const auto* date = value.as_date()) text << date->get();
    if (const auto* time = value.as_time()) text << time->get();
    if (const auto* date_time = value.as_date_time()) text << date_time->get();
    return text.str();
}

/// Recursion is bounded by the limits on nesting.
Node converted(const std::string& file, const toml::node& value) {
    Node node;
    node.position = position_of(file, value.source());
    if (const auto* table = value.as_table()) {
        for (const auto& [key, child] : *table) {
            auto converted_child = converted(file, child);
            converted_child.key = std::string{key.str()};
            converted_child.key_position = position_of(file, key.source());
            node.children.push_back(std::move(converted_child));
        }
        std::sort(node.children.begin(), node.children.end(),
                  [](const Node& a, const Node& b) { return a.key < b.key; });
    } else if (const auto* list = value.as_array()) {
        node.kind = NodeKind::list;
        for (const auto& element : *list) node.children.push_back(converted(file, element));
    } else if (const auto integer = value.value_exact<std::int64_t>()) {
        node.kind = NodeKind::integer;
        node.integer = *integer;
    } else if (const auto number = value.value_exact<double>()) {
        node.kind = NodeKind::number;
        node.number = *number;
    } else if (const auto boolean = value.value_exact<bool>()) {
        node.kind = NodeKind::boolean;
        node.boolean = *boolean;
    } else if (auto text = value.value_exact<std::string>()) {
        node.kind = NodeKind::text;
        node.text = std::move(*text);
    } else {
        node.kind = NodeKind::moment;
        node.text = moment_text(value);
    }
    return node;
}

std::string_view line_at(std::string_view text, int line) {
    for (; line > 1 && text.find('\n') != std::string_view::npos; --line) text.remove_prefix(text.find('\n') + 1);
    return text.substr(0, text.find_first_of("\r\n"));
}

/// The commonest mistake is a value that wants quotes: `memory = 640GiB`, `protocol = fc`.
std::string help_for(std::string_view description, std::string_view line) {
    const bool of_value = description.find("parsing decimal integer") != std::string_view::npos ||
                          description.find("parsing floating-point") != std::string_view::npos ||
                          description.find("parsing boolean") != std::string_view::npos ||
                          description.find("parsing value") != std::string_view::npos ||
                          description.find("expected value") != std::string_view::npos;
    const auto equals = line.find('=');
    if (!of_value || equals == std::string_view::npos) return {};
    auto value = line.substr(equals + 1);
    value = value.substr(0, value.find('#'));
    const auto first = value.find_first_not_of(" \t");
    if (first == std::string_view::npos) return "a value is due after '='";
    value = value.substr(first, value.find_last_not_of(" \t") + 1 - first);
    if (value.find_first_of("\"'[]{}=") != std::string_view::npos) return "text and quantities stand in quotes";
    return fmt::format("text and quantities stand in quotes: \"{}\"", printable(value));
}

Diagnostic syntax_error(const std::string& name, std::string_view text, const toml::parse_error& error) {
    const auto position = position_of(name, error.source());
    const auto description = std::string_view{error.description()};
    const bool twice = description.find("cannot redefine") != std::string_view::npos;
    constexpr std::string_view prefix = "Error while ";
    const auto what = description.starts_with(prefix) ? description.substr(prefix.size()) : description;
    return {name,
            position.line,
            position.column,
            "",
            fmt::format("{}: {}", twice ? "duplicate key" : "syntax error", printable(what, 300)),
            help_for(description, line_at(text, position.line))};
}

}  // namespace

Result<Node> parse_toml(const std::string& name, std::string_view text) {
    if (auto broken = broken_limit(name, text)) return tl::unexpected(Diagnostics{std::move(*broken)});
#if defined(__cpp_exceptions)
    try {
        return converted(name, toml::parse(text, std::string_view{}));
    } catch (const toml::parse_error& error) {
        return tl::unexpected(Diagnostics{syntax_error(name, text, error)});
    }
#else
    const auto parsed = toml::parse(text, std::string_view{});
    if (!parsed) return tl::unexpected(Diagnostics{syntax_error(name, text, parsed.error())});
    return converted(name, parsed.table());
#endif
}

}  // namespace arraytwin::spec
