// Inside the report: values of JSON documents, and their layout of a small object to a line. Brings in the JSON library's
// header, so only those who write JSON include it.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace arraytwin::report {

using Json = nlohmann::ordered_json;

/// null for what is absent or not a number.
inline Json number_or_null(std::optional<double> value) {
    return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

inline Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

/// The document; a container is unfolded only if it is, or directly holds, an array of containers. Ends in a newline.
std::string json_text(const Json& json);

}  // namespace arraytwin::report
