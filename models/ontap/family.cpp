#include "models/ontap/family.hpp"

#include "lib/spec/reader.hpp"
#include "lib/spec/schema.hpp"
#include "lib/twin/simulated_twin.hpp"
#include "models/failures/rebuild.hpp"
#include "models/ontap/capacity.hpp"
#include "models/ontap/ontap.hpp"

namespace arraytwin::ontap {

namespace {

constexpr Reference references[] = {
    {"media.drive", "drives", "media"},
    {"nodes.journal.kind", "journals", "nodes.journal"},
    {"fabric.protocol", "protocols", "fabric.frames"},
    {"fabric.ports.kind", "links", "fabric.ports"},
    {"fabric.hosts.ports.kind", "links", "fabric.hosts.ports"},
    {"software.kind", "software", "software"},
    {"software.compression_group", "compression_groups", "software.compression"},
    {"calibration", "calibrations", "costs"},
};

Result<BuiltTwin> build(const spec::Document& resolved) {
    auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(std::move(parameters.error()));
    BuiltTwin built;
    built.header = parameters->header;
    if (parameters->failures.rebuilds()) {
        const media::SsdParameters& drive = parameters->media.ssd;
        const Bandwidth rate = failures::fresh_write_rate(drive) * parameters->failures.rebuild_share();
        built.warnings.push_back(failures::rebuild_note(drive.size, rate));
    }
    built.twin = std::make_unique<twin::SimulatedTwin<Ontap, Parameters>>(std::move(*parameters));
    return built;
}

std::vector<spec::KeyInfo> keys() { return spec::keys_of<Parameters>(); }

std::string schema() {
    return spec::json_schema("arraytwin array, family ontap", keys(), spec::SchemaForm::as_written);
}

Result<Capacity> capacity(const spec::Document& resolved, const spec::DataFolder& data) {
    const auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(parameters.error());
    const auto rules = data.load("capacity", "ontap").and_then([](const spec::Document& document) {
        return spec::read<CapacityRules>(document);
    });
    if (!rules) return tl::unexpected(rules.error());
    auto capacity = capacity_of(*parameters, *rules);
    if (!capacity) {
        for (Diagnostic& diagnostic : capacity.error()) diagnostic.file = resolved.name();
    }
    return capacity;
}

}  // namespace

const Family& family() {
    static const Family ontap{"ontap",  "NetApp AFF and FAS: WAFL on HA pairs", references, &build, &keys, &schema,
                              &capacity};
    return ontap;
}

}  // namespace arraytwin::ontap
