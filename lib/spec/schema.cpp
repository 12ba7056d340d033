#include "lib/spec/schema.hpp"

#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "lib/units/dialect.hpp"

namespace arraytwin::spec {
namespace {

using Json = nlohmann::ordered_json;

std::string_view parent_of(std::string_view key) {
    const auto dot = key.rfind('.');
    return dot == std::string_view::npos ? std::string_view{} : key.substr(0, dot);
}

std::string last_part(std::string_view key) {
    const auto dot = key.rfind('.');
    return std::string{dot == std::string_view::npos ? key : key.substr(dot + 1)};
}

std::string quantity_pattern(const units::Dialect& dialect) {
    std::string names;
    for (const auto& unit : dialect.units) {
        if (!names.empty()) names += '|';
        names += unit.name;
        if (unit.name == "us") names += "|\u00b5s|\u03bcs";  // micro sign, Greek mu
    }
    return fmt::format("^[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)? *({})$", names);
}

Json quantity(const units::Dialect& dialect) { return {{"type", "string"}, {"pattern", quantity_pattern(dialect)}}; }

Json bare_value(const KeyInfo& info) {
    switch (info.kind) {
        case KeyKind::integer:
            return {{"type", "integer"}};
        case KeyKind::number:
            return {{"type", "number"}};
        case KeyKind::boolean:
            return {{"type", "boolean"}};
        case KeyKind::text:
            return {{"type", "string"}};
        case KeyKind::word:
            return {{"enum", info.words}};
        case KeyKind::bytes:
            return quantity(units::byte_dialect);
        case KeyKind::duration:
            return quantity(units::duration_dialect);
        case KeyKind::bandwidth:
            return quantity(units::bandwidth_dialect);
        case KeyKind::frequency:
            return quantity(units::frequency_dialect);
        case KeyKind::table:
        case KeyKind::tables:
            break;
    }
    return Json::object();
}

void add_limit(Json& schema, const char* name, double limit, KeyKind kind) {
    constexpr double far = 9e15;  // beyond it a double does not count whole numbers
    if (limit <= -far || limit >= far) return;
    if (kind == KeyKind::integer) {
        schema[name] = static_cast<std::int64_t>(limit);
    } else {
        schema[name] = limit;
    }
}

/// The value, or the value with its source, confidence and spread.
Json value(const KeyInfo& info) {
    auto bare = bare_value(info);
    if (info.kind == KeyKind::integer || info.kind == KeyKind::number) {
        add_limit(bare, "minimum", info.range.low, info.kind);
        add_limit(bare, "maximum", info.range.high, info.kind);
    }
    if (info.kind == KeyKind::text && info.presence == Presence::required) bare["minLength"] = 1;
    Json annotated = {{"type", "object"},
                      {"properties",
                       {{"value", bare},
                        {"source", {{"$ref", "#/$defs/source"}}},
                        {"confidence", {{"$ref", "#/$defs/confidence"}}},
                        {"spread", {{"$ref", "#/$defs/spread"}}}}},
                      {"required", {"value"}},
                      {"additionalProperties", false}};
    const auto range = range_text(info.kind, info.range);
    Json schema = {{"description", range.empty() ? info.meaning : fmt::format("{} ({})", info.meaning, range)}};
    if (info.presence == Presence::optional && !info.initial.empty()) {
        auto initial = Json::parse(info.initial, nullptr, false);
        if (!initial.is_discarded()) schema["default"] = std::move(initial);
    }
    schema["anyOf"] = Json::array({std::move(bare), std::move(annotated)});
    return schema;
}

Json complete(const std::string& path, const std::vector<KeyInfo>& keys, SchemaForm form);

/// The keys below `path`: what they may be, without saying which must be there; but a list's tables are complete.
Json table(const std::string& path, const std::vector<KeyInfo>& keys) {
    Json properties = Json::object();
    if (path.empty())
        properties["extends"] = {{"type", "string"},
                                 {"description", "the document beneath this one, relative to this file"}};
    for (const auto& info : keys) {
        if (parent_of(info.key) != path) continue;
        auto& schema = properties[last_part(info.key)];
        if (info.kind == KeyKind::tables) {
            const auto element = info.key + "[]";
            auto items = table(element, keys);
            items["required"] = complete(element, keys, SchemaForm::resolved).value("required", Json::array());
            schema = {{"type", "array"}, {"minItems", 1}, {"items", std::move(items)}};
        } else if (info.kind == KeyKind::table) {
            schema = table(info.key, keys);
        } else {
            schema = value(info);
            continue;
        }
        schema["description"] = info.meaning;
    }
    return {{"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
}

/// What must be there below `path` in a document that extends none.
Json complete(const std::string& path, const std::vector<KeyInfo>& keys, SchemaForm form) {
    Json required = Json::array();
    Json tables = Json::object();
    for (const auto& info : keys) {
        if (parent_of(info.key) != path) continue;
        const bool table = info.kind == KeyKind::table;
        const bool elsewhere = table && form == SchemaForm::as_written;
        if (info.presence == Presence::required && !elsewhere) required.push_back(last_part(info.key));
        if (!table || elsewhere) continue;
        auto below = complete(info.key, keys, form);
        if (!below.empty()) tables[last_part(info.key)] = std::move(below);
    }
    Json schema = Json::object();
    if (!required.empty()) schema["required"] = std::move(required);
    if (!tables.empty()) schema["properties"] = std::move(tables);
    return schema;
}

}  // namespace

std::string json_schema(std::string_view title, const std::vector<KeyInfo>& keys, SchemaForm form) {
    Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", title}};
    schema.update(table("", keys));
    schema["if"] = {{"required", {"extends"}}};
    schema["else"] = {{"$ref", "#/$defs/complete"}};
    schema["$defs"] = {
        {"source", {{"type", "string"}, {"description", "where the value comes from"}}},
        {"confidence",
         {{"enum", {"D", "W", "I", "R"}},
          {"description", "D: documented, W: widely reported, I: inferred, R: a prior from general knowledge"}}},
        {"spread",
         {{"type", "number"},
          {"exclusiveMinimum", 1},
          {"maximum", 1000},
          {"description", "factor of one standard deviation; a calibration may move a value that has one"}}},
        {"complete", complete("", keys, form)}};
    return schema.dump(2) + "\n";
}

}  // namespace arraytwin::spec
