#include "lib/report/json_text.hpp"

#include <algorithm>

namespace arraytwin::report {
namespace {

bool is_structured(const Json& json) { return json.is_structured() && !json.empty(); }

bool holds_objects_in_array(const Json& json) {
    return std::any_of(json.begin(), json.end(), [](const Json& child) {
        return child.is_array() && std::any_of(child.begin(), child.end(), is_structured);
    });
}

/// One line for what is small: a container is unfolded only if it is, or directly holds, an array of containers.
void write(std::string& out, const Json& json, std::size_t indent) {
    const bool is_list = json.is_array() && std::any_of(json.begin(), json.end(), is_structured);
    if (!is_list && !(json.is_object() && holds_objects_in_array(json))) {
        out += json.dump(-1, ' ', false, Json::error_handler_t::replace);
        return;
    }
    out += json.is_array() ? '[' : '{';
    const char* separator = "\n";
    for (const auto& [key, child] : json.items()) {
        out.append(separator).append(indent + 2, ' ');
        if (json.is_object()) out += Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
        write(out, child, indent + 2);
        separator = ",\n";
    }
    out.append("\n").append(indent, ' ');
    out += json.is_array() ? ']' : '}';
}

}  // namespace

std::string json_text(const Json& json) {
    std::string out;
    write(out, json, 0);
    return out + "\n";
}

}  // namespace arraytwin::report
