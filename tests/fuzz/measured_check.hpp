// What must hold of any bytes that a reader of measured runs is given: it ends, with points whose figures are numbers, or
// with one diagnostic that says something; and what it prints is read back.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "lib/measured/audit.hpp"
#include "lib/measured/runs.hpp"
#include "lib/measured/write.hpp"

namespace arraytwin::measured {

inline void require(bool holds) {
    if (!holds) std::abort();
}

inline void check_figure(const std::optional<double>& figure) { require(!figure || std::isfinite(*figure)); }

inline void check_bytes(const std::string& name, const std::uint8_t* data, std::size_t size) {
    const auto run = parse_run(name, {reinterpret_cast<const char*>(data), size});
    if (!run) {
        require(run.error().size() == 1 && !run.error()[0].message.empty());
        for (const char c : to_text(run.error()))
            require(c == '\n' || (static_cast<unsigned char>(c) >= ' ' && c != '\x7f'));
        return;
    }
    for (const auto& point : run->points) {
        require(!point.source.format.empty());
        check_figure(point.block_kib);
        check_figure(point.iops);
        check_figure(point.mib_per_s);
        check_figure(point.latency.mean);
        check_figure(point.latency.p99);
        check_figure(point.outstanding);
        require(!point.iops || *point.iops > 0);
        require(!point.latency.mean || *point.latency.mean > 0);
    }
    const auto findings = audit(*run);
    for (const auto& finding : findings) require(finding.point < run->points.size() && !finding.text.empty());
    require(runs_json(*run, findings).ends_with("}\n"));
    require(!runs_csv(*run).empty());
}

}  // namespace arraytwin::measured
