#include "lib/twin/load.hpp"

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

}  // namespace

Result<ResolvedArray> resolve_array(const spec::DataFolder& data, std::string_view name_or_path,
                                    const std::vector<std::string>& overrides) {
    auto document = data.load("arrays", name_or_path, overrides);
    if (!document) return tl::unexpected(std::move(document.error()));
    const auto family = family_of(*document);
    if (!family) return tl::unexpected(family.error());
    auto resolved = (*family)->resolve(std::move(*document), data);
    if (!resolved) return tl::unexpected(std::move(resolved.error()));
    return ResolvedArray{*family, std::move(*resolved), overrides};
}

Result<BuiltTwin> build_array(const ResolvedArray& resolved) {
    auto built = resolved.family->build(resolved.document);
    if (!built) return built;
    for (const std::string& override_ : resolved.overrides) {
        built->grade = Grade::spec_only;
        built->warnings.push_back(fmt::format("outside what was calibrated: {}", override_));
    }
    return built;
}

}  // namespace arraytwin
