#include "models/ontap/family.hpp"

#include <fmt/format.h>

#include "lib/spec/reader.hpp"
#include "lib/spec/schema.hpp"
#include "lib/twin/simulated_twin.hpp"
#include "models/ontap/ontap.hpp"

namespace arraytwin::ontap {

namespace {

/// A key that names a document, and the table beneath which that document's keys are laid.
struct Reference {
    std::string_view key;
    std::string_view kind;
    std::string_view table;
};

constexpr Reference references[] = {
    {"media.drive", "drives", "media"},
    {"nodes.journal.kind", "journals", "nodes.journal"},
    {"fabric.protocol", "protocols", "fabric.frames"},
    {"fabric.ports.kind", "links", "fabric.ports"},
    {"fabric.hosts.ports.kind", "links", "fabric.hosts.ports"},
    {"calibration", "calibrations", "costs"},
};

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

Result<spec::Document> resolve(spec::Document document, const spec::DataFolder& data) {
    for (const Reference& reference : references) {
        const auto name = document.text(reference.key);
        if (!name) continue;  // the reader will say that it is missing
        auto named = data.load(reference.kind, *name);
        if (!named) return tl::unexpected(placed(named.error(), *document.find(reference.key), reference.key));
        document.lay_beneath(reference.table, *named, {"schema", "name", "provenance"});
    }
    return document;
}

Result<BuiltTwin> build(const spec::Document& resolved) {
    auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(std::move(parameters.error()));
    BuiltTwin built;
    built.header = parameters->header;
    built.twin = std::make_unique<twin::SimulatedTwin<Ontap, Parameters>>(std::move(*parameters));
    return built;
}

std::vector<spec::KeyInfo> keys() { return spec::keys_of<Parameters>(); }

std::string schema() {
    return spec::json_schema("arraytwin array, family ontap", keys(), spec::SchemaForm::as_written);
}

}  // namespace

const Family& family() {
    static const Family ontap{"ontap", "NetApp AFF and FAS: WAFL on HA pairs", &resolve, &build, &keys, &schema};
    return ontap;
}

}  // namespace arraytwin::ontap
