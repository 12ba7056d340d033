#include "apps/cli/document_kind.hpp"

#include <algorithm>
#include <string_view>

#include "lib/application/application.hpp"
#include "lib/plan/candidates.hpp"
#include "lib/plan/need.hpp"
#include "lib/spec/effective.hpp"
#include "lib/spec/keys.hpp"
#include "lib/spec/reader.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/twin/load.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::cli {

namespace {

enum class Kind { array, workload, workload_parts, application, need, unknown };

std::vector<std::string> top_keys(const std::vector<spec::KeyInfo>& keys) {
    static const std::vector<std::string_view> of_any{"schema", "name", "description"};
    std::vector<std::string> top;
    for (const spec::KeyInfo& info : keys) {
        if (info.key.find('.') != std::string::npos) continue;
        if (std::find(of_any.begin(), of_any.end(), info.key) == of_any.end()) top.push_back(info.key);
    }
    return top;
}

bool has_any(const spec::Document& document, const std::vector<std::string>& keys) {
    return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) { return document.find(key) != nullptr; });
}

/// By the key that only this kind has; failing that, by any of its keys, so that what is missing can be told.
Kind kind_of(const spec::Document& document) {
    if (document.find("family") != nullptr) return Kind::array;
    if (has_parts(document)) return Kind::workload_parts;
    if (document.find("block_size") != nullptr || document.find("blocks") != nullptr) return Kind::workload;
    if (document.find("clients_per_vm") != nullptr) return Kind::application;
    if (document.find("workloads") != nullptr) return Kind::need;
    const bool workload = has_any(document, top_keys(spec::keys_of<Workload>()));
    const bool array = std::any_of(families().begin(), families().end(),
                                   [&](const Family* family) { return has_any(document, top_keys(family->keys())); });
    return workload == array ? Kind::unknown : array ? Kind::array : Kind::workload;
}

Diagnostics unknown_kind(const spec::Document& document) {
    Diagnostic diagnostic{document.name(),
                          0,
                          0,
                          "",
                          "neither an array (no key 'family') nor a workload (no key 'block_size') nor an "
                          "application (no key 'clients_per_vm') nor a need (no key 'workloads')",
                          "drives, links and calibrations are checked as parts of the array that names them"};
    for (const spec::Node& node : document.root().children) {
        const auto near =
            spec::nearest(node.key, {"family", "block_size", "blocks", "parts", "clients_per_vm", "workloads"});
        if (!near.empty()) diagnostic.help = "'" + spec::printable(node.key) + "': did you mean '" + near + "'?";
    }
    return {diagnostic};
}

/// Names of arrays come first; an unknown name is told with the names of both.
Result<std::string> path_of(const spec::DataFolder& data, const std::string& name_or_path) {
    auto found = data.find("arrays", name_or_path);
    if (found) return found;
    if (auto workload = data.find("workloads", name_or_path)) return workload;
    if (auto application = data.find("applications", name_or_path)) return application;
    auto known = data.names("arrays");
    const auto workloads = data.names("workloads");
    known.insert(known.end(), workloads.begin(), workloads.end());
    const auto applications = data.names("applications");
    known.insert(known.end(), applications.begin(), applications.end());
    const auto near = spec::did_you_mean(name_or_path, known);
    return tl::unexpected(Diagnostics{
        {spec::printable(name_or_path), 0, 0, "",
         "there is no array, workload or application of that name in " + data.path(),
         near.empty() ? "known are " + spec::listed(known) + "; a path has a '/' or ends in .toml" : near}});
}

/// Origins in the data folder are told from there: "# arrays/aff-a800.toml:12".
std::string with_short_origins(std::string text, const spec::DataFolder& data) {
    const std::string origin = "  # " + data.path() + "/";
    for (auto at = text.find(origin); at != std::string::npos; at = text.find(origin, at)) {
        text.erase(at + 4, origin.size() - 4);
    }
    return text;
}

const Family* family_of(const spec::Document& document) {
    const auto name = document.text("family");
    const auto found =
        std::find_if(families().begin(), families().end(), [&](const Family* family) { return family->name == name; });
    return found == families().end() ? nullptr : *found;
}

/// From the document, not again from its file: that may be a pipe.
CheckedDocument check_array(const spec::Document& document, const spec::DataFolder& data,
                            const std::vector<std::string>& overrides) {
    const Family* family = family_of(document);
    if (family == nullptr) {
        const auto refused = resolve_array(data, document.name(), overrides);
        return {refused ? Diagnostics{} : refused.error(), ""};
    }
    const auto resolved = lay_references(document, data, family->references);
    if (!resolved) return {resolved.error(), ""};
    CheckedDocument checked{{}, with_short_origins(spec::effective(*resolved, family->keys()), data)};
    if (const auto built = family->build(*resolved); !built) checked.wrong = built.error();
    if (const auto options = plan::choices_of({family, *resolved, {}, {}}); !options) {
        checked.wrong.insert(checked.wrong.end(), options.error().begin(), options.error().end());
    }
    return checked;
}

template <class Parameters, class Read>
CheckedDocument check_as(const spec::Document& document, const spec::DataFolder& data, const Read& read) {
    CheckedDocument checked{{}, with_short_origins(spec::effective_of<Parameters>(document), data)};
    if (const auto value = read(document); !value) checked.wrong = value.error();
    return checked;
}

}  // namespace

CheckedDocument check_document(const spec::DataFolder& data, const std::string& name_or_path,
                               const std::vector<std::string>& overrides) {
    const auto path = path_of(data, name_or_path);
    if (!path) return {path.error(), ""};
    const auto document = spec::Document::from_file(*path, overrides);
    if (!document) return {document.error(), ""};
    switch (kind_of(*document)) {
        case Kind::array:
            return check_array(*document, data, overrides);
        case Kind::unknown:
            return {unknown_kind(*document), ""};
        case Kind::application:
            return check_as<Application>(*document, data,
                                         [&](const auto& written) { return read_application(written, data); });
        case Kind::need:
            return check_as<plan::Need>(*document, data,
                                        [&](const auto& written) { return plan::read_need(written, data); });
        case Kind::workload_parts:
            return check_as<WorkloadParts>(*document, data,
                                           [&](const auto& written) { return read_parts(written, data); });
        case Kind::workload:
            break;
    }
    return check_as<Workload>(*document, data, [](const auto& written) { return spec::read<Workload>(written); });
}

}  // namespace arraytwin::cli
