#include "lib/twin/references.hpp"

#include <utility>

namespace arraytwin {

namespace {

/// Diagnostics of a name that stands for no document say where the name was given.
Diagnostics placed(Diagnostics diagnostics, const spec::Node& name, std::string_view key) {
    for (Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.line != 0) continue;  // it is about the inside of a document
        diagnostic.file = name.position.file;
        diagnostic.line = name.position.line;
        diagnostic.column = name.position.column;
        diagnostic.key = key;
    }
    return diagnostics;
}

}  // namespace

Result<spec::Document> lay_references(spec::Document spec, const spec::DataFolder& data,
                                      std::span<const Reference> references) {
    for (const Reference& reference : references) {
        const auto name = spec.text(reference.key);
        if (!name) continue;
        auto named = data.load(reference.kind, *name);
        if (!named) return tl::unexpected(placed(named.error(), *spec.find(reference.key), reference.key));
        spec.lay_beneath(reference.table, *named, {"schema", "name", "provenance"});
    }
    return spec;
}

}  // namespace arraytwin
