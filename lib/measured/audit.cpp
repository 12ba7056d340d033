#include "lib/measured/audit.hpp"

#include <algorithm>
#include <map>

#include "lib/measured/audit_checks.hpp"

namespace arraytwin::measured {

std::vector<Finding> audit(const Run& run) {
    std::vector<Finding> findings;
    std::map<std::string, std::vector<std::size_t>> configurations;
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> curves;
    for (std::size_t i = 0; i < run.points.size(); ++i) {
        const auto& point = run.points[i];
        configurations[point.config].push_back(i);
        curves[{point.config, point.workload}].push_back(i);
        check_little(point, i, findings);
        check_throughput(point, i, findings);
        check_target(point, i, findings);
        check_percentiles(point, i, findings);
    }
    for (const auto& [name, points] : configurations) {
        if (name.empty()) continue;
        check_fill(run, points, findings);
        check_copies(run, points, findings);
    }
    for (const auto& [name, points] : curves) {
        check_repeats(run, points, findings);
        check_falls_back(run, points, findings);
        check_scale(run, points, findings);
    }
    std::stable_sort(findings.begin(), findings.end(), [](const auto& a, const auto& b) { return a.point < b.point; });
    return findings;
}

}  // namespace arraytwin::measured
