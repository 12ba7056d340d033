#include "lib/spec/node.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"

namespace arraytwin::spec {
namespace {

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') result += '\\';
        if (byte < 0x20 || byte == 0x7f) {
            fmt::format_to(std::back_inserter(result), "\\u{:04X}", byte);
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string number_text(double number) {
    auto text = fmt::format("{}", number);
    if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
    return text;
}

std::string bare_value(const Node& node) {
    switch (node.kind) {
        case NodeKind::integer:
            return fmt::format("{}", node.integer);
        case NodeKind::number:
            return number_text(node.number);
        case NodeKind::boolean:
            return node.boolean ? "true" : "false";
        case NodeKind::text:
            return quoted(node.text);
        case NodeKind::moment:
            return node.text;
        case NodeKind::table:
        case NodeKind::list:
            break;
    }
    const bool table = node.kind == NodeKind::table;
    std::string result;
    for (const auto& child : node.children) {
        if (!result.empty()) result += ", ";
        if (table) result += toml_key(child.key) + " = ";
        result += to_toml(child);
    }
    if (result.empty()) return table ? "{}" : "[]";
    return table ? "{ " + result + " }" : "[" + result + "]";
}

}  // namespace

std::string to_text(const Position& position) {
    return position.line > 0 ? fmt::format("{}:{}", position.file, position.line) : position.file;
}

const Node* Node::find(std::string_view child_key) const {
    if (kind != NodeKind::table) return nullptr;
    const auto at = std::lower_bound(children.begin(), children.end(), child_key,
                                     [](const Node& child, std::string_view sought) { return child.key < sought; });
    return at != children.end() && at->key == child_key ? &*at : nullptr;
}

std::string describe_found(const Node& node) {
    switch (node.kind) {
        case NodeKind::table:
            return "a table";
        case NodeKind::list:
            return "a list";
        case NodeKind::integer:
            return fmt::format("the integer {}", node.integer);
        case NodeKind::number:
            return fmt::format("the number {}", node.number);
        case NodeKind::boolean:
            return node.boolean ? "true" : "false";
        case NodeKind::text:
            return fmt::format("the text \"{}\"", printable(node.text));
        case NodeKind::moment:
            return fmt::format("the date or time {}", printable(node.text));
    }
    return {};
}

std::string toml_key(std::string_view key) {
    const bool bare = !key.empty() && std::all_of(key.begin(), key.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
    });
    return bare ? std::string{key} : quoted(key);
}

std::string to_toml(const Node& node) {
    if (node.annotation.empty()) return bare_value(node);
    auto result = "{ value = " + bare_value(node);
    if (!node.annotation.source.empty()) result += ", source = " + quoted(node.annotation.source);
    if (!node.annotation.confidence.empty()) result += ", confidence = " + quoted(node.annotation.confidence);
    if (node.annotation.spread > 1) result += fmt::format(", spread = {}", node.annotation.spread);
    return result + " }";
}

}  // namespace arraytwin::spec
