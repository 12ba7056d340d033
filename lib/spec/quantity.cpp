#include "lib/spec/quantity.hpp"

#include <cmath>

#include "lib/units/parse.hpp"

namespace arraytwin::spec {

namespace {

std::string text_of(KeyKind kind, double value) {
    switch (kind) {
        case KeyKind::duration:
            return print_exact(Duration::from_ns(std::llround(value)));
        case KeyKind::bytes:
            return print_exact(Bytes{std::llround(value)});
        case KeyKind::bandwidth:
            return print_exact(Bandwidth::from_bytes_per_second(value));
        case KeyKind::frequency:
            return print_exact(Frequency::from_hz(value));
        default:
            return {};
    }
}

}  // namespace

double quantity_of(const Node& node, KeyKind kind) {
    if (kind == KeyKind::number) {
        return node.kind == NodeKind::integer ? static_cast<double>(node.integer) : node.number;
    }
    if (kind == KeyKind::duration) {
        if (const auto value = parse<Duration>(node.text)) return static_cast<double>(value->ns());
    } else if (kind == KeyKind::bytes) {
        if (const auto value = parse<Bytes>(node.text)) return static_cast<double>(value->count());
    } else if (kind == KeyKind::bandwidth) {
        if (const auto value = parse<Bandwidth>(node.text)) return value->bytes_per_second();
    } else if (kind == KeyKind::frequency) {
        if (const auto value = parse<Frequency>(node.text)) return value->hz();
    }
    return 0;
}

Node quantity_node(KeyKind kind, double value) {
    Node node;
    node.kind = kind == KeyKind::number ? NodeKind::number : NodeKind::text;
    if (kind == KeyKind::number) node.number = value;
    if (kind != KeyKind::number) node.text = text_of(kind, value);
    return node;
}

KeyKind quantity_kind(const Node& node) {
    if (node.kind == NodeKind::integer || node.kind == NodeKind::number) return KeyKind::number;
    if (parse<Duration>(node.text)) return KeyKind::duration;
    if (parse<Bytes>(node.text)) return KeyKind::bytes;
    if (parse<Bandwidth>(node.text)) return KeyKind::bandwidth;
    if (parse<Frequency>(node.text)) return KeyKind::frequency;
    return KeyKind::text;
}

}  // namespace arraytwin::spec
