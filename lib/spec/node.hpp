// One key of a document with all that is known about it: its value or its keys, where it stands, who says so.
//
// Plain data, independent of the TOML library. A value may be annotated with its source and a confidence,
// `cores = { value = 48, source = "S0: two CPUs", confidence = "W" }`; it is then one node, a value, like `cores = 48`.
// A `spread = 1.5` says that the truth lies within a factor of 1.5 with 68 % probability: a prior that data may move.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arraytwin::spec {

/// Where something stands. Line and column count from 1; from the command line, file is "--set" and both are 0.
struct Position {
    std::string file;
    int line = 0;
    int column = 0;
};

/// "aff-a800.toml:12", or "--set".
std::string to_text(const Position& position);

enum class NodeKind { table, list, integer, number, boolean, text, moment };  ///< moment: a TOML date or time

/// Who says so, and how sure that is. Confidence is D (documented), W (widely reported), I (inferred) or R (a prior).
struct Annotation {
    std::string source;      ///< may be empty
    std::string confidence;  ///< may be empty
    double spread = 1;       ///< factor of one standard deviation; above 1, a calibration may move the value

    bool empty() const { return source.empty() && confidence.empty() && spread <= 1; }
};

struct Node {
    std::string key;  ///< its own, not dotted; empty for the root and for elements of a list
    Position key_position;
    NodeKind kind = NodeKind::table;
    Position position;  ///< of the value
    Annotation annotation;

    std::int64_t integer = 0;
    double number = 0;
    bool boolean = false;
    std::string text;            ///< the string; for other values the text on the command line, if they came from there
    std::vector<Node> children;  ///< a table's keys, sorted by key; a list's elements in order

    /// The key of a table, or null. Logarithmic.
    const Node* find(std::string_view child_key) const;
};

/// What was found, for a message: `the integer 640`, `the text "fc"`, `a table`. Long or unprintable text is cut and escaped.
std::string describe_found(const Node& node);

/// The value as TOML, with its annotation if it has one: 48, "2.1GHz", true, { value = 48, source = "S0" }.
std::string to_toml(const Node& node);

/// The key as TOML: in quotes unless it is made of letters, digits, '_' and '-'.
std::string toml_key(std::string_view key);

}  // namespace arraytwin::spec
