#include "lib/spec/reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "lib/spec/merge.hpp"
#include "lib/spec/reader_report.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/units/parse.hpp"

namespace arraytwin::spec {
namespace {

bool on_command_line(const Node& node) { return node.position.line == 0; }

/// The text of a value; on the command line a number or true is text where text is due (--set software.release=9.5).
std::optional<std::string> text_of(const Node& node) {
    const bool scalar = node.kind != NodeKind::table && node.kind != NodeKind::list;
    if (node.kind == NodeKind::text || (scalar && on_command_line(node))) return node.text;
    return std::nullopt;
}

std::string found_instead(std::string_view due, const Node& found) {
    return fmt::format("{} is due, found {}", due, describe_found(found));
}

/// What to do about a value of the wrong type.
std::string help_for(const Node& found, std::string_view due) {
    if (found.kind == NodeKind::table) {
        const bool annotation = found.find("source") != nullptr || found.find("confidence") != nullptr;
        return annotation ? "an annotated value is { value = ..., source = \"...\", confidence = \"W\" }" : "";
    }
    if (found.kind == NodeKind::list && found.children.size() == 1)
        return fmt::format("write it without brackets: {}", printable(to_toml(found.children.front())));
    const bool scalar_due = due == "a number" || due == "a whole number" || due == "true or false";
    const bool looks_right = found.text.find_first_not_of("+-.0123456789") == std::string::npos ||
                             found.text == "true" || found.text == "false";
    if (found.kind == NodeKind::text && scalar_due && !found.text.empty() && looks_right)
        return fmt::format("write it without quotes: {}", printable(found.text));
    return "";
}

}  // namespace

Reader::Reader(const Document& document)
    : owned_report_{std::make_unique<Report>(document)},
      report_{*owned_report_},
      node_{&document.root()},
      here_{document.root().position},
      presence_{Presence::required} {}

Reader::Reader(Report& report, const Node* node, std::string path, Position here, Presence presence)
    : report_{report}, node_{node}, path_{std::move(path)}, here_{std::move(here)}, presence_{presence} {}

Reader::~Reader() = default;

std::string Reader::path_to(std::string_view key) const {
    return path_.empty() ? std::string{key} : fmt::format("{}.{}", path_, key);
}

/// The node of a key, which counts as described from now on; null if it is absent, reported if it was required.
const Node* Reader::lookup(const Field& field) {
    described_.emplace_back(field.key);
    if (field.presence == Presence::required) required_.emplace_back(field.key);
    if (node_ == nullptr) return nullptr;
    const auto* found = node_->find(field.key);
    if (found == nullptr && field.presence == Presence::required)
        report_.add(here_, path_to(field.key), fmt::format("a required key is missing: {}", field.meaning), "",
                    Report::Effect::breaks_key);
    return found;
}

void Reader::wrong(const Node& found, std::string_view key, std::string message, std::string help) {
    report_.add(found.position, path_to(key), std::move(message), std::move(help), Report::Effect::breaks_key);
}

bool Reader::within(const Field& field, KeyKind kind, const Node& found, double value, const std::string& shown) {
    if (value >= field.range.low && value <= field.range.high) return true;
    wrong(found, field.key, fmt::format("{} is out of range; allowed is {}", shown, range_text(kind, field.range)));
    return false;
}

void Reader::field(const Field& field, int& value) {
    const auto* found = lookup(field);
    if (found == nullptr) return;
    constexpr std::string_view due = "a whole number";
    if (found->kind != NodeKind::integer)
        return wrong(*found, field.key, found_instead(due, *found), help_for(*found, due));
    auto limited = field;
    limited.range.low = std::max<double>(field.range.low, std::numeric_limits<int>::min());
    limited.range.high = std::min<double>(field.range.high, std::numeric_limits<int>::max());
    const auto shown = fmt::format("{}", found->integer);
    if (within(limited, KeyKind::integer, *found, static_cast<double>(found->integer), shown))
        value = static_cast<int>(found->integer);
}

void Reader::field(const Field& field, double& value) {
    const auto* found = lookup(field);
    if (found == nullptr) return;
    constexpr std::string_view due = "a number";
    if (found->kind != NodeKind::integer && found->kind != NodeKind::number)
        return wrong(*found, field.key, found_instead(due, *found), help_for(*found, due));
    const double number = found->kind == NodeKind::integer ? static_cast<double>(found->integer) : found->number;
    if (!std::isfinite(number))
        return wrong(*found, field.key, fmt::format("a finite number is due, found {}", number));
    if (within(field, KeyKind::number, *found, number, fmt::format("{}", number))) value = number;
}

void Reader::field(const Field& field, bool& value) {
    const auto* found = lookup(field);
    if (found == nullptr) return;
    constexpr std::string_view due = "true or false";
    if (found->kind != NodeKind::boolean)
        return wrong(*found, field.key, found_instead(due, *found), help_for(*found, due));
    value = found->boolean;
}

void Reader::field(const Field& field, std::string& value) {
    const auto* found = lookup(field);
    if (found == nullptr) return;
    auto text = text_of(*found);
    if (!text) return wrong(*found, field.key, found_instead("text in quotes", *found), help_for(*found, "text"));
    if (text->empty() && field.presence == Presence::required) return wrong(*found, field.key, "the text is empty");
    value = std::move(*text);
}

void Reader::choice_of(const Field& field, int& value, std::vector<Word> words) {
    const auto* found = lookup(field);
    if (found == nullptr) return;
    std::vector<std::string> allowed;
    for (const auto& word : words) allowed.emplace_back(word.text);
    const auto text = text_of(*found);
    if (!text)
        return wrong(*found, field.key, found_instead(fmt::format("one of the words {}", listed(allowed)), *found),
                     help_for(*found, "a word"));
    const auto word = std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.text == *text; });
    if (word == words.end())
        return wrong(*found, field.key, fmt::format("\"{}\" is not one of {}", printable(*text), listed(allowed)),
                     did_you_mean(*text, allowed));
    value = word->value;
}

