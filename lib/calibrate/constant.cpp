#include "lib/calibrate/constant.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "lib/spec/quantity.hpp"

namespace arraytwin::calibrate {

namespace {

using spec::KeyKind;

constexpr double smallest_share_of_prior = 1e-4;  // a cost of nothing has no logarithm

bool can_be_fitted(KeyKind kind) {
    return kind == KeyKind::number || kind == KeyKind::duration || kind == KeyKind::bytes ||
           kind == KeyKind::bandwidth || kind == KeyKind::frequency;
}

/// To four significant digits, as the nearest double that prints with no more.
double rounded(double value) {
    const std::string text = fmt::format("{:.4g}", value);
    double result = value;
    std::from_chars(text.data(), text.data() + text.size(), result);
    return result;
}

}  // namespace

std::vector<Constant> constants_of(const spec::Document& document, const std::vector<spec::KeyInfo>& keys) {
    std::vector<Constant> constants;
    for (const spec::KeyInfo& key : keys) {
        const spec::Node* node = can_be_fitted(key.kind) ? document.find(key.key) : nullptr;
        if (node == nullptr || node->annotation.spread <= 1) continue;
        const double value = spec::quantity_of(*node, key.kind);
        if (value <= 0) continue;
        Constant constant;
        constant.key = key.key;
        constant.kind = key.kind;
        constant.meaning = key.meaning;
        constant.prior = value;
        constant.spread = node->annotation.spread;
        constant.stands = fmt::format("{}:{}:{}", node->position.file, node->position.line, node->position.column);
        constant.low = std::max(key.range.low, smallest_share_of_prior * value);
        constant.high = key.range.high;
        constants.push_back(std::move(constant));
    }
    return constants;
}

spec::Node node_of(const Constant& constant, double value) {
    return spec::quantity_node(constant.kind, rounded(value));
}

std::string printed(const Constant& constant, double value) {
    const spec::Node node = node_of(constant, value);
    return node.kind == spec::NodeKind::number ? fmt::format("{:.4g}", node.number) : node.text;
}

}  // namespace arraytwin::calibrate
