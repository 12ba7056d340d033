// JSON of any size, one record at a time: never the whole document, so that a file of gigabytes takes the memory of its
// largest record. Behind it stands nlohmann's SAX parser, whose heavy header json_records.cpp alone includes.
//
// A record is an element of an array that is the document or a member of it, or a member of the document that is not an
// array: `{"fio version": "3.33", "jobs": [{...}, {...}]}` gives three, named "fio version", "jobs" and "jobs".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lib/measured/byte_stream.hpp"

namespace arraytwin::measured {

enum class JsonKind : std::uint8_t { null, boolean, number, text, list, object };

/// A JSON value in two blocks of memory that the next record uses again.
class JsonTree {
public:
    struct Node {
        std::uint32_t key_at = 0, key_size = 0;
        std::uint32_t text_at = 0, text_size = 0;
        std::uint32_t end = 0;  // of its children, which follow it
        JsonKind kind = JsonKind::null;
        double number = 0;
    };

    void clear();
    std::string_view letters(std::uint32_t at, std::uint32_t size) const { return {&letters_[at], size}; }
    std::uint32_t store(std::string_view text);

    std::vector<Node> nodes;

private:
    std::string letters_ = std::string(1, '\0');
};

/// One value of a tree; what is absent looks like null.
class JsonView {
public:
    JsonView() = default;
    JsonView(const JsonTree& tree, std::uint32_t node) : tree_{&tree}, node_{node} {}

    explicit operator bool() const { return tree_ != nullptr; }
    JsonKind kind() const { return tree_ ? tree_->nodes[node_].kind : JsonKind::null; }
    std::string_view key() const;
    std::string_view text() const;

    /// A number, also one written as text: "1767069729000".
    std::optional<double> number() const;

    /// The member of that name, the first if there are several.
    JsonView operator[](std::string_view key) const;

    /// Calls `visit(JsonView)` for each child.
    template <class Visit>
    void each(Visit visit) const {
        if (tree_ == nullptr) return;
        for (auto child = node_ + 1; child < tree_->nodes[node_].end; child = tree_->nodes[child].end)
            visit(JsonView{*tree_, child});
    }

private:
    const JsonTree* tree_ = nullptr;
    std::uint32_t node_ = 0;
};

/// `name` is the member that the record is, or is in; empty if the document itself is an array.
using JsonVisitor = std::function<void(std::string_view name, JsonView record)>;

/// Reads the document that begins at the next byte, and stops behind it. Returns what is wrong, or nothing.
std::optional<std::string> read_json(ByteStream& in, const JsonVisitor& visit);

/// Takes all up to the next "{" (or the end), and returns the first line of it that is not blank.
std::string skip_to_json(ByteStream& in);

}  // namespace arraytwin::measured
