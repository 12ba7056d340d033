// A point to JSON, and rows back from it.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "lib/report/json_text.hpp"
#include "lib/report/sweep.hpp"
#include "lib/report/sweep_rows.hpp"
#include "lib/report/text.hpp"
#include "lib/spec/quantity.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/sweep/digest.hpp"

namespace arraytwin::report {

namespace {

std::string one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json value_json(const spec::Node& node) {
    switch (node.kind) {
        case spec::NodeKind::integer:
            return node.integer;
        case spec::NodeKind::number:
            return number_or_null(node.number);
        case spec::NodeKind::boolean:
            return node.boolean;
        case spec::NodeKind::text:
        case spec::NodeKind::moment:
            return node.text;
        case spec::NodeKind::table:
        case spec::NodeKind::list:
            break;
    }
    return spec::to_toml(node);
}

Json inputs_json(const sweep::Answer& answer) {
    Json json = {{"array", answer.array.name}, {"workload", answer.workload.name}};
    for (const sweep::Setting& setting : answer.array.settings) json[setting.key] = value_json(setting.value);
    for (const sweep::Setting& setting : answer.workload.settings)
        json["workload." + setting.key] = value_json(setting.value);
    json["solver"] = answer.settings.solver == Solver::fast ? "fast" : "simulate";
    json["seed"] = answer.settings.seed;
    return json;
}

void add_interval(Json& json, const std::string& name, const std::optional<Interval>& interval) {
    const bool known = interval && is_known(*interval);
    json[name + "_low"] = number_or_null(known ? std::optional{interval->low} : std::nullopt);
    json[name + "_high"] = number_or_null(known ? std::optional{interval->high} : std::nullopt);
}

Json result_json(const sweep::Answer& answer) {
    const Point& point = answer.point;
    const auto busiest = point.utilization.find(point.bottleneck);
    const auto& load = point.load;
    Json json = {{"outstanding", load.outstanding ? Json(*load.outstanding) : Json(nullptr)},
                 {"target_iops", number_or_null(load.target_iops)},
                 {"iops", number_or_null(point.iops)},
                 {"mib_per_s", number_or_null(point.mib_per_s)},
                 {"latency_mean_us", number_or_null(point.latency.mean)},
                 {"latency_p50_us", number_or_null(point.latency.p50)},
                 {"latency_p95_us", number_or_null(point.latency.p95)},
                 {"latency_p99_us", number_or_null(point.latency.p99)},
                 {"latency_p99_9_us", number_or_null(point.latency.p99_9)}};
    json["bottleneck"] = text_or_null(point.bottleneck);
    json["bottleneck_utilization"] =
        number_or_null(busiest != point.utilization.end() ? std::optional{busiest->second} : std::nullopt);
    json["overloaded"] = point.overloaded;
    json["precision_reached"] = point.precision_reached;
    json["grade"] = std::string{grade_name(answer.grade)};
    if (!answer.settings.intervals) return json;
    add_interval(json, "prediction90_iops", point.prediction90_iops);
    add_interval(json, "prediction90_latency_us", point.prediction90_latency);
    return json;
}

/// One object after the other, in one. `index` is the row's first column, `key` its last.
Json row_of(const sweep::StoredPoint& point) {
    Json row = {{"index", point.index}};
    for (const std::string* part : {&point.inputs, &point.result}) {
        const Json json = Json::parse(*part, nullptr, false);
        if (!json.is_object()) continue;  // not ours
        for (const auto& [key, value] : json.items()) row[key] = value;
    }
    row["key"] = point.key;
    return row;
}

/// A number, or a number with a unit in the unit in which its kind is held.
struct Quantity {
    spec::KeyKind kind = spec::KeyKind::number;
    double value = 0;
};

std::optional<Quantity> quantity_in(const std::string& text) {
    double value = 0;
    const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc{} && stopped == text.data() + text.size() && std::isfinite(value))
        return Quantity{spec::KeyKind::number, value};
    spec::Node node;
    node.kind = spec::NodeKind::text;
    node.text = text;
    const auto kind = spec::quantity_kind(node);
    if (kind == spec::KeyKind::text) return std::nullopt;
    return Quantity{kind, spec::quantity_of(node, kind)};
}

std::optional<Quantity> quantity_in(const Json& field) {
    if (field.is_number()) return Quantity{spec::KeyKind::number, field.get<double>()};
    return field.is_string() ? quantity_in(field.get<std::string>()) : std::nullopt;
}

bool orders(const std::string& comparison) { return comparison.front() == '<' || comparison.front() == '>'; }

template <class Value>
bool compares(const Value& one, const std::string& comparison, const Value& other) {
    if (comparison == "=") return one == other;
    if (comparison == "!=") return one != other;
    if (comparison == "<") return one < other;
    if (comparison == "<=") return one <= other;
    if (comparison == ">") return one > other;
    return one >= other;
}

/// A row without the column, or without a value in it, meets no condition on it; text meets none that orders.
bool meets(const Json& row, const Condition& condition) {
    const auto found = row.find(condition.key);
    if (found == row.end() || found->is_null()) return false;
    const auto one = quantity_in(*found);
    const auto other = quantity_in(condition.value);
    if (one && other && one->kind == other->kind) return compares(one->value, condition.comparison, other->value);
    return !orders(condition.comparison) && compares(found->is_string() ? found->get<std::string>() : one_line(*found),
                                                     condition.comparison, condition.value);
}

void note_columns(const std::string& json, std::vector<std::string>& columns) {
    const Json parsed = Json::parse(json, nullptr, false);
    if (!parsed.is_object()) return;
    for (const auto& [key, value] : parsed.items())
        if (std::find(columns.begin(), columns.end(), key) == columns.end()) columns.push_back(key);
}

}  // namespace

