#include "lib/sweep/axes.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "lib/spec/suggest.hpp"
#include "lib/twin/offered_load.hpp"

namespace arraytwin::sweep {

namespace {

using spec::Node;
using spec::NodeKind;

constexpr double most_values = 10'000;
constexpr double rounding = 1e-9;  // of the number of steps: 0.1 * 3 is not 0.3
constexpr std::string_view range_forms = "{ from = 12, to = 48, step = 12 } or { from = 64, to = 4096, factor = 2 }";

bool is_number(const Node& node) { return node.kind == NodeKind::integer || node.kind == NodeKind::number; }

double number_of(const Node& node) {
    return node.kind == NodeKind::integer ? static_cast<double>(node.integer) : node.number;
}

bool is_range(const Node& node) {
    return node.kind == NodeKind::table && (node.find("from") != nullptr || node.find("to") != nullptr);
}

/// What a range says, checked.
struct Range {
    double from = 0;
    double to = 0;
    double by = 1;
    bool multiplied = false;
    bool whole = true;
};

bool check(const Node& node, const std::string& key, Diagnostics& wrong) {
    const std::size_t before = wrong.size();
    const std::vector<std::string> known{"from", "to", "step", "factor"};
    for (const Node& part : node.children) {
        if (std::find(known.begin(), known.end(), part.key) == known.end()) {
            wrong.push_back(at(part, key + "." + spec::printable(part.key), "unknown key of a range",
                               spec::did_you_mean(part.key, known) + " ranges are " + std::string{range_forms}));
        } else if (!is_number(part) || !std::isfinite(number_of(part))) {
            wrong.push_back(at(part, key + "." + part.key,
                               fmt::format("a number is due, found {}", spec::describe_found(part)),
                               "values with a unit are listed: [\"1.92TB\", \"3.84TB\"]"));
        }
    }
    if (node.find("from") == nullptr || node.find("to") == nullptr)
        wrong.push_back(at(node, key, "a range has both ends", std::string{range_forms}));
    if (node.find("step") != nullptr && node.find("factor") != nullptr)
        wrong.push_back(at(node, key, "a range has a 'step' or a 'factor', not both", std::string{range_forms}));
    return wrong.size() == before;
}

Range range_of(const Node& node) {
    Range range{number_of(*node.find("from")), number_of(*node.find("to"))};
    const Node* factor = node.find("factor");
    const Node* by = factor != nullptr ? factor : node.find("step");
    range.multiplied = factor != nullptr;
    if (by != nullptr) range.by = number_of(*by);
    range.whole = std::all_of(node.children.begin(), node.children.end(),
                              [](const Node& part) { return part.kind == NodeKind::integer; });
    return range;
}

/// Steps from one end to the other; less than none if it never gets there.
double steps_of(const Range& range) {
    if (range.multiplied) {
        const bool grows = range.from > 0 && range.to > 0 && range.by > 0 && range.by != 1;
        return grows ? std::log(range.to / range.from) / std::log(range.by) : -1;
    }
    return range.by != 0 ? (range.to - range.from) / range.by : -1;
}

std::vector<Node> values_of_range(const Node& node, const std::string& key, Diagnostics& wrong) {
    if (!check(node, key, wrong)) return {};
    const Range range = range_of(node);
    const double steps = steps_of(range);
    if (!(steps >= 0) || steps >= most_values) {
        wrong.push_back(at(node, key,
                           steps >= most_values ? fmt::format("more than {:.0f} values", most_values)
                                                : "a range that never gets from one end to the other",
                           std::string{range_forms}));
        return {};
    }
    std::vector<Node> values;
    for (int i = 0; i <= static_cast<int>(std::floor(steps + rounding)); ++i) {
        Node value = node;
        value.children.clear();
        const double number = range.multiplied ? range.from * std::pow(range.by, i) : range.from + i * range.by;
        value.kind = range.whole ? NodeKind::integer : NodeKind::number;
        value.integer = std::llround(number);
        value.number = number;
        values.push_back(std::move(value));
    }
    return values;
}

void collect(const Node& table, const std::string& prefix, const std::vector<std::string>& except,
             std::vector<Axis>& axes, Diagnostics& wrong) {
    for (const Node& child : table.children) {
        if (std::find(except.begin(), except.end(), child.key) != except.end()) continue;
        const std::string key = prefix + child.key;
        if (child.kind == NodeKind::table && !is_range(child)) {
            collect(child, key + ".", {}, axes, wrong);
            continue;
        }
        Axis axis{key, child.position, {}};
        if (is_range(child)) {
            axis.values = values_of_range(child, spec::printable(key), wrong);
        } else if (child.kind == NodeKind::list) {
            axis.values = child.children;
            if (axis.values.empty()) wrong.push_back(at(child, spec::printable(key), "an empty list of values"));
            if (static_cast<double>(axis.values.size()) > most_values)
                wrong.push_back(at(child, spec::printable(key), fmt::format("more than {:.0f} values", most_values)));
        } else {
            axis.values = {child};
        }
        axes.push_back(std::move(axis));
    }
}

/// Takes one number of a load; the reason if it cannot be.
std::string take(AskedLoad& load, std::string_view key, double value) {
    load.kind = AskedLoad::Kind::given;
    if (key == "outstanding") return set_outstanding(load.offered, value);
    if (key == "iops") return set_target_iops(load.offered, value);
    return fmt::format("'{}' is not a part of a load", spec::printable(key));
}

void add_load(const Node& node, std::vector<AskedLoad>& loads, Diagnostics& wrong) {
    constexpr std::string_view forms = "\"peak\", \"curve\", \"outstanding=64\", \"iops=300000,outstanding=64\"";
    const auto refuse = [&](const std::string& message) {
        wrong.push_back(at(node, "at", message, std::string{forms}));
    };
    if (node.kind != NodeKind::text) return refuse("a load is due, found " + spec::describe_found(node));
    if (node.text == "peak") return loads.push_back({});
    if (node.text == "curve") {
        for (int step = 0; step < steps_of_a_curve; ++step) loads.push_back({AskedLoad::Kind::curve_step, step, {}});
        return;
    }
    const auto given = parse_load("at", node.text, std::string{forms});
    if (given) return loads.push_back({AskedLoad::Kind::given, 0, *given});
    for (const Diagnostic& fault : given.error())
        wrong.push_back(at(node, "at",
                           fmt::format("\"{}\" is not a load: {}{}{}", spec::printable(node.text), fault.key,
                                       fault.key.empty() ? "" : " ", fault.message),
                           fault.help));
}

}  // namespace

Diagnostic at(const spec::Node& node, std::string key, std::string message, std::string help) {
    return {node.position.file, node.position.line, node.position.column,
            std::move(key),     std::move(message), std::move(help)};
}

std::vector<Axis> axes_of(const Node& table, const std::vector<std::string>& except, Diagnostics& wrong) {
    std::vector<Axis> axes;
    collect(table, "", except, axes, wrong);
    std::stable_sort(axes.begin(), axes.end(), [](const Axis& one, const Axis& other) {
        return std::tie(one.position.line, one.position.column) < std::tie(other.position.line, other.position.column);
    });
    for (auto axis = axes.begin(); axis != axes.end(); ++axis) {
        const auto same = [&](const Axis& earlier) { return earlier.key == axis->key; };
        if (std::none_of(axes.begin(), axis, same) || axis->values.empty()) continue;
        wrong.push_back(at(axis->values.front(), spec::printable(axis->key), "given twice"));
    }
    return axes;
}

std::vector<AskedLoad> loads_at(const Node& node, Diagnostics& wrong) {
    std::vector<AskedLoad> loads;
    if (node.kind != NodeKind::list) add_load(node, loads, wrong);
    if (node.kind != NodeKind::list) return loads;
    for (const Node& each : node.children) add_load(each, loads, wrong);
    if (node.children.empty()) wrong.push_back(at(node, "at", "an empty list of loads"));
    return loads;
}

std::vector<AskedLoad> loads_of(const std::vector<Axis>& axes, Diagnostics& wrong) {
    constexpr std::string_view prefix = "load.";
    std::vector<AskedLoad> loads{{}};
    for (const Axis& axis : axes) {
        std::vector<AskedLoad> more;
        for (const AskedLoad& load : loads) {
            for (const Node& value : axis.values) {
                AskedLoad next = load;
                const auto reason = is_number(value)
                                        ? take(next, std::string_view{axis.key}.substr(prefix.size()), number_of(value))
                                        : fmt::format("a number is due, found {}", spec::describe_found(value));
                if (!reason.empty() && &load == &loads.front())
                    wrong.push_back(
                        at(value, spec::printable(axis.key), reason, "loads are load.outstanding and load.iops"));
                more.push_back(next);
            }
        }
        loads = std::move(more);
    }
    return loads;
}

}  // namespace arraytwin::sweep
