#include "lib/twin/references.hpp"

#include <utility>

#include "lib/spec/placed.hpp"

namespace arraytwin {

Result<spec::Document> lay_references(spec::Document spec, const spec::DataFolder& data,
                                      std::span<const Reference> references) {
    for (const Reference& reference : references) {
        const auto name = spec.text(reference.key);
        if (!name) continue;
        auto named = data.load(reference.kind, *name);
        if (!named) return tl::unexpected(spec::placed(named.error(), *spec.find(reference.key), reference.key));
        spec.lay_beneath(reference.table, *named, {"schema", "name", "provenance", "fit", "workloads"});
    }
    return spec;
}

}  // namespace arraytwin
