#include "lib/spec/keys.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "lib/spec/node.hpp"
#include "lib/units/print.hpp"

namespace arraytwin::spec {
namespace {

std::string quantity_text(KeyKind kind, double held) {
    constexpr double most = 9.2e18;
    const auto count = static_cast<std::int64_t>(std::clamp(held, -most, most));
    switch (kind) {
        case KeyKind::bytes:
            return print(Bytes{count});
        case KeyKind::duration:
            return print(Duration::from_ns(count));
        case KeyKind::bandwidth:
            return print(Bandwidth::from_bytes_per_second(held));
        case KeyKind::frequency:
            return print(Frequency::from_hz(held));
        default:
            return fmt::format("{}", held);
    }
}

bool is_quantity(KeyKind kind) { return kind >= KeyKind::bytes; }

std::string text_toml(const std::string& text) {
    Node node;
    node.kind = NodeKind::text;
    node.text = text;
    return to_toml(node);
}

std::string number_toml(double number) {
    Node node;
    node.kind = NodeKind::number;
    node.number = number;
    return to_toml(node);
}

bool inside(const Range& range, double value) { return value >= range.low && value <= range.high; }

/// A quantity that may be zero but is not read as such has no default that could be written.
std::string quantity_toml(const Range& range, double held, bool readable, const std::string& text) {
    return readable && inside(range, held) ? "\"" + text + "\"" : std::string{};
}

}  // namespace

std::string_view name_of(KeyKind kind) {
    switch (kind) {
        case KeyKind::table:
            return "table";
        case KeyKind::tables:
            return "tables";
        case KeyKind::integer:
            return "integer";
        case KeyKind::number:
            return "number";
        case KeyKind::boolean:
            return "boolean";
        case KeyKind::text:
            return "text";
        case KeyKind::word:
            return "word";
        case KeyKind::bytes:
            return "bytes";
        case KeyKind::duration:
            return "duration";
        case KeyKind::bandwidth:
            return "bandwidth";
        case KeyKind::frequency:
            return "frequency";
    }
    return {};
}

std::string_view example_quantity(KeyKind kind) {
    switch (kind) {
        case KeyKind::bytes:
            return "640GiB";
        case KeyKind::duration:
            return "12.5us";
        case KeyKind::bandwidth:
            return "100Gb/s";
        case KeyKind::frequency:
            return "2.1GHz";
        default:
            return {};
    }
}

std::string_view example_unit(KeyKind kind) {
    const auto example = example_quantity(kind);
    return example.substr(std::min(example.find_first_not_of("0123456789."), example.size()));
}

std::string range_text(KeyKind kind, const Range& range) {
    // Limits of nearly +-2^63 and beyond are no limits; neither is zero, for a quantity, nor that of an int.
    const double far = kind == KeyKind::integer ? 2147483647.0 : 9.2e18;
    const bool low = range.low > -far && !(is_quantity(kind) && range.low <= 0);
    const bool high = range.high < far;
    if (low && high && range.low == range.high) return fmt::format("only {}", quantity_text(kind, range.low));
    if (low && high) return fmt::format("{} to {}", quantity_text(kind, range.low), quantity_text(kind, range.high));
    if (low) return fmt::format("at least {}", quantity_text(kind, range.low));
    if (high) return fmt::format("at most {}", quantity_text(kind, range.high));
    if (kind == KeyKind::bandwidth || kind == KeyKind::frequency) return "more than zero";
    return kind == KeyKind::integer ? fmt::format("{} to {}", -2147483648LL, 2147483647) : std::string{};
}

KeyLister::KeyLister() : list_{keys_} {}

KeyLister::KeyLister(std::vector<KeyInfo>& keys, std::string path) : list_{keys}, path_{std::move(path)} {}

KeyInfo& KeyLister::add(const Field& field, KeyKind kind, std::string initial) {
    auto key = path_.empty() ? std::string{field.key} : fmt::format("{}.{}", path_, field.key);
    list_.push_back(
        {std::move(key), kind, std::string{field.meaning}, field.range, field.presence, std::move(initial), {}});
    return list_.back();
}

void KeyLister::field(const Field& field, int& value) {
    add(field, KeyKind::integer, inside(field.range, value) ? fmt::format("{}", value) : "");
}

void KeyLister::field(const Field& field, double& value) {
    const bool writable = std::isfinite(value) && inside(field.range, value);
    add(field, KeyKind::number, writable ? number_toml(value) : "");
}

void KeyLister::field(const Field& field, bool& value) { add(field, KeyKind::boolean, value ? "true" : "false"); }

void KeyLister::field(const Field& field, std::string& value) {
    const bool writable = !value.empty() || field.presence == Presence::optional;
    add(field, KeyKind::text, writable ? text_toml(value) : "");
}

void KeyLister::field(const Field& field, Bytes& value) {
    const auto held = static_cast<double>(value.count());
    add(field, KeyKind::bytes, quantity_toml(field.range, held, held >= 0, print_exact(value)));
}

void KeyLister::field(const Field& field, Duration& value) {
    const auto held = static_cast<double>(value.ns());
    add(field, KeyKind::duration, quantity_toml(field.range, held, held >= 0, print_exact(value)));
}

void KeyLister::field(const Field& field, Bandwidth& value) {
    const auto held = value.bytes_per_second();
    const bool readable = std::isfinite(held) && held > 0;
    add(field, KeyKind::bandwidth, quantity_toml(field.range, held, readable, print_exact(value)));
}

void KeyLister::field(const Field& field, Frequency& value) {
    const bool readable = std::isfinite(value.hz()) && value.hz() > 0;
    add(field, KeyKind::frequency, quantity_toml(field.range, value.hz(), readable, print_exact(value)));
}

void KeyLister::choice_of(const Field& field, int& value, std::vector<Word> words) {
    auto& info = add(field, KeyKind::word, "");
    for (const auto& word : words) {
        info.words.emplace_back(word.text);
        if (word.value == value && info.initial.empty()) info.initial = text_toml(info.words.back());
    }
}

Section& KeyLister::table(std::string_view key, std::string_view meaning, Presence presence) {
    auto path = path_.empty() ? std::string{key} : fmt::format("{}.{}", path_, key);
    for (const auto& child : children_)
        if (child->path_ == path) return *child;
    add({key, meaning, {}, presence}, KeyKind::table, "");
    return child(std::move(path));
}

std::vector<Section*> KeyLister::tables(std::string_view key, std::string_view meaning, Presence presence) {
    const auto path = add({key, meaning, {}, presence}, KeyKind::tables, "").key;
    return {&child(path + "[]")};
}

KeyLister& KeyLister::child(std::string path) {
    children_.push_back(std::unique_ptr<KeyLister>{new KeyLister{list_, std::move(path)}});
    return *children_.back();
}

}  // namespace arraytwin::spec
