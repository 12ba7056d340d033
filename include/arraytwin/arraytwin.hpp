// The one header that users of the library include: load an array and a workload, predict the curve.
//
//     auto array = arraytwin::load_array("aff-a800");
//     auto load  = arraytwin::load_workload("8k:70r:100rand");
//     auto curve = arraytwin::predict(array, load, {.seed = 1});
//
// Thin wrappers that throw `Error` where the library returns a Result; those who build without exceptions include
// lib/twin/load.hpp and lib/twin/predict.hpp instead. Thread-safe: an Array is immutable and nothing is shared.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arraytwin/find_data.hpp"
#include "arraytwin/version.hpp"
#include "lib/application/application.hpp"
#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/predict.hpp"
#include "lib/twin/predict_application.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin {

/// Everything that is wrong with the input; what() is the text of all diagnostics.
class Error : public std::runtime_error {
public:
    explicit Error(Diagnostics diagnostics)
        : std::runtime_error{to_text(diagnostics)}, diagnostics_{std::move(diagnostics)} {}

    const Diagnostics& diagnostics() const noexcept { return diagnostics_; }

private:
    Diagnostics diagnostics_;
};

/// The value, or throws what is wrong.
template <class T>
T value_or_throw(Result<T>&& result) {
    if (!result) throw Error{std::move(result.error())};
    return *std::move(result);
}

/// "aff-a800" for itself and for "my/aff-a800.toml".
inline std::string document_name(std::string_view name_or_path) {
    const auto file = std::filesystem::path{name_or_path}.filename();
    return (file.extension() == ".toml" ? file.stem() : file).string();
}

/// An array under its name, ready to be asked.
struct Array {
    std::string name;
    BuiltTwin built;
};

struct LoadOptions {
    std::string data = {};                    ///< the data folder; empty: as find_data says
    std::vector<std::string> overrides = {};  ///< of an array: "media.count=12" and the like
};

/// `name_or_path`: a document in data/arrays, or a path.
inline Array load_array(std::string_view name_or_path, const LoadOptions& options = {}) {
    const spec::DataFolder data{find_data(options.data)};
    const auto resolved = value_or_throw(resolve_array(data, name_or_path, options.overrides));
    return {document_name(name_or_path), value_or_throw(build_array(resolved))};
}

/// A name in data/workloads, a path, or inline: "8k:70r:100rand".
inline Workload load_workload(std::string_view name_path_or_inline, const LoadOptions& options = {}) {
    return value_or_throw(load_workload(spec::DataFolder{find_data(options.data)}, name_path_or_inline));
}

/// The curve that a review would have measured, or the loads of `options`.
inline Curve predict(const Array& array, const Workload& workload, const PredictOptions& options = {}) {
    return value_or_throw(predict(array.built, array.name, workload, options)).curve;
}

/// A name in data/applications, or a path.
inline Application load_application(std::string_view name_or_path, const LoadOptions& options = {}) {
    return value_or_throw(load_application(spec::DataFolder{find_data(options.data)}, name_or_path));
}

/// What an application gets from an array, for each number of virtual machines.
inline ApplicationCurve predict(const Array& array, const Application& application, const std::vector<int>& vms,
                                const PredictOptions& options = {}) {
    return value_or_throw(predict(array.built, array.name, application, vms, options)).curve;
}

}  // namespace arraytwin
