#include "models/eseries/family.hpp"

#include "lib/spec/reader.hpp"
#include "lib/spec/schema.hpp"
#include "lib/twin/simulated_twin.hpp"
#include "models/eseries/capacity.hpp"
#include "models/eseries/eseries.hpp"
#include "models/eseries/group_failures.hpp"

namespace arraytwin::eseries {

namespace {

constexpr Reference references[] = {
    {"media.drive", "drives", "media"},
    {"fabric.protocol", "protocols", "fabric.frames"},
    {"fabric.ports.kind", "links", "fabric.ports"},
    {"fabric.hosts.ports.kind", "links", "fabric.hosts.ports"},
    {"calibration", "calibrations", "costs"},
};

Result<BuiltTwin> build(const spec::Document& resolved) {
    auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(std::move(parameters.error()));
    BuiltTwin built;
    built.header = parameters->header;
    if (parameters->failures.rebuilds()) built.warnings.push_back(rebuild_note(*parameters));
    built.twin = std::make_unique<twin::SimulatedTwin<Eseries, Parameters>>(std::move(*parameters));
    return built;
}

std::vector<spec::KeyInfo> keys() { return spec::keys_of<Parameters>(); }

std::string schema() {
    return spec::json_schema("arraytwin array, family eseries", keys(), spec::SchemaForm::as_written);
}

Result<Capacity> capacity(const spec::Document& resolved, const spec::DataFolder&) {
    const auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(parameters.error());
    return capacity_of(*parameters);
}

}  // namespace

const Family& family() {
    static const Family eseries{
        "eseries", "NetApp E-Series and EF-Series: SANtricity controller pairs", references, &build, &keys, &schema,
        &capacity};
    return eseries;
}

}  // namespace arraytwin::eseries
