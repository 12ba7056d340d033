#include "lib/sweep/plan.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "lib/spec/reader.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/sweep/axes.hpp"

namespace arraytwin::sweep {

namespace {

using spec::Node;
using spec::NodeKind;

constexpr double fewest_ios = 1000;  // fewer say nothing
constexpr double most_ios = 2e9;
constexpr std::string_view of_workload = "workload.";
constexpr std::string_view of_load = "load.";

/// The keys that are not one value each.
const std::vector<std::string> free_keys{"array", "workload", "at", "grid", "points"};

/// The reader knows the settings; what it says of other keys is put right.
Diagnostics read_settings(const spec::Document& document, Settings& settings) {
    spec::Reader reader{document};
    describe(reader, settings);
    std::vector<std::string> known = free_keys;
    for (const spec::KeyInfo& info : spec::keys_of<Settings>()) known.push_back(info.key);
    Diagnostics wrong;
    for (Diagnostic& diagnostic : reader.finish()) {
        const bool unknown = diagnostic.message.starts_with("unknown key");
        if (unknown && std::find(free_keys.begin(), free_keys.end(), diagnostic.key) != free_keys.end()) continue;
        if (unknown) {
            diagnostic.help = spec::did_you_mean(diagnostic.key, known);
            if (diagnostic.help.empty()) diagnostic.help = "the keys of a plan are " + spec::listed(known);
        }
        wrong.push_back(std::move(diagnostic));
    }
    return wrong;
}

/// One text or a list of them.
std::vector<Node> names_in(const Node& node, const std::string& key, Diagnostics& wrong) {
    std::vector<Node> names;
    if (node.kind == NodeKind::list) names = node.children;
    if (node.kind != NodeKind::list) names = {node};
    if (names.empty()) wrong.push_back(at(node, key, "an empty list"));
    for (const Node& name : names) {
        if (name.kind == NodeKind::text && !name.text.empty()) continue;
        wrong.push_back(at(name, key, fmt::format("a name is due, found {}", spec::describe_found(name)),
                           "one or a list: [\"aff-a300\", \"aff-a800\"]"));
    }
    return names;
}

/// The axes of a block, each where it belongs.
void take_axes(std::vector<Axis> axes, Block& block, const Node* own_loads, Diagnostics& wrong) {
    std::vector<Axis> of_loads;
    for (Axis& axis : axes) {
        if (axis.key.starts_with(of_load)) {
            of_loads.push_back(std::move(axis));
        } else if (axis.key.starts_with(of_workload)) {
            axis.key.erase(0, of_workload.size());
            block.workload_axes.push_back(std::move(axis));
        } else {
            block.array_axes.push_back(std::move(axis));
        }
    }
    if (own_loads != nullptr && !of_loads.empty())
        wrong.push_back(at(*own_loads, "at", "stands beside '" + of_loads.front().key + "', which says the loads too",
                           "leave out one of the two"));
    if (!of_loads.empty()) block.loads = loads_of(of_loads, wrong);
}

/// What `table` says itself, and of the plan what it does not say.
Block block_of(const Node& table, const Node& plan, bool is_grid, Diagnostics& wrong) {
    const auto find = [&](const char* key) {
        const Node* own = is_grid ? nullptr : table.find(key);
        return own != nullptr ? own : plan.find(key);
    };
    Block block;
    const Node* array = find("array");
    const Node* workload = find("workload");
    if (array != nullptr) block.arrays = names_in(*array, "array", wrong);
    if (workload != nullptr) block.workloads = names_in(*workload, "workload", wrong);
    if (array == nullptr) wrong.push_back(at(table, "array", "missing: which arrays?", "array = \"aff-a800\""));
    if (workload == nullptr)
        wrong.push_back(at(table, "workload", "missing: which workloads?", "workload = \"4k-random-read\""));
    const Node* loads = find("at");
    block.loads = {{}};
    if (loads != nullptr) block.loads = loads_at(*loads, wrong);
    if (table.key.empty() && &table == &plan) return block;
    const auto own = is_grid ? std::vector<std::string>{} : std::vector<std::string>{"array", "workload", "at"};
    // What the plan says for all of its tables, a table of points may say anew.
    take_axes(axes_of(table, own, wrong), block, is_grid ? loads : table.find("at"), wrong);
    return block;
}

void read_blocks(const Node& root, std::vector<Block>& blocks, Diagnostics& wrong) {
    const Node* grid = root.find("grid");
    const Node* points = root.find("points");
    if (grid != nullptr && grid->kind != NodeKind::table)
        wrong.push_back(at(*grid, "grid", "a table of keys and their values is due", "[grid]"));
    if (grid != nullptr && grid->kind == NodeKind::table) blocks.push_back(block_of(*grid, root, true, wrong));
    if (points != nullptr && (points->kind != NodeKind::list || points->children.empty()))
        wrong.push_back(at(*points, "points", "a list of tables is due", "[[points]]"));
    if (points != nullptr && points->kind == NodeKind::list) {
        for (const Node& each : points->children) {
            if (each.kind == NodeKind::table) blocks.push_back(block_of(each, root, false, wrong));
            if (each.kind != NodeKind::table) wrong.push_back(at(each, "points", "a table is due", "[[points]]"));
        }
    }
    if (grid == nullptr && points == nullptr) blocks.push_back(block_of(root, root, false, wrong));
}

double points_of(const Block& block) {
    double points = static_cast<double>(block.arrays.size() * block.workloads.size() * block.loads.size());
    for (const auto* axes : {&block.array_axes, &block.workload_axes})
        for (const Axis& axis : *axes) points *= static_cast<double>(axis.values.size());
    return points;
}

}  // namespace

void describe(spec::Section& section, Settings& settings) {
    int schema = 1;
    section.field({"schema", "version of this document's form", {1, 1}}, schema);
    section.field({"name", "name, as in the file's"}, settings.name);
    section.field({"description", "what it is for", {}, spec::Presence::optional}, settings.description);
    section.choice({"solver", "mean values in a millisecond, or every I/O", {}, spec::Presence::optional},
                   settings.solver,
                   {{"fast", static_cast<int>(Solver::fast)}, {"simulate", static_cast<int>(Solver::simulate)}});
    section.field({"seed", "of the random numbers", {0, 2e9}, spec::Presence::optional}, settings.seed);
    section.field(
        {"max_ios", "I/Os after which a simulated point ends", {fewest_ios, most_ios}, spec::Presence::optional},
        settings.max_ios);
    section.field({"intervals",
                   "also the intervals of calibrated arrays, which take tens of milliseconds a curve",
                   {},
                   spec::Presence::optional},
                  settings.intervals);
}

Result<Plan> read_plan(const spec::Document& document) {
    Plan plan;
    Diagnostics wrong = read_settings(document, plan.settings);
    read_blocks(document.root(), plan.blocks, wrong);
    const double points = std::accumulate(plan.blocks.begin(), plan.blocks.end(), 0.0,
                                          [](double sum, const Block& block) { return sum + points_of(block); });
    if (points > most_points)
        wrong.push_back(at(document.root(), "", fmt::format("{:.3g} points are more than {:.0f}", points, most_points),
                           "sweep one axis after the other"));
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    return plan;
}

std::size_t combinations(const std::vector<Axis>& axes) {
    return std::accumulate(axes.begin(), axes.end(), std::size_t{1},
                           [](std::size_t product, const Axis& axis) { return product * axis.values.size(); });
}

}  // namespace arraytwin::sweep