void add_to(sweep::Batch& batch, const sweep::Answer& answer) {
    const auto array = sweep::digest(answer.array.document);
    const auto workload = sweep::digest(answer.workload.document);
    batch.documents.try_emplace(array, answer.array.document);
    batch.documents.try_emplace(workload, answer.workload.document);
    batch.points.push_back(
        {answer.index, answer.key, array, workload, one_line(inputs_json(answer)), one_line(result_json(answer))});
}

Result<Condition> parse_condition(std::string_view text) {
    for (const std::string_view comparison : {"!=", "<=", ">=", "=", "<", ">"}) {
        const auto at = text.find_first_of("=<>!");
        if (at == std::string_view::npos || at == 0 || !text.substr(at).starts_with(comparison)) continue;
        Condition condition{std::string{text.substr(0, at)}, std::string{comparison},
                            std::string{text.substr(at + comparison.size())}};
        if (!orders(condition.comparison) || quantity_in(condition.value)) return condition;
        return tl::unexpected(
            Diagnostics{{"--where", 0, 0, spec::printable(text),
                         fmt::format("'{}' compares with a number only, like 1000 or 16KiB", comparison),
                         "= and != compare texts"}});
    }
    return tl::unexpected(Diagnostics{{"--where", 0, 0, spec::printable(text), "is not a condition",
                                       "like media.count=24 or 'latency_mean_us<1000'"}});
}

Result<std::vector<std::string>> sweep_columns(const sweep::Store& store) {
    std::vector<std::string> columns{"index"};
    std::vector<std::string> of_results;
    const auto read = store.for_each([&](const sweep::StoredPoint& point) {
        note_columns(point.inputs, columns);
        note_columns(point.result, of_results);
    });
    if (!read) return tl::unexpected(read.error());
    // What the plan sets stands between workload and solver, whichever row has it first.
    const auto settings_end = [&](const std::string& name) { return name == "solver" || name == "seed"; };
    std::stable_partition(columns.begin(), columns.end(), [&](const auto& name) { return !settings_end(name); });
    std::copy_if(of_results.begin(), of_results.end(), std::back_inserter(columns), [&](const std::string& name) {
        return std::find(columns.begin(), columns.end(), name) == columns.end();
    });
    columns.emplace_back("key");
    return columns;
}

Diagnostics faults(const Query& query, const std::vector<std::string>& known) {
    Diagnostics wrong;
    const auto check = [&](const char* option, const std::string& name) {
        if (std::find(known.begin(), known.end(), name) != known.end()) return;
        const auto near = spec::did_you_mean(name, known);
        wrong.push_back({option, 0, 0, spec::printable(name), "there is no such column",
                         near.empty() ? "columns are " + spec::listed(known) : near});
    };
    for (const Condition& condition : query.where) check("--where", condition.key);
    for (const std::string& name : query.columns) check("--columns", name);
    return wrong;
}

Result<void> for_each_row(const sweep::Store& store, const Query& query, const std::function<void(const Json&)>& take) {
    return store.for_each([&](const sweep::StoredPoint& point) {
        const Json row = row_of(point);
        const bool wanted = std::all_of(query.where.begin(), query.where.end(),
                                        [&](const Condition& condition) { return meets(row, condition); });
        if (wanted) take(row);
    });
}

Result<std::string> sweep_jsonl(const sweep::Store& store, const Query& query) {
    const auto known = sweep_columns(store);
    if (!known) return tl::unexpected(known.error());
    if (auto wrong = faults(query, *known); !wrong.empty()) return tl::unexpected(std::move(wrong));
    std::string text;
    const auto read = for_each_row(store, query, [&](const Json& row) {
        Json chosen = Json::object();
        for (const std::string& name : query.columns)
            if (row.contains(name)) chosen[name] = row[name];
        text += one_line(query.columns.empty() ? row : chosen) + "\n";
    });
    if (!read) return tl::unexpected(read.error());
    return text;
}

}  // namespace arraytwin::report
