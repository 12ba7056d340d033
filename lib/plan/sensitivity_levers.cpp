#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lib/plan/sensitivity.hpp"
#include "lib/spec/quantity.hpp"
#include "lib/units/print.hpp"

namespace arraytwin::plan {

namespace {

constexpr double twice = 2;
constexpr double tenth_more = 1.1;
constexpr double tenth_less = 0.9;
constexpr std::string_view of_costs = "costs.";

/// What one could buy, by the keys of specs: of the host's side, the front, the nodes, and the drives.
const std::vector<Lever>& hardware() {
    static const std::vector<Lever> all{
        {LeverKind::hardware, {"host.cores"}, twice},
        {LeverKind::hardware, {"fabric.hosts.count"}, twice},
        {LeverKind::hardware, {"fabric.hosts.ports.per_host"}, twice},
        {LeverKind::hardware, {"fabric.ports.per_node"}, twice},
        {LeverKind::hardware, {"fabric.ports.signalling"}, twice},
        {LeverKind::hardware, {"fabric.ports.slot_rate"}, twice},
        {LeverKind::hardware, {"nodes.host_interface.chips"}, twice},
        {LeverKind::hardware, {"nodes.count", "media.count"}, twice},
        {LeverKind::hardware, {"nodes.cores"}, twice},
        {LeverKind::hardware, {"nodes.clock"}, tenth_more},
        {LeverKind::hardware, {"nodes.memory"}, twice},
        {LeverKind::hardware, {"nodes.journal.size"}, twice},
        {LeverKind::hardware, {"nodes.partner_link.count"}, twice},
        {LeverKind::hardware, {"nodes.cluster_link.count"}, twice},
        {LeverKind::hardware, {"nodes.drive_links.lanes"}, twice},
        {LeverKind::hardware, {"media.count"}, twice},
        {LeverKind::hardware, {"media.channels"}, twice},
        {LeverKind::hardware, {"media.interface_rate"}, twice},
    };
    return all;
}

bool has_all(const spec::Document& document, const std::vector<std::string>& keys) {
    for (const std::string& key : keys) {
        if (document.find(key) == nullptr) return false;
    }
    return true;
}

spec::Node scaled(const spec::Node& node, double factor) {
    const spec::KeyKind kind = spec::quantity_kind(node);
    const double value = spec::quantity_of(node, kind) * factor;
    if (node.kind != spec::NodeKind::integer) return spec::quantity_node(kind, value);
    spec::Node whole;
    whole.kind = spec::NodeKind::integer;
    whole.integer = std::llround(value);
    return whole;
}

std::string printed(const spec::Node& node) {
    const spec::KeyKind kind = spec::quantity_kind(node);
    const double value = spec::quantity_of(node, kind);
    switch (kind) {
        case spec::KeyKind::duration:
            return print(Duration::from_ns(std::llround(value)));
        case spec::KeyKind::bytes:
            return print(Bytes{std::llround(value)});
        case spec::KeyKind::bandwidth:
            return print(Bandwidth::from_bytes_per_second(value));
        case spec::KeyKind::frequency:
            return print(Frequency::from_hz(value));
        default:
            return fmt::format("{:g}", value);
    }
}

}  // namespace

std::vector<Lever> levers_of(const ResolvedArray& array) {
    std::vector<Lever> levers;
    for (const Lever& lever : hardware()) {
        if (has_all(array.document, lever.keys)) levers.push_back(lever);
    }
    for (const spec::KeyInfo& key : array.family->keys()) {
        if (!key.key.starts_with(of_costs) || key.kind != spec::KeyKind::duration) continue;
        const spec::Node* node = array.document.find(key.key);
        if (node == nullptr || spec::quantity_of(*node, key.kind) <= 0) continue;
        levers.push_back({LeverKind::cost, {key.key}, tenth_less});
    }
    return levers;
}

spec::Document moved(const spec::Document& document, const Lever& lever) {
    spec::Document changed = document;
    for (const std::string& key : lever.keys) changed.replace(key, scaled(*document.find(key), lever.factor));
    return changed;
}

std::string words_of(const spec::Document& document, const Lever& lever) {
    std::vector<std::string> changes;
    for (const std::string& key : lever.keys) {
        const spec::Node* node = document.find(key);
        changes.push_back(fmt::format("{} {} → {}", key, printed(*node), printed(scaled(*node, lever.factor))));
    }
    return fmt::format("{}", fmt::join(changes, ", "));
}

}  // namespace arraytwin::plan
