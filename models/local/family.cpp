#include "models/local/family.hpp"

#include "lib/spec/reader.hpp"
#include "lib/spec/schema.hpp"
#include "lib/twin/simulated_twin.hpp"
#include "models/local/local.hpp"

namespace arraytwin::local {

namespace {

constexpr Reference references[] = {
    {"calibration", "calibrations", "costs"},
};

Result<BuiltTwin> build(const spec::Document& resolved) {
    auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(std::move(parameters.error()));
    BuiltTwin built;
    built.header = parameters->header;
    built.twin = std::make_unique<twin::SimulatedTwin<Local, Parameters>>(std::move(*parameters));
    return built;
}

std::vector<spec::KeyInfo> keys() { return spec::keys_of<Parameters>(); }

std::string schema() {
    return spec::json_schema("arraytwin array, family local", keys(), spec::SchemaForm::as_written);
}

}  // namespace

const Family& family() {
    static const Family local{"local", "Drives attached straight to one host", references, &build, &keys, &schema};
    return local;
}

}  // namespace arraytwin::local
