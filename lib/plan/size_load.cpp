#include "lib/plan/size_load.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "lib/twin/load.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::plan {

namespace {

constexpr double knee_width = 1e-4;    // of its bracket at the end, as a share
constexpr int halvings = 40;           // of a bracket: to 1e-12 of it
constexpr double nearly_full = 0.999;  // of the load at which a server is full; beyond it latency has no end

std::string in_words(double us) {
    return us < 1000 ? fmt::format("{:.0f} us", us) : fmt::format("{:.2f} ms", us / 1000);
}

std::string miss(const std::string& workload, const LatencyTarget& target, double found) {
    return fmt::format("{} of {} is {}, above {}", target.name, workload, in_words(found), in_words(target.limit_us));
}

}  // namespace

const LatencySummary& latency_of(const Point& point, const Need& need, std::size_t workload) {
    return need.workloads.size() == 1 ? point.latency : point.parts[workload].latency;
}

std::vector<std::string> misses(const Point& point, const Need& need, double slack) {
    if (point.overloaded || !(point.iops > 0)) return {"it cannot carry that load at all"};
    std::vector<std::string> missed;
    for (std::size_t w = 0; w < need.workloads.size(); ++w) {
        const LatencySummary& latency = latency_of(point, need, w);
        for (const LatencyTarget& target : need.workloads[w].targets()) {
            const double told = latency.*target.of;
            const double found = std::isfinite(told) ? told : static_cast<double>(latency.mean);
            if (found > target.limit_us * (1 + slack)) missed.push_back(miss(need.workloads[w].named, target, found));
        }
    }
    return missed;
}

SizeLoad::SizeLoad(BuiltTwin array, Workload workload, double offered_per_needed, int node_down, std::uint64_t seed)
    : array_{std::move(array)},
      workload_{std::move(workload)},
      fast_{*array_.twin, workload_, {seed, 0}},
      offered_per_needed_{offered_per_needed},
      node_down_{node_down},
      seed_{seed} {}

Result<SizeLoad> SizeLoad::make(const spec::DataFolder& data, const Candidate& candidate, const Need& need,
                                int node_down, std::uint64_t seed) {
    std::vector<std::string> overrides = candidate.overrides;
    if (node_down > 0) overrides.push_back(fmt::format("failures.node={}", node_down));
    auto built = resolve_array(data, candidate.array, overrides).and_then(build_array);
    if (!built) return tl::unexpected(std::move(built.error()));
    const int volumes = built->twin->volumes();
    auto load = load_of(need, volumes);
    if (!load) return tl::unexpected(std::move(load.error()));
    auto placed = place_parts(as_calibrated(*built, load->workload), volumes);
    if (!placed) return tl::unexpected(std::move(placed.error()));
    return SizeLoad{std::move(*built), std::move(*placed), need.iops() * load->per_needed, node_down, seed};
}

Point SizeLoad::fast(double times) const { return fast_.point({std::nullopt, offered(times)}); }

/// The multiple at which the busiest server is full.
double SizeLoad::saturation() const {
    double low = 0;
    double high = 1;
    constexpr double far = 1e9;
    while (high < far && !fast(high).overloaded) {
        low = high;
        high *= 2;
    }
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (fast(middle).overloaded ? high : low) = middle;
    }
    return low;
}

double SizeLoad::most(const Need& need, const Point* simulated) const {
    const auto meets = [&](double times) {
        Point point = fast(times);
        if (point.overloaded) return false;
        for (std::size_t w = 0; simulated != nullptr && w < need.workloads.size(); ++w) {
            const LatencySummary& seen = latency_of(*simulated, need, w);
            LatencySummary& own = need.workloads.size() == 1 ? point.latency : point.parts[w].latency;
            for (const LatencyTarget& target : need.workloads[w].targets()) {
                if (!target.is_mean()) own.*target.of = own.mean * (seen.*target.of / seen.mean);
            }
        }
        return misses(point, need, 0).empty();
    };
    double low = 0;
    double high = saturation() * nearly_full;
    if (meets(high)) return high;
    for (int i = 0; i < halvings; ++i) {
        const double middle = (low + high) / 2;
        (meets(middle) ? low : high) = middle;
    }
    return low;
}

double SizeLoad::knee() const {
    const double golden = (std::sqrt(5.0) - 1) / 2;
    const auto power = [&](double times) { return times / fast(times).latency.mean; };
    double low = 0;
    double high = saturation() * nearly_full;
    while (high - low > knee_width * high) {
        const double left = high - golden * (high - low);
        const double right = low + golden * (high - low);
        if (power(left) < power(right)) {
            low = left;
        } else {
            high = right;
        }
    }
    return (low + high) / 2;
}

Result<PredictedCurve> SizeLoad::simulate(double times) const {
    PredictOptions options;
    options.seed = seed_;
    options.jobs = 1;
    options.intervals = false;
    options.loads.push_back({std::nullopt, offered(times)});
    return predict(array_, array_.header.name, workload_, options);
}

std::optional<twin::Uncertainty> SizeLoad::uncertainty(int jobs) const {
    if (!array_.spec || !array_.spec->record) return std::nullopt;
    return twin::Uncertainty{*array_.spec, workload_, seed_, jobs};
}

}  // namespace arraytwin::plan
