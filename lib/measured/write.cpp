#include "lib/measured/write.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "lib/measured/histogram.hpp"

namespace arraytwin::measured {

namespace {

using Json = nlohmann::ordered_json;

Json number(std::optional<double> value) { return value && std::isfinite(*value) ? Json(*value) : Json(nullptr); }
Json text(const std::string& value) { return value.empty() ? Json(nullptr) : Json(value); }

/// fio's percentiles are of completion unless told otherwise, and are not to be compared with those of the whole.
Json percentiles_of(const LatencyFigures& latency) {
    if (!latency.p50 && !latency.p95 && !latency.p99 && !latency.p99_9) return nullptr;
    return latency.completion_only ? "completion" : "total";
}

/// How many I/Os; the bins of many points would be larger than all the rest.
Json histogram_json(const Histogram& histogram) {
    return histogram.empty() ? Json(nullptr) : Json{{"n", count_of(histogram)}};
}

Json point_json(const RunPoint& point) {
    const auto& latency = point.latency;
    return {{"config", text(point.config)},
            {"workload", text(point.workload)},
            {"label", text(point.label)},
            {"block_kib", number(point.block_kib)},
            {"read_pct", number(point.read_pct)},
            {"random_pct", number(point.random_pct)},
            {"iops", number(point.iops)},
            {"read_iops", number(point.read_iops)},
            {"write_iops", number(point.write_iops)},
            {"mib_per_s", number(point.mib_per_s)},
            {"latency_us",
             {{"mean", number(latency.mean)},
              {"p50", number(latency.p50)},
              {"p95", number(latency.p95)},
              {"p99", number(latency.p99)},
              {"p99_9", number(latency.p99_9)},
              {"max", number(latency.max)}}},
            {"percentiles_of", percentiles_of(latency)},
            {"outstanding", number(point.outstanding)},
            {"target_iops", number(point.target_iops)},
            {"hosts", point.hosts ? Json(*point.hosts) : Json(nullptr)},
            {"histogram", histogram_json(point.histogram)},
            {"source",
             {{"file", point.source.file},
              {"line", point.line > 0 ? Json(point.line) : Json(nullptr)},
              {"format", point.source.format},
              {"version", text(point.source.version)}}}};
}

std::string line_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void append_list(std::string& out, std::string_view name, const std::vector<std::string>& lines) {
    out += fmt::format(",\n  \"{}\": [", name);
    for (std::size_t i = 0; i < lines.size(); ++i) out.append(i == 0 ? "\n    " : ",\n    ").append(lines[i]);
    out += lines.empty() ? "]" : "\n  ]";
}

std::string csv_cell(std::string_view cell) {
    std::string safe;
    if (!cell.empty() && std::string_view{"=+-@\t\r"}.find(cell.front()) != std::string_view::npos) safe = "'";
    safe += cell;
    if (safe.find_first_of(",\"\r\n") == std::string::npos) return safe;
    std::string out = "\"";
    for (const char c : safe) out.append(c == '"' ? 2 : 1, c);
    return out + '"';
}

}  // namespace

std::string runs_json(const Run& run, const std::vector<Finding>& findings) {
    std::string out = "{\n  \"schema\": 1";
    std::vector<std::string> lines;
    for (const auto& point : run.points) lines.push_back(line_of(point_json(point)));
    append_list(out, "points", lines);

    lines.clear();
    const auto warn = [&](const std::string& file, int line, const std::string& words) {
        lines.push_back(line_of({{"file", file}, {"line", line > 0 ? Json(line) : Json(nullptr)}, {"text", words}}));
    };
    for (const auto& warning : run.warnings) warn(warning.file, warning.line, warning.text);
    for (const auto& finding : findings) {
        const auto& point = run.points[finding.point];
        warn(point.source.file, point.line, finding.text + ". " + finding.help);
    }
    append_list(out, "warnings", lines);

    lines.clear();
    for (const auto& finding : findings) {
        lines.push_back(line_of(
            {{"check", finding.check}, {"point", finding.point}, {"text", finding.text}, {"help", finding.help}}));
    }
    append_list(out, "audit", lines);
    return out + "\n}\n";
}

std::string runs_csv(const Run& run) {
    std::string out =
        "config,workload,point,block_kib,read_pct,random_pct,iops,read_iops,write_iops,mib_per_s,latency_us,p50_us,p95_"
        "us,p99_us,"
        "p99_9_us,max_us,outstanding,target_iops,format,source,line\r\n";
    const auto cell = [](std::optional<double> value) {
        return value && std::isfinite(*value) ? fmt::format("{}", *value) : std::string{};
    };
    const auto named = [](const std::string& name, std::string_view otherwise) {
        return csv_cell(name.empty() ? otherwise : std::string_view{name});
    };
    for (const auto& point : run.points) {
        const auto& latency = point.latency;
        if (!point.iops && !latency.mean) continue;
        const std::array<std::optional<double>, 15> numbers{
            point.block_kib,  point.read_pct,  point.random_pct, point.iops,        point.read_iops,
            point.write_iops, point.mib_per_s, latency.mean,     latency.p50,       latency.p95,
            latency.p99,      latency.p99_9,   latency.max,      point.outstanding, point.target_iops};
        out += named(point.config, "measured") + "," + named(point.workload, "unnamed") + "," +
               named(point.label, "point");
        for (const auto& value : numbers) out += "," + cell(value);
        out += fmt::format(",{},{},{}\r\n", csv_cell(point.source.format), csv_cell(point.source.file), point.line);
    }
    return out;
}

}  // namespace arraytwin::measured
