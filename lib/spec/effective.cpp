#include "lib/spec/effective.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "lib/spec/node.hpp"

namespace arraytwin::spec {
namespace {

constexpr std::size_t widest_column = 44;

struct Line {
    std::string text;
    std::string origin;
};

std::string_view parent_of(std::string_view key) {
    const auto dot = key.rfind('.');
    return dot == std::string_view::npos ? std::string_view{} : key.substr(0, dot);
}

std::string_view last_part(std::string_view key) {
    const auto dot = key.rfind('.');
    return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

bool text_is_due(KeyKind kind) {
    return kind != KeyKind::table && kind != KeyKind::tables && kind != KeyKind::integer && kind != KeyKind::number &&
           kind != KeyKind::boolean;
}

/// A number from the command line where text is due becomes text, as the Reader takes it.
std::string value_of(const Node& node, KeyKind kind) {
    const bool number =
        node.kind == NodeKind::integer || node.kind == NodeKind::number || node.kind == NodeKind::boolean;
    if (!number || node.position.line > 0 || !text_is_due(kind)) return to_toml(node);
    Node text = node;
    text.kind = NodeKind::text;
    return to_toml(text);
}

class Printer {
public:
    explicit Printer(const std::vector<KeyInfo>& keys) : keys_{keys} {}

    /// Values first, then tables: what stands behind a table's header belongs to that table.
    void print(const std::string& path, const Node* table, bool commented_out) {
        std::vector<Line> lines;
        std::vector<const KeyInfo*> tables;
        std::vector<std::string_view> described;
        for (const auto& info : keys_) {
            if (parent_of(info.key) != path) continue;
            described.push_back(last_part(info.key));
            const auto* node = table == nullptr ? nullptr : table->find(described.back());
            if (info.kind == KeyKind::table && (node == nullptr || node->kind == NodeKind::table)) {
                tables.push_back(&info);
            } else {
                lines.push_back(line_for(info, node));
            }
        }
        add_unknown(table, described, lines);
        if (!path.empty()) fmt::format_to(out(), "\n{}[{}]\n", commented_out ? "# " : "", path);
        write(lines, commented_out);
        for (const auto* info : tables) {
            const auto* node = table == nullptr ? nullptr : table->find(last_part(info->key));
            print(info->key, node, commented_out || (node == nullptr && needs_something(info->key)));
        }
    }

    std::string text;

private:
    std::back_insert_iterator<std::string> out() { return std::back_inserter(text); }

    static Line line_for(const KeyInfo& info, const Node* node) {
        const auto key = toml_key(last_part(info.key));
        if (node != nullptr) return {fmt::format("{} = {}", key, value_of(*node, info.kind)), to_text(node->position)};
        if (info.presence == Presence::required) return {fmt::format("# {} =", key), "required"};
        if (info.initial.empty()) return {fmt::format("# {} =", key), "not set"};
        return {fmt::format("{} = {}", key, info.initial), "default"};
    }

    static void add_unknown(const Node* table, const std::vector<std::string_view>& described,
                            std::vector<Line>& lines) {
        if (table == nullptr || table->kind != NodeKind::table) return;
        for (const auto& node : table->children)
            if (std::find(described.begin(), described.end(), node.key) == described.end())
                lines.push_back({fmt::format("{} = {}", toml_key(node.key), to_toml(node)),
                                 to_text(node.key_position) + ", unknown key"});
    }

    /// Whether a table that is absent could not be written without more being known.
    bool needs_something(const std::string& path) const {
        return std::any_of(keys_.begin(), keys_.end(), [&](const KeyInfo& info) {
            return info.key.starts_with(path + ".") && info.presence == Presence::required;
        });
    }

    void write(const std::vector<Line>& lines, bool commented_out) {
        std::size_t width = 0;
        for (const auto& line : lines)
            if (line.text.size() <= widest_column) width = std::max(width, line.text.size());
        for (const auto& line : lines)
            fmt::format_to(out(), "{}{:<{}}  # {}\n", commented_out && line.text.front() != '#' ? "# " : "", line.text,
                           width, line.origin);
    }

    const std::vector<KeyInfo>& keys_;
};

}  // namespace

std::string effective(const Document& document, const std::vector<KeyInfo>& keys) {
    Printer printer{keys};
    printer.print("", &document.root(), false);
    return std::move(printer.text);
}

}  // namespace arraytwin::spec
