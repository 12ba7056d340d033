#include "lib/twin/uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "lib/spec/quantity.hpp"
#include "lib/spec/reader.hpp"
#include "lib/twin/family.hpp"
#include "lib/twin/parallel.hpp"

namespace arraytwin::twin {

namespace {

constexpr double step = 0.04;           // of a constant's logarithm
constexpr double normal_90 = 1.644854;  // both sides together
constexpr int open_load = 100'000;      // outstanding I/Os that stand for no limit

/// A constant moved up by a step.
void move(spec::Document& document, std::string_view key) {
    const spec::Node* node = document.find(key);
    const spec::KeyKind kind = node != nullptr ? spec::quantity_kind(*node) : spec::KeyKind::text;
    if (kind == spec::KeyKind::text) return;
    document.replace(key, spec::quantity_node(kind, spec::quantity_of(*node, kind) * std::exp(step)));
}

struct Moved {
    spec::Document array;
    std::optional<Workload> workload;  ///< none: moved out of its range
    bool concerned = false;            ///< a key of it is this array's or this workload's
};

constexpr std::string_view of_workloads = "workloads.";

/// The workload with its own ones of the keys moved; all parts of that name.
std::optional<Workload> moved(const Workload& workload, const std::vector<std::string>& keys, bool& concerned) {
    if (!workload.parts.empty()) {
        Workload all = workload;
        for (WorkloadPart& part : all.parts) {
            auto own = moved(part.workload, keys, concerned);
            if (!own) return std::nullopt;
            part.workload = std::move(*own);
        }
        return all;
    }
    spec::Document document = document_of(workload);
    const std::string own = fmt::format("{}{}.", of_workloads, workload.name);
    for (const std::string& key : keys) {
        if (!key.starts_with(own)) continue;
        move(document, std::string_view{key}.substr(own.size()));
        concerned = true;
    }
    auto read = spec::read<Workload>(document);
    return read ? std::optional{std::move(*read)} : std::nullopt;
}

Moved moved(const CalibratedSpec& spec, const Workload& workload, const std::vector<std::string>& keys) {
    Moved result{spec.array, {}, false};
    result.workload = moved(workload, keys, result.concerned);
    for (const std::string& key : keys) {
        if (key.starts_with(of_workloads)) continue;
        move(result.array, key);
        result.concerned = true;
    }
    return result;
}

std::optional<FastTwin> record(const CalibratedSpec& spec, const Moved& documents, std::uint64_t seed) {
    const auto built = spec.family->build(documents.array);
    if (!built || !documents.workload) return std::nullopt;  // moved out of its range: then it does not count
    return FastTwin{*built->twin, *documents.workload, {seed, 0}};
}

Interval around(double value, double variance) {
    const double half = normal_90 * std::sqrt(variance);
    return {value * std::exp(-half), value * std::exp(half)};
}

double square(double value) { return value * value; }

}  // namespace

Uncertainty::Uncertainty(const CalibratedSpec& spec, const Workload& workload, std::uint64_t seed, int jobs)
    : record_{&*spec.record} {
    std::vector<std::vector<std::string>> sets = record_->constants;
    sets.insert(sets.begin(), std::vector<std::string>{});
    std::vector<std::optional<FastTwin>> recorded(sets.size());
    for_each_in_parallel(static_cast<int>(sets.size()), jobs, [&](int i) {
        const Moved documents = moved(spec, workload, sets[static_cast<std::size_t>(i)]);
        if (i == 0 || documents.concerned) recorded[static_cast<std::size_t>(i)] = record(spec, documents, seed);
    });
    if (!recorded.front()) return;  // a workload that no document could say: no interval
    for (std::size_t i = 0; i < recorded.size(); ++i) {
        if (!recorded[i]) continue;
        twins_.push_back(std::move(*recorded[i]));
        if (i > 0) constants_.push_back(i - 1);
    }
}

template <class Ask>
double Uncertainty::variance(const Ask& ask) const {
    const double centre = std::log(ask(twins_.front()));
    std::vector<double> slopes;
    for (std::size_t i = 1; i < twins_.size(); ++i) slopes.push_back((std::log(ask(twins_[i])) - centre) / step);
    double sum = 0;
    for (std::size_t a = 0; a < slopes.size(); ++a) {
        for (std::size_t b = 0; b < slopes.size(); ++b) {
            sum += slopes[a] * record_->covariance[constants_[a]][constants_[b]] * slopes[b];
        }
    }
    return std::max(0.0, sum);
}

/// IOPS with that many outstanding and no pace. A lightly loaded array is limited by its latency, a busy one by its servers.
Interval Uncertainty::capacity(int outstanding) const {
    const OfferedLoad closed{outstanding, std::nullopt};
    const Point point = twins_.front().point(closed);
    const auto busiest = point.utilization.find(point.bottleneck);
    const double busy = busiest != point.utilization.end() ? busiest->second : 0;
    const double open = variance([&](const FastTwin& twin) { return twin.point(closed).iops; });
    return around(point.iops,
                  open + square(busy * record_->unseen.iops) + square((1 - busy) * record_->unseen.latency));
}

Interval Uncertainty::latency_at(const Point& point, const Interval& carried) const {
    constexpr double aside = 1.02;
    const auto latency = [&](const FastTwin& twin, double iops) {
        return static_cast<double>(twin.point({point.load.outstanding, iops}).latency.mean);
    };
    const double iops = std::min(*point.load.target_iops, carried.low);
    const double slope =
        std::log(latency(twins_.front(), iops) / latency(twins_.front(), iops / aside)) / std::log(aside);
    const double open = variance([&](const FastTwin& twin) { return latency(twin, iops); });
    Interval interval = around(point.latency.mean, open + square(record_->unseen.latency) +
                                                       square(std::max(0.0, slope) * record_->unseen.knee));
    if (!point.load.outstanding) return interval;
    const double most = *point.load.outstanding * 1e6 / iops;  // Little's law: with all of them outstanding
    interval.high = carried.low < *point.load.target_iops ? most : std::min(interval.high, most);
    interval.high = std::max(interval.high, point.latency.mean.us());
    return interval;
}

void Uncertainty::add_to(Point& point) const {
    if (twins_.empty()) return;
    Interval carried = capacity(point.load.outstanding.value_or(open_load));
    if (!point.load.target_iops) {
        // The simulated point lies where it lies; the fast solver's interval is laid around it.
        const double shift = point.iops / twins_.front().point(point.load).iops;
        point.prediction90_iops = Interval{carried.low * shift, carried.high * shift};
        const double outstanding = point.iops * point.latency.mean;
        point.prediction90_latency =
            Interval{outstanding / point.prediction90_iops->high, outstanding / point.prediction90_iops->low};
        return;
    }
    point.prediction90_latency = latency_at(point, carried);
    const double target = *point.load.target_iops;
    point.prediction90_iops =
        Interval{std::min(point.iops, carried.low), std::max(point.iops, std::min(target, carried.high))};
}

}  // namespace arraytwin::twin
