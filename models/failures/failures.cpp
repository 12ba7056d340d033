#include "models/failures/failures.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace arraytwin::failures {

namespace {

using spec::Presence;
using spec::Section;

constexpr int most_digits = 6;
constexpr char last_port = 'z';

/// A number from 1, as one from 0.
std::optional<int> number_of(std::string_view text) {
    int number = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc{} && stopped == text.data() + text.size() && text.size() <= most_digits;
    return whole && number >= 1 ? std::optional{number - 1} : std::nullopt;
}

/// "1a": port a of node 1.
std::optional<Port> port_of(std::string_view text) {
    if (text.size() < 2 || text.back() < 'a' || text.back() > last_port) return std::nullopt;
    const auto node = number_of(text.substr(0, text.size() - 1));
    return node ? std::optional{Port{*node, text.back() - 'a'}} : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return text;
}

/// A list with commas, by what each item stands for; rejects what stands for nothing, and what is named twice.
template <class Item, class Parse>
std::vector<Item> list_of(Section& section, const spec::Field& field, Parse parse, std::string_view example) {
    std::string text;
    section.field(field, text);
    std::vector<Item> items;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view part = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const std::optional<Item> item = parse(trimmed(part));
        if (!item) {
            section.reject(field.key, fmt::format("no part of an array is called '{}'", part),
                           fmt::format("like {}", example));
            return {};
        }
        if (std::find(items.begin(), items.end(), *item) != items.end()) {
            section.reject(field.key, fmt::format("'{}' is named twice", part), "once is enough");
            return {};
        }
        items.push_back(*item);
    }
    return items;
}

void describe(Section& section, RebuildShares& shares) {
    constexpr spec::Range range{0.001, 0.95};
    section.field({"low", "at low priority", range, Presence::optional}, shares.low);
    section.field({"medium", "at medium priority", range, Presence::optional}, shares.medium);
    section.field({"high", "at high priority", range, Presence::optional}, shares.high);
}

/// A share that no rebuild takes would be ignored.
void check_shares(Section& section, const Failures& failures) {
    const RebuildShares usual;
    const auto idle = [&](double share, double usual_share, Rebuild priority, std::string_view name) {
        if (share == usual_share || failures.rebuild == priority) return;
        section.reject(fmt::format("rebuild_share.{}", name), "nothing is being rebuilt at that priority",
                       fmt::format("rebuild = \"{}\"", name));
    };
    idle(failures.shares.low, usual.low, Rebuild::low, "low");
    idle(failures.shares.medium, usual.medium, Rebuild::medium, "medium");
    idle(failures.shares.high, usual.high, Rebuild::high, "high");
}

bool check_there(Section& array, std::string_view key, std::string_view kind, const std::vector<int>& items,
                 int count) {
    const auto largest = std::max_element(items.begin(), items.end());
    if (largest == items.end() || *largest < count) return true;
    array.reject(key, fmt::format("{} {} is not there", kind, *largest + 1),
                 fmt::format("the array has {} 1 to {}", kind, count));
    return false;
}

}  // namespace

bool Failures::has_node(int node) const { return std::find(nodes.begin(), nodes.end(), node) != nodes.end(); }
bool Failures::has_drive(int drive) const { return std::find(drives.begin(), drives.end(), drive) != drives.end(); }

double Failures::rebuild_share() const {
    switch (rebuild) {
        case Rebuild::none:
            return 0;
        case Rebuild::low:
            return shares.low;
        case Rebuild::medium:
            return shares.medium;
        case Rebuild::high:
            return shares.high;
    }
    return 0;
}

std::vector<int> Failures::ports_down(int ports_per_node) const {
    std::vector<int> down;
    for (const Port& port : ports) down.push_back(port.node * ports_per_node + port.port);
    return down;
}

void describe(Section& section, Failures& failures) {
    constexpr auto optional = Presence::optional;
    failures.nodes = list_of<int>(section, {"node", "nodes that are down: 2, or several with commas", {}, optional},
                                  number_of, "node = \"2\"");
    failures.drives =
        list_of<int>(section, {"drive", "drives that have failed: 5, or several with commas", {}, optional}, number_of,
                     "drive = \"5\" or drive = \"5,17\"");
    failures.ports =
        list_of<Port>(section, {"port", "array ports that are down: 1a, or several with commas", {}, optional}, port_of,
                      "port = \"1a\" or port = \"1a,2b\"");
    section.choice({"rebuild", "priority at which what failed is being rebuilt", {}, optional}, failures.rebuild,
                   {{"none", static_cast<int>(Rebuild::none)},
                    {"low", static_cast<int>(Rebuild::low)},
                    {"medium", static_cast<int>(Rebuild::medium)},
                    {"high", static_cast<int>(Rebuild::high)}});
    describe(section.table("rebuild_share", "share of a drive's time that a rebuild takes", optional), failures.shares);
    check_shares(section, failures);
}

bool check(Section& array, const Failures& failures, const Parts& parts) {
    bool sound = check_there(array, "failures.node", "node", failures.nodes, parts.nodes);
    sound = check_there(array, "failures.drive", "drive", failures.drives, parts.drives) && sound;
    for (const Port& port : failures.ports) {
        if (port.node < parts.nodes && port.port < parts.ports_per_node) continue;
        array.reject(
            "failures.port", fmt::format("port {}{} is not there", port.node + 1, static_cast<char>('a' + port.port)),
            fmt::format("the array has 1a to {}{}", parts.nodes, static_cast<char>('a' + parts.ports_per_node - 1)));
        return false;
    }
    for (int node = 0; node < parts.nodes; ++node) {
        const auto down = std::count_if(failures.ports.begin(), failures.ports.end(),
                                        [&](const Port& port) { return port.node == node; });
        if (down < parts.ports_per_node || failures.has_node(node)) continue;
        array.reject("failures.port", fmt::format("leaves node {} without any port", node + 1),
                     fmt::format("its volumes could not be reached directly; to have its partner take over, fail the "
                                 "node: failures.node = \"{}\"",
                                 node + 1));
        sound = false;
    }
    return sound;
}

}  // namespace arraytwin::failures
