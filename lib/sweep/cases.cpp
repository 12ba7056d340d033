#include "lib/sweep/cases.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "lib/spec/placed.hpp"
#include "lib/spec/reader.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/sweep/axes.hpp"
#include "lib/twin/load.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::sweep {

namespace {

using spec::Node;

/// The values of the `index`th combination; the last axis changes fastest.
std::vector<Setting> settings_of(const std::vector<Axis>& axes, std::size_t index) {
    std::vector<Setting> settings(axes.size());
    for (std::size_t a = axes.size(); a-- > 0;) {
        settings[a] = {axes[a].key, axes[a].values[index % axes[a].values.size()], axes[a].position};
        index /= axes[a].values.size();
    }
    return settings;
}

/// The value alone: sources and spreads are the plan's remarks.
std::string value_text(const Setting& setting) {
    Node value = setting.value;
    value.annotation = {};
    return spec::to_toml(value);
}

std::string words_of(const std::vector<Setting>& settings) {
    std::vector<std::string> words;
    for (const Setting& setting : settings) words.push_back(fmt::format("{} = {}", setting.key, value_text(setting)));
    return fmt::format("{}", fmt::join(words, ", "));
}

Diagnostic at_setting(const Setting& setting, std::string message, std::string help = "") {
    return at(setting.value, "workload." + spec::printable(setting.key), std::move(message), std::move(help));
}

bool is_about(const std::string& key, const std::string& setting) {
    return key.starts_with(setting) && (key.size() == setting.size() || key[setting.size()] == '.');
}

/// What `file` said of a key that the plan set is told where the plan sets it; of what else is wrong, for which values.
Diagnostics told_in_plan(Diagnostics diagnostics, const std::string& file, const std::vector<Setting>& settings,
                         const std::string& prefix) {
    for (Diagnostic& diagnostic : diagnostics) {
        const auto setting = std::find_if(settings.begin(), settings.end(),
                                          [&](const Setting& each) { return is_about(diagnostic.key, each.key); });
        if (diagnostic.file == file && setting != settings.end()) {
            const bool any_value = diagnostic.message.starts_with("unknown key");
            const spec::Position& position = any_value ? setting->axis : setting->value.position;
            diagnostic.file = position.file;
            diagnostic.line = position.line;
            diagnostic.column = position.column;
            diagnostic.key = prefix + diagnostic.key;
        } else if (!settings.empty() && diagnostic.line != 0) {
            diagnostic.help += fmt::format("{}with {}", diagnostic.help.empty() ? "" : "; ", words_of(settings));
        }
    }
    return diagnostics;
}

std::string label_of(const std::string& name_or_path) {
    const std::filesystem::path path{name_or_path};
    return path.extension() == ".toml" ? path.stem().string() : name_or_path;
}

std::string array_text(const ResolvedArray& array) {
    return fmt::format("{}\n{}\n{}\n", spec::to_toml(array.document.root()), spec::to_toml(array.calibration.root()),
                       fmt::join(array.departures, "\n"));
}

std::string workload_text(const Workload& workload) {
    if (workload.parts.empty()) return spec::to_toml(document_of(workload).root()) + "\n";
    std::string text;
    for (const WorkloadPart& part : workload.parts)
        text += fmt::format("{}..{}: {}", part.on.first, part.on.first + part.on.count, workload_text(part.workload));
    return text;
}

/// Under a name of its own, as it no longer is the workload that anyone measured.
Result<Workload> changed(const Workload& workload, const std::vector<Setting>& settings) {
    if (settings.empty()) return workload;
    if (!workload.parts.empty()) {
        return tl::unexpected(Diagnostics{at_setting(settings.front(), "has no such key: it has parts")});
    }
    spec::Document document = document_of(workload);
    Diagnostics wrong;
    for (const Setting& setting : settings) {
        if (document.find(setting.key) != nullptr) {
            document.replace(setting.key, setting.value);
            continue;
        }
        std::vector<std::string> known;
        for (const Node& node : document.root().children) known.push_back(node.key);
        const auto near = spec::did_you_mean(setting.key, known);
        wrong.push_back(at_setting(setting, "unknown key of the workload",
                                   near.empty() ? "its keys are " + spec::listed(known) : near));
    }
    if (!wrong.empty()) return tl::unexpected(std::move(wrong));
    auto read = spec::read<Workload>(document);
    if (!read) return tl::unexpected(told_in_plan(std::move(read.error()), document.name(), settings, "workload."));
    read->name += fmt::format(" with {}", words_of(settings));
    return read;
}

}  // namespace

Result<ArrayCase> array_case(const Block& block, std::size_t index, const spec::DataFolder& data) {
    const std::size_t each = combinations(block.array_axes);
    const Node& name = block.arrays[index / each];
    ArrayCase array{label_of(name.text), settings_of(block.array_axes, index % each), {}, {}};
    std::vector<std::string> overrides;
    for (const Setting& setting : array.settings) overrides.push_back(setting.key + "=" + value_text(setting));
    const auto located = [&](Diagnostics wrong) {
        return tl::unexpected(spec::placed(told_in_plan(std::move(wrong), "--set", array.settings, ""), name, "array"));
    };
    const auto resolved = resolve_array(data, name.text, overrides);
    if (!resolved) return located(resolved.error());
    array.document = array_text(*resolved);
    auto built = build_array(*resolved);
    if (!built) return located(std::move(built.error()));
    array.built = std::move(*built);
    return array;
}

Result<WorkloadCase> workload_case(const Block& block, std::size_t index, const ArrayCase& array,
                                   const spec::DataFolder& data) {
    const std::size_t each = combinations(block.workload_axes);
    const Node& name = block.workloads[index / each];
    const auto loaded = load_workload(data, name.text);
    if (!loaded) return tl::unexpected(spec::placed(loaded.error(), name, "workload"));
    WorkloadCase workload{label_of(name.text), settings_of(block.workload_axes, index % each), {}, {}, 0};
    auto own = changed(as_calibrated(array.built, *loaded), workload.settings);
    if (!own) return tl::unexpected(std::move(own.error()));
    const int volumes = array.built.twin->volumes();
    auto on_volumes = place_parts(std::move(*own), volumes);
    if (!on_volumes) return tl::unexpected(spec::placed(std::move(on_volumes.error()), name, "workload"));
    workload.workload = std::move(*on_volumes);
    workload.document = workload_text(workload.workload);
    workload.outstanding = threads_of(workload.workload, volumes);
    return workload;
}

}  // namespace arraytwin::sweep