namespace {

double held(Bytes value) { return static_cast<double>(value.count()); }
double held(Duration value) { return static_cast<double>(value.ns()); }
double held(Bandwidth value) { return value.bytes_per_second(); }
double held(Frequency value) { return value.hz(); }

}  // namespace

template <class Quantity>
void Reader::quantity(const Field& field, KeyKind kind, Quantity& value) {
    const auto* found = lookup(field);
    if (found == nullptr) return;
    const auto text = text_of(*found);
    if (!text) {
        const bool bare = found->kind == NodeKind::integer || found->kind == NodeKind::number;
        auto help = help_for(*found, "a quantity");
        if (bare && help.empty())
            help = fmt::format("write the unit too, in quotes: \"{}{}\"", to_toml(*found), example_unit(kind));
        const auto due = fmt::format("a quantity with a unit, like \"{}\",", example_quantity(kind));
        return wrong(*found, field.key, found_instead(due, *found), std::move(help));
    }
    const auto parsed = parse<Quantity>(*text);
    if (!parsed) return wrong(*found, field.key, parsed.error());
    if (within(field, kind, *found, held(*parsed), printable(*text))) value = *parsed;
}

void Reader::field(const Field& field, Bytes& value) { quantity(field, KeyKind::bytes, value); }
void Reader::field(const Field& field, Duration& value) { quantity(field, KeyKind::duration, value); }
void Reader::field(const Field& field, Bandwidth& value) { quantity(field, KeyKind::bandwidth, value); }
void Reader::field(const Field& field, Frequency& value) { quantity(field, KeyKind::frequency, value); }

Section& Reader::table(std::string_view key, std::string_view meaning, Presence presence) {
    auto path = path_to(key);
    for (const auto& child : children_)
        if (child->path_ == path) return *child;
    described_.emplace_back(key);
    const auto* found = node_ == nullptr ? nullptr : node_->find(key);
    auto here = found == nullptr ? here_ : found->position;
    if (found != nullptr && found->kind != NodeKind::table) {
        const bool list_of_tables = found->kind == NodeKind::list && !found->children.empty() &&
                                    found->children.front().kind == NodeKind::table;
        wrong(*found, key, found_instead("a table", *found),
              list_of_tables ? fmt::format("write [{0}], not [[{0}]]", path) : "");
        found = nullptr;
        presence = Presence::optional;  // reported once
    }
    if (presence == Presence::required) required_.emplace_back(key);
    if (node_ == nullptr) presence = Presence::optional;  // absent with the table that it belongs to
    children_.push_back(
        std::unique_ptr<Reader>{new Reader{report_, found, std::move(path), std::move(here), presence}});
    children_.back()->meaning_ = meaning;
    if (found == nullptr && presence == Presence::required) report_.broken.insert(children_.back()->path_);
    return *children_.back();
}

std::vector<Section*> Reader::tables(std::string_view key, std::string_view meaning, Presence presence) {
    const Field field{key, meaning, {}, presence};
    std::vector<Section*> result;
    const auto* found = lookup(field);
    if (found == nullptr) return result;
    if (found->kind != NodeKind::list) {
        wrong(*found, key, found_instead("a list of tables", *found), fmt::format("write [[{}]]", path_to(key)));
        return result;
    }
    if (found->children.empty()) wrong(*found, key, "the list is empty", fmt::format("it holds {}", meaning));
    for (std::size_t i = 0; i < found->children.size(); ++i) {
        const auto& element = found->children[i];
        const auto name = fmt::format("{}[{}]", key, i + 1);
        if (element.kind != NodeKind::table) {
            wrong(element, name, found_instead("a table", element));
            continue;
        }
        children_.push_back(std::unique_ptr<Reader>{
            new Reader{report_, &element, path_to(name), element.position, Presence::required}});
        result.push_back(children_.back().get());
    }
    return result;
}

bool Reader::sound() const { return report_.sound(path_); }

void Reader::reject(std::string_view key, std::string message, std::string help) {
    if (!sound()) return;
    const Node* node = node_;
    auto position = here_;
    for (const auto part : split_key(key)) {
        node = node == nullptr ? nullptr : node->find(part);
        if (node != nullptr) position = node->position;
    }
    report_.add(position, path_to(key), std::move(message), std::move(help), Report::Effect::none);
}

}  // namespace arraytwin::spec
