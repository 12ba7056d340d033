#include "lib/calibrate/simulate.hpp"

#include <algorithm>
#include <cmath>

#include "lib/twin/parallel.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin::calibrate {

namespace {

/// Latency answers to IOPS with this power near `iops`; at least 1, or a flat curve would make of a small difference of
/// latency a large one of IOPS.
double steepness(const twin::FastTwin& twin, int outstanding, double iops) {
    constexpr double aside = 1.01;
    const double below = twin.point({outstanding, iops / aside}).latency.mean;
    const double above = twin.point({outstanding, iops}).latency.mean;
    return std::max(1.0, std::log(above / below) / std::log(aside));
}

double correction(const CaseTwin& built, const Observation& observation, std::uint64_t seed, std::int64_t ios) {
    const twin::FastTwin fast{*built.array.twin, built.workload, {seed, 0}};
    PredictOptions options;
    options.seed = seed;
    options.run.max_ios = ios;
    RunCost cost;
    const double answered = answer(fast, observation);
    OfferedLoad load = observation.load;
    const bool crossing = observation.quantity == Quantity::iops_at_latency;
    if (crossing) load.target_iops = answered;
    const Point simulated = predict_point(*built.array.twin, built.workload, load, options, cost);
    if (!crossing) {
        const double value = observation.quantity == Quantity::latency ? simulated.latency.mean.us() : simulated.iops;
        return std::log(value / answered);
    }
    const Point same = fast.point(load);
    const double latency = std::log(simulated.latency.mean / same.latency.mean);
    const double carried = std::log(simulated.iops / same.iops);
    constexpr double most = 0.3;
    return std::clamp(carried - latency / steepness(fast, *load.outstanding, answered), -most, most);
}

}  // namespace

std::vector<double> corrections(const Problem& problem, const std::vector<double>& log_values, std::int64_t ios) {
    struct Job {
        const Case* which;
        const Observation* observation;
    };
    std::vector<Job> jobs;
    for (const Case& one : problem.cases) {
        for (const Observation& observation : one.observations) jobs.push_back({&one, &observation});
    }
    std::vector<double> found(jobs.size(), 0);
    twin::for_each_in_parallel(static_cast<int>(jobs.size()), problem.jobs, [&](int i) {
        const Job& job = jobs[static_cast<std::size_t>(i)];
        const auto built = build(problem, *job.which, log_values);
        if (!built) return;
        const double value = correction(*built, *job.observation, problem.seed, ios);
        if (std::isfinite(value)) found[static_cast<std::size_t>(i)] = value;
    });
    return found;
}

}  // namespace arraytwin::calibrate
