#include "models/solidfire/family.hpp"

#include "lib/spec/reader.hpp"
#include "lib/spec/schema.hpp"
#include "lib/twin/simulated_twin.hpp"
#include "models/failures/rebuild.hpp"
#include "models/solidfire/capacity.hpp"
#include "models/solidfire/solidfire.hpp"

namespace arraytwin::solidfire {

namespace {

constexpr Reference references[] = {
    {"media.drive", "drives", "media"},
    {"nodes.journal.kind", "journals", "nodes.journal"},
    {"fabric.protocol", "protocols", "fabric.frames"},
    {"fabric.ports.kind", "links", "fabric.ports"},
    {"fabric.hosts.ports.kind", "links", "fabric.hosts.ports"},
    {"calibration", "calibrations", "costs"},
};

/// Each byte is read from its other copy and written once, by all block drives that are left.
std::string rebuild_note(const Parameters& array) {
    const auto lost =
        array.failures.nodes.empty() ? static_cast<int>(array.failures.drives.size()) : array.block_drives_of_node();
    const int left = array.nodes.count * array.block_drives_of_node() - lost;
    const Bandwidth rate = failures::fresh_write_rate(array.media.ssd) * (array.failures.rebuild_share() * left / 2);
    const double held = static_cast<double>(array.media.ssd.size.count()) * array.fill() * lost;
    return failures::rebuild_note(Bytes{static_cast<std::int64_t>(held)}, rate) +
           ", if the network does not hold it up";
}

Result<BuiltTwin> build(const spec::Document& resolved) {
    auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(std::move(parameters.error()));
    BuiltTwin built;
    built.header = parameters->header;
    if (parameters->failures.rebuilds()) built.warnings.push_back(rebuild_note(*parameters));
    built.twin = std::make_unique<twin::SimulatedTwin<SolidFire, Parameters>>(std::move(*parameters));
    return built;
}

std::vector<spec::KeyInfo> keys() { return spec::keys_of<Parameters>(); }

std::string schema() {
    return spec::json_schema("arraytwin array, family solidfire", keys(), spec::SchemaForm::as_written);
}

Result<Capacity> capacity(const spec::Document& resolved, const spec::DataFolder& data) {
    const auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(parameters.error());
    const auto rules = data.load("capacity", "solidfire").and_then([](const spec::Document& document) {
        return spec::read<CapacityRules>(document);
    });
    if (!rules) return tl::unexpected(rules.error());
    return capacity_of(*parameters, *rules);
}

}  // namespace

const Family& family() {
    static const Family solidfire{
        "solidfire", "NetApp SolidFire: clusters of Element nodes", references, &build, &keys, &schema, &capacity};
    return solidfire;
}

}  // namespace arraytwin::solidfire
