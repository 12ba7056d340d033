#include "models/ontap/family.hpp"

#include "lib/spec/reader.hpp"
#include "lib/spec/schema.hpp"
#include "lib/twin/simulated_twin.hpp"
#include "models/failures/rebuild.hpp"
#include "models/ontap/ontap.hpp"

namespace arraytwin::ontap {

namespace {

constexpr Reference references[] = {
    {"media.drive", "drives", "media"},
    {"nodes.journal.kind", "journals", "nodes.journal"},
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

}  // namespace

const Family& family() {
    static const Family ontap{"ontap", "NetApp AFF and FAS: WAFL on HA pairs", references, &build, &keys, &schema};
    return ontap;
}

}  // namespace arraytwin::ontap
