#include "lib/compare/comparison.hpp"

namespace arraytwin::compare {

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::closed:
            return "closed";
        case Kind::paced:
            return "paced";
        case Kind::peak:
            return "peak";
        case Kind::limit:
            break;
    }
    return "limit";
}

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::agrees:
            return "agrees";
        case Verdict::biased:
            return "biased";
        case Verdict::wrong_shape:
            return "wrong shape";
        case Verdict::too_few_points:
            break;
    }
    return "too few points";
}

std::vector<NamedError> errors_of(const std::vector<Comparison>& comparisons, std::string_view kind) {
    std::vector<NamedError> errors;
    const auto add = [&](const std::string& where, std::optional<double> error) {
        if (error) errors.push_back({where, *error});
    };
    for (const Comparison& comparison : comparisons) {
        const std::string& workload = comparison.workload;
        if (kind == "peak") add(workload, comparison.peak.error_pct);
        if (kind == "sub_ms") add(workload, comparison.sub_ms.error_pct);
        if (kind == "knee") add(workload, comparison.knee.error_pct);
        for (const ComparedPoint& point : comparison.points) {
            if (!point.scored) continue;
            if (kind == "iops" && point.kind != Kind::limit) add(workload + " " + point.label, point.error_pct.iops);
            if (kind == "latency" && point.judges_latency())
                add(workload + " " + point.label, point.error_pct.latency_us);
        }
    }
    return errors;
}

}  // namespace arraytwin::compare
