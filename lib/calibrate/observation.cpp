#include "lib/calibrate/observation.hpp"

#include "lib/compare/plan.hpp"

namespace arraytwin::calibrate {

std::string_view name_of(Quantity quantity) {
    switch (quantity) {
        case Quantity::iops:
            return "iops";
        case Quantity::latency:
            return "latency";
        case Quantity::iops_at_latency:
            return "knee";
    }
    return "";
}

std::optional<Observation> observation_of(const measured::RunPoint& point, int budget, const Noise& noise) {
    const compare::Question question = compare::question_of(point, budget);
    if (!point.usable || !question.load) return std::nullopt;
    Observation observation{point.label, *question.load, Quantity::iops, 0,          noise.iops,
                            0,           point.source,   point.line,     point.hosts};
    switch (question.kind) {
        case compare::Kind::closed:
        case compare::Kind::peak:
            if (!point.iops) return std::nullopt;
            observation.measured = *point.iops;
            return observation;
        case compare::Kind::paced:
            if (!point.latency_usable || !point.latency.mean) return std::nullopt;
            observation.quantity = Quantity::latency;
            observation.measured = *point.latency.mean;
            observation.noise = noise.latency;
            return observation;
        case compare::Kind::limit:
            if (!point.iops) return std::nullopt;
            observation.quantity = Quantity::iops_at_latency;
            observation.load = {budget, std::nullopt};
            observation.latency_limit_us = point.latency.mean.value_or(1000);
            observation.measured = *point.iops;
            observation.noise = noise.knee;
            return observation;
    }
    return std::nullopt;
}

}  // namespace arraytwin::calibrate
