// What a spec only names (its drive, its links, its calibration), laid beneath the table that uses it.
#pragma once

#include <span>
#include <string_view>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/document.hpp"

namespace arraytwin {

/// A key that names a document of the data folder, and the table beneath which that document's keys are laid.
struct Reference {
    std::string_view key;    ///< "media.drive"
    std::string_view kind;   ///< folder of the data folder: "drives"
    std::string_view table;  ///< "media"
};

/// `spec` with all that it names beneath it. A name that stands for nothing is reported where it was given; a key that is
/// missing is left to the reader.
Result<spec::Document> lay_references(spec::Document spec, const spec::DataFolder& data,
                                      std::span<const Reference> references);

}  // namespace arraytwin
