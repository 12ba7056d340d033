#include "lib/plan/explain.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "lib/plan/whatif.hpp"
#include "lib/workload/parts.hpp"

namespace arraytwin::plan {

namespace {

constexpr int ios_for_order = 8;  // enough to build the array and see its places

/// Where a place stands on the data's way, by the first word of its name.
std::size_t rank_of(std::string_view place) {
    static constexpr std::array<std::string_view, 6> way{"host", "switch", "port", "volumes", "node", "drive"};
    return static_cast<std::size_t>(std::find(way.begin(), way.end(), place.substr(0, place.find('.'))) - way.begin());
}

/// The point's parts along the data's way; each name once.
std::vector<PlaceTime> path_of(const twin::Twin& twin, const Workload& workload, const Point& point,
                               std::uint64_t seed) {
    std::vector<PlaceTime> path;
    const auto recorded = twin.record_demands(workload, ios_for_order, {seed, 0});
    for (const twin::Place& place : recorded.places) {
        const auto time = point.breakdown.find(place.name);
        if (time == point.breakdown.end()) continue;
        const bool seen =
            std::any_of(path.begin(), path.end(), [&](const PlaceTime& known) { return known.place == place.name; });
        if (!seen) path.push_back({place.name, time->second});
    }
    std::stable_sort(path.begin(), path.end(),
                     [](const PlaceTime& a, const PlaceTime& b) { return rank_of(a.place) < rank_of(b.place); });
    return path;
}

Diagnostics faults(const ExplainOptions& options) {
    if (options.predict.loads.size() <= 1) return {};
    return {{"--at", 0, 0, "", "one load, please", "a curve is what 'arraytwin predict' shows"}};
}

Result<Curve> fast_curve(const BuiltTwin& array, const std::string& name, const Workload& workload,
                         const PredictOptions& options) {
    PredictOptions fast = options;
    fast.solver = Solver::fast;
    fast.loads.clear();
    fast.progress = {};
    auto predicted = predict(array, name, workload, fast);
    if (!predicted) return tl::unexpected(std::move(predicted.error()));
    return std::move(predicted->curve);
}

Diagnostics overloaded(const Point& point) {
    if (!point.overloaded) return {};
    return {{"--at", 0, 0, "iops", "more than the array carries: queues grow without end, and nothing can be explained",
             "fewer IOPS, or outstanding=N beside them"}};
}

}  // namespace

Result<Explanation> explain(const ResolvedArray& array, const std::string& name, const Workload& workload,
                            const ExplainOptions& options) {
    const auto begin = std::chrono::steady_clock::now();
    if (auto wrong = faults(options); !wrong.empty()) return tl::unexpected(std::move(wrong));
    const auto built = build_array(array);
    if (!built) return tl::unexpected(built.error());
    const auto placed = place_parts(as_calibrated(*built, workload), built->twin->volumes());
    if (!placed) return tl::unexpected(placed.error());
    auto outlook = fast_curve(*built, name, workload, options.predict);
    if (!outlook) return tl::unexpected(std::move(outlook.error()));
    Explanation result;
    result.outlook = std::move(*outlook);
    result.solver = options.predict.solver;
    PredictOptions once = options.predict;
    if (once.loads.empty()) once.loads = {loads_for({}, result.outlook).back()};
    auto predicted = predict(*built, name, workload, once);
    if (!predicted) return tl::unexpected(std::move(predicted.error()));
    if (auto wrong = overloaded(predicted->curve.points.front()); !wrong.empty())
        return tl::unexpected(std::move(wrong));
    result.curve = std::move(predicted->curve);
    result.cost = predicted->cost;
    result.path = path_of(*built->twin, *placed, result.point(), once.seed);
    result.sensitivity = sensitivity_of(array, *placed, once.loads.front(), once.seed, once.jobs);
    if (once.solver == Solver::simulate && options.confirmed > 0) {
        PairedRunOptions runs = options.runs;
        runs.seed = once.seed;
        runs.jobs = once.jobs;
        result.replications = runs.replications;
        confirm(result.sensitivity, array, *placed, options.confirmed, runs, result.cost);
    }
    result.cost.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return result;
}

}  // namespace arraytwin::plan
