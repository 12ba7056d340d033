#include "lib/compare/gate.hpp"

#include <cmath>

namespace arraytwin::compare {

std::vector<Breach> breaches_of(const Report& report, const Limits& limits) {
    std::vector<Breach> breaches;
    for (const char* kind : error_kinds) {
        const auto limit = limits.find(kind);
        if (limit == limits.end()) continue;
        const auto errors = errors_of(report.comparisons, kind);
        if (errors.empty()) breaches.push_back({kind, "", std::nullopt, limit->second});
        for (const auto& [where, error] : errors) {
            if (std::abs(error) > limit->second) breaches.push_back({kind, where, error, limit->second});
        }
    }
    return breaches;
}

}  // namespace arraytwin::compare
