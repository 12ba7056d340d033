// A value of a document as a plain number, and back: for what moves constants without knowing what they are.
#pragma once

#include "lib/spec/keys.hpp"
#include "lib/spec/node.hpp"

namespace arraytwin::spec {

/// In the unit in which the quantity is held (bytes, nanoseconds, bytes a second, Hz); 0 if the node is no such quantity.
double quantity_of(const Node& node, KeyKind kind);

/// The number, or the text with a unit: "26.4us". Nothing is rounded but to whole nanoseconds and bytes.
Node quantity_node(KeyKind kind, double value);

/// What kind of quantity stands there, by its unit: number, bytes, duration, bandwidth or frequency; else text.
KeyKind quantity_kind(const Node& node);

}  // namespace arraytwin::spec
