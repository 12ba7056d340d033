#include "models/local/family.hpp"

#include <fmt/format.h>

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

Result<Capacity> capacity(const spec::Document& resolved, const spec::DataFolder&) {
    const auto parameters = spec::read<Parameters>(resolved);
    if (!parameters) return tl::unexpected(parameters.error());
    const Media& media = parameters->media;
    Capacity capacity{static_cast<double>(media.size.count()) * media.count,
                      fmt::format("{} drive{} of {}, which the host uses as they are", media.count,
                                  media.count > 1 ? "s" : "", in_both_units(media.size))};
    capacity.provisioned = static_cast<double>(parameters->volumes.size.count()) * parameters->volumes.count;
    return capacity;
}

}  // namespace

const Family& family() {
    static const Family local{"local",  "Drives attached straight to one host", references, &build, &keys, &schema,
                              &capacity};
    return local;
}

}  // namespace arraytwin::local
