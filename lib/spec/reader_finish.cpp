// The end of reading: what nothing described, what is missing as a whole, and all of it in order.
#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "lib/spec/reader.hpp"
#include "lib/spec/reader_report.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::spec {
namespace {

constexpr std::size_t most_diagnostics = 100;

/// Whether `key` is `table` or stands in it, however deep; everything stands in the root, "".
bool is_below(std::string_view key, std::string_view table) {
    return table.empty() || (key.starts_with(table) && (key.size() == table.size() || key[table.size()] == '.'));
}

std::string_view last_part(std::string_view key) {
    const auto dot = key.rfind('.');
    return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

/// The same key in another table, or else the nearest of this one; of a table the other way round, as it holds too much to
/// have been meant as one value.
std::string help_for_unknown(const Node& found, const std::vector<std::string>& of_table,
                             const std::vector<std::string>& of_document) {
    const std::string near = did_you_mean(found.key, of_table);
    if (found.kind == NodeKind::table && !near.empty()) return near;
    for (const auto& other : of_document)
        if (last_part(other) == found.key) return fmt::format("did you mean '{}'?", other);
    return near;
}

void sort_by_position(Diagnostics& diagnostics, const std::vector<std::string>& files) {
    const auto place = [&](const Diagnostic& d) {
        const auto rank = std::find(files.begin(), files.end(), d.file) - files.begin();
        return std::tuple(rank, d.line, d.column);
    };
    std::stable_sort(diagnostics.begin(), diagnostics.end(),
                     [&](const Diagnostic& a, const Diagnostic& b) { return place(a) < place(b); });
}

}  // namespace

bool Reader::Report::sound(std::string_view table) const {
    return std::none_of(broken.begin(), broken.end(),
                        [&](const std::string& key) { return is_below(key, table) || is_below(table, key); });
}

void Reader::find_missing_tables() {
    if (node_ == nullptr && presence_ == Presence::required) {
        const auto needs = required_.empty() ? std::string{} : "it needs " + listed(required_);
        report_.add(here_, path_, fmt::format("a required table is missing: {}", meaning_), needs,
                    Report::Effect::breaks_key);
    }
    for (const auto& child : children_) child->find_missing_tables();
}

void Reader::list_described(std::vector<std::string>& described) const {
    for (const auto& key : described_) described.push_back(path_to(key));
    for (const auto& child : children_) child->list_described(described);
}

void Reader::find_unknown_keys(const std::vector<std::string>& described) {
    for (const auto& child : children_) child->find_unknown_keys(described);
    if (node_ == nullptr) return;
    for (const auto& found : node_->children) {
        if (std::find(described_.begin(), described_.end(), found.key) != described_.end()) continue;
        auto help = help_for_unknown(found, described_, described);
        if (help.empty() && !described_.empty())
            help = fmt::format("the keys {} are {}", path_.empty() ? "at the top" : "of [" + path_ + "]",
                               listed(described_));
        report_.add(found.key_position, path_to(printable(found.key)),
                    found.kind == NodeKind::table ? "unknown key, a table" : "unknown key", std::move(help),
                    Report::Effect::none);
    }
}

Diagnostics Reader::finish() {
    find_missing_tables();
    std::vector<std::string> described;
    list_described(described);
    find_unknown_keys(described);
    auto result = std::move(report_.diagnostics);
    const auto& faults = report_.document.faults();
    result.insert(result.end(), faults.begin(), faults.end());
    sort_by_position(result, report_.document.files());
    if (result.size() > most_diagnostics) {
        const auto more = result.size() - most_diagnostics;
        result.resize(most_diagnostics);
        result.push_back({report_.document.name(), 0, 0, "", fmt::format("{} more are not shown", more), ""});
    }
    return result;
}

}  // namespace arraytwin::spec
