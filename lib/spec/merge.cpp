#include "lib/spec/merge.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"
#include "lib/spec/toml.hpp"
#include "lib/spec/toml_limits.hpp"

namespace arraytwin::spec {
namespace {

constexpr std::size_t deepest_key = 32;

Diagnostic at(const Node& node, std::string key, std::string message, std::string help) {
    const auto& position = node.key_position;
    return {position.file, position.line, position.column, std::move(key), std::move(message), std::move(help)};
}

constexpr double largest_spread = 1000;

void read_spread(const Node& part, const std::string& key, Annotation& annotation, Diagnostics& faults) {
    const bool number = part.kind == NodeKind::integer || part.kind == NodeKind::number;
    const double spread = part.kind == NodeKind::integer ? static_cast<double>(part.integer) : part.number;
    if (number && spread > 1 && spread <= largest_spread) {
        annotation.spread = spread;
        return;
    }
    faults.push_back(at(part, key, fmt::format("a factor above 1 is due, found {}", describe_found(part)),
                        "1.5: the truth lies within a factor of 1.5 with 68 % probability"));
}

/// One key beside `value`.
void read_annotation(const Node& part, const std::string& path, Annotation& annotation, Diagnostics& faults) {
    const auto key = path + "." + printable(part.key);
    const bool source = part.key == "source";
    if (part.key == "spread") return read_spread(part, key, annotation, faults);
    if (!source && part.key != "confidence") {
        faults.push_back(at(part, key, "unknown key; an annotated value has value, source, confidence and spread",
                            did_you_mean(part.key, {"value", "source", "confidence", "spread"})));
    } else if (part.kind != NodeKind::text) {
        faults.push_back(at(part, key, fmt::format("text is due, found {}", describe_found(part)), ""));
    } else if (source) {
        annotation.source = part.text;
    } else if (part.text == "D" || part.text == "W" || part.text == "I" || part.text == "R") {
        annotation.confidence = part.text;
    } else {
        faults.push_back(at(part, key,
                            fmt::format("the confidence \"{}\" is not one of D, W, I, R", printable(part.text)),
                            "D: documented, W: widely reported, I: inferred, R: a prior"));
    }
}

void fold(Node& node, const std::string& path, Diagnostics& faults) {
    for (auto& child : node.children)
        fold(child, path.empty() ? printable(child.key) : path + "." + printable(child.key), faults);
    const auto* value = path.empty() ? nullptr : node.find("value");
    if (value == nullptr || value->kind == NodeKind::table) return;
    Annotation annotation;
    for (const auto& part : node.children)
        if (&part != value) read_annotation(part, path, annotation, faults);
    Node folded = *value;
    folded.key = std::move(node.key);
    folded.key_position = std::move(node.key_position);
    folded.annotation = std::move(annotation);
    node = std::move(folded);
}

void place_on_command_line(Node& node) {
    node.position = node.key_position = Position{"--set", 0, 0};
    for (auto& child : node.children) place_on_command_line(child);
}

bool bare_key(std::string_view part) { return !part.empty() && toml_key(part).size() == part.size(); }

/// The right-hand side: TOML if it reads as one value, a string otherwise.
Node override_value(std::string_view text) {
    Node value;
    auto parsed = parse_toml("--set", "v = " + std::string{text});
    const bool one_line = text.find_first_of("\r\n") == std::string_view::npos;
    if (parsed && one_line && parsed->children.size() == 1) {
        value = std::move(parsed->children.front());
    } else {
        value.kind = NodeKind::text;
    }
    const bool scalar = value.kind != NodeKind::table && value.kind != NodeKind::list;
    if (scalar && (value.kind != NodeKind::text || !parsed || !one_line)) value.text = std::string{text};
    return value;
}

}  // namespace

void fold_annotations(Node& table, Diagnostics& faults) { fold(table, "", faults); }

Node laid_over(Node under, Node over) {
    if (under.kind != NodeKind::table || over.kind != NodeKind::table) return over;
    if (over.position.line == 0) {  // the command line adds to a table, which stands where it stood
        over.position = std::move(under.position);
        over.key_position = std::move(under.key_position);
    }
    std::vector<Node> merged;
    merged.reserve(under.children.size() + over.children.size());
    auto below = under.children.begin();
    for (auto& child : over.children) {
        while (below != under.children.end() && below->key < child.key) merged.push_back(std::move(*below++));
        const bool both = below != under.children.end() && below->key == child.key;
        merged.push_back(both ? laid_over(std::move(*below++), std::move(child)) : std::move(child));
    }
    std::move(below, under.children.end(), std::back_inserter(merged));
    over.children = std::move(merged);
    return over;
}

Result<Node> parse_override(std::string_view argument) {
    const auto refuse = [&](std::string message) {
        return tl::unexpected(
            Diagnostics{{"--set", 0, 0, "", std::move(message), "write key=value, like media.count=12"}});
    };
    if (auto broken = broken_limit("--set", argument)) return refuse(std::move(broken->message));
    const auto equals = argument.find('=');
    if (equals == std::string_view::npos) return refuse(fmt::format("\"{}\" has no '='", printable(argument)));
    auto key = argument.substr(0, equals);
    while (key.ends_with(' ')) key.remove_suffix(1);
    const auto parts = split_key(key);
    if (!std::all_of(parts.begin(), parts.end(), bare_key))
        return refuse(fmt::format("\"{}\" is not a key", printable(key)));
    if (parts.size() > deepest_key) return refuse("the key has too many parts");
    if (parts.front() == "extends") return refuse("'extends' cannot be set on the command line");

    auto node = override_value(argument.substr(equals + 1));
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        node.key = std::string{*part};
        Node parent;
        parent.children.push_back(std::move(node));
        node = std::move(parent);
    }
    place_on_command_line(node);
    return node;
}

std::vector<std::string_view> split_key(std::string_view dotted_key) {
    std::vector<std::string_view> parts;
    for (auto dot = dotted_key.find('.'); dot != std::string_view::npos; dot = dotted_key.find('.')) {
        parts.push_back(dotted_key.substr(0, dot));
        dotted_key.remove_prefix(dot + 1);
    }
    parts.push_back(dotted_key);
    return parts;
}

}  // namespace arraytwin::spec
