// A family of arrays: what turns a spec into a Twin. Each folder of models/ with a family.hpp adds one.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/document.hpp"
#include "lib/spec/keys.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/array_header.hpp"
#include "lib/twin/calibrated_spec.hpp"
#include "lib/twin/capacity.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/twin/references.hpp"
#include "lib/twin/twin.hpp"

namespace arraytwin {

/// An array that has been read and found sound.
struct BuiltTwin {
    twin::ArrayHeader header;
    std::unique_ptr<const twin::Twin> twin;
    Grade grade = Grade::spec_only;
    std::shared_ptr<const twin::CalibratedSpec> spec;  ///< the documents that it was built from
    std::vector<std::string> warnings;                 ///< where the array is not the one that its costs were fitted to
};

struct Family {
    std::string_view name;
    std::string_view description;

    /// What a spec of the family names: drives, links, its calibration.
    std::span<const Reference> references;

    /// Everything that is wrong with a resolved spec, or the array.
    Result<BuiltTwin> (*build)(const spec::Document& resolved);

    /// The keys of a resolved spec, and of one as it is written.
    std::vector<spec::KeyInfo> (*keys)();
    std::string (*schema)();

    /// How the capacity of a sound spec comes about; rules of the family's software are in data/capacity.
    Result<Capacity> (*capacity)(const spec::Document& resolved, const spec::DataFolder& data) = nullptr;
};

/// All families; generated from the folders of models/.
std::span<const Family* const> families();

}  // namespace arraytwin
