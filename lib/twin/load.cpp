#include "lib/twin/load.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace arraytwin {

namespace {

Result<const Family*> family_of(const spec::Document& document) {
    const auto name = document.text("family");
    std::vector<std::string_view> known;
    for (const Family* family : families()) {
        if (name && family->name == *name) return family;
        known.push_back(family->name);
    }
    Diagnostic diagnostic{document.name(), 0, 0, "family", "missing: the model that this array is an instance of", ""};
    if (const spec::Node* node = document.find("family")) {
        diagnostic.file = node->position.file;
        diagnostic.line = node->position.line;
        diagnostic.column = node->position.column;
        diagnostic.message = fmt::format("no model for {}", spec::describe_found(*node));
    }
    diagnostic.help = fmt::format("allowed: {}", fmt::join(known, ", "));
    return tl::unexpected(Diagnostics{diagnostic});
}

/// Its own keys, and beneath them the documents that they name.
Result<spec::Document> with_references(const Family& family, const spec::DataFolder& data,
                                       std::string_view name_or_path, const std::vector<std::string>& overrides) {
    auto document = data.load("arrays", name_or_path, overrides);
    if (!document) return document;
    return lay_references(std::move(*document), data, family.references);
}

bool same(const spec::Node* a, const spec::Node* b) {
    if (a == nullptr || b == nullptr) return a == b;
    return a->kind == b->kind && a->integer == b->integer && a->number == b->number && a->boolean == b->boolean &&
           (a->kind != spec::NodeKind::text || a->text == b->text);
}

/// The array that a calibration was fitted to: of the data folder, or, if there is none of that name, the one that is
/// asked for, before any override.
std::string fitted_array(const spec::DataFolder& data, const std::string& name, std::string_view asked_for) {
    const auto names = data.names("arrays");
    const bool own =
        std::filesystem::path{asked_for}.stem() == name && std::find(names.begin(), names.end(), name) == names.end();
    return own ? std::string{asked_for} : name;
}

/// `key = value` for each key in which the array is not the one that its calibration was fitted to.
Result<std::vector<std::string>> departures_of(const ResolvedArray& array, std::string_view name_or_path,
                                               const spec::DataFolder& data) {
    const auto fitted_to = array.document.text("costs.array");
    if (!fitted_to) return {};  // priors: nobody's
    const std::string same_calibration = "calibration=" + array.document.text("calibration").value_or("");
    const auto fitted =
        with_references(*array.family, data, fitted_array(data, *fitted_to, name_or_path), {same_calibration});
    if (!fitted) return tl::unexpected(fitted.error());
    std::vector<std::string> departures;
    for (const spec::KeyInfo& key : array.family->keys()) {
        if (key.kind == spec::KeyKind::table || key.key == "name" || key.key == "calibration") continue;
        if (key.key == "options") continue;  // what else it is sold with
        const spec::Node* own = array.document.find(key.key);
        if (same(own, fitted->find(key.key))) continue;
        departures.push_back(fmt::format("{} = {}", key.key, own != nullptr ? spec::to_toml(*own) : "left out"));
    }
    return departures;
}

}  // namespace

Result<ResolvedArray> resolve_array(const spec::DataFolder& data, std::string_view name_or_path,
                                    const std::vector<std::string>& overrides) {
    auto document = data.load("arrays", name_or_path, overrides);
    if (!document) return tl::unexpected(std::move(document.error()));
    const auto family = family_of(*document);
    if (!family) return tl::unexpected(family.error());
    auto resolved = lay_references(std::move(*document), data, (*family)->references);
    if (!resolved) return tl::unexpected(std::move(resolved.error()));
    ResolvedArray array{*family, std::move(*resolved), {}, {}};
    if (const auto calibration = array.document.text("calibration")) {
        auto fitted = data.load("calibrations", *calibration);
        if (!fitted) return tl::unexpected(std::move(fitted.error()));
        array.calibration = std::move(*fitted);
    }
    auto departures = departures_of(array, name_or_path, data);
    if (!departures) return tl::unexpected(std::move(departures.error()));
    array.departures = std::move(*departures);
    return array;
}

Result<BuiltTwin> build_array(const ResolvedArray& resolved) {
    auto built = resolved.family->build(resolved.document);
    if (!built) return built;
    auto record = twin::read_record(resolved.calibration);
    if (!record) return tl::unexpected(std::move(record.error()));
    if (auto wrong = twin::check_workloads(resolved.calibration); !wrong.empty())
        return tl::unexpected(std::move(wrong));
    built->spec = std::make_shared<twin::CalibratedSpec>(
        twin::CalibratedSpec{resolved.family, resolved.document, resolved.calibration, std::move(*record)});
    const bool fitted = resolved.document.text("costs.array").has_value();
    built->grade = fitted && resolved.departures.empty() ? Grade::calibrated : Grade::spec_only;
    if (!fitted) built->warnings.push_back("its costs are the family's priors: nobody fitted them to this array");
    for (const std::string& departure : resolved.departures) {
        built->warnings.push_back(fmt::format("not as calibrated: {}", departure));
    }
    return built;
}

Workload as_calibrated(const BuiltTwin& array, const Workload& workload) {
    return array.spec ? twin::as_calibrated(*array.spec, workload) : workload;
}

}  // namespace arraytwin
