#include "lib/twin/predict_application.hpp"

#include <chrono>
#include <cmath>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "lib/twin/fast_application.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/parallel.hpp"
#include "lib/twin/places_of_hosts.hpp"
#include "lib/twin/point.hpp"

namespace arraytwin {

namespace {

constexpr double least_turns = 4;  // of the transactions under way; fewer show how the run began, not what it is

Diagnostics faults(const std::vector<int>& vms) {
    Diagnostics wrong;
    if (vms.empty()) wrong.push_back({"--vms", 0, 0, "", "no number of virtual machines", "--vms 4,8,16"});
    for (const int count : vms) {
        if (count >= 1 && count <= most_vms) continue;
        wrong.push_back({"--vms", 0, 0, "", fmt::format("{} is not from 1 to {}", count, most_vms), ""});
    }
    return wrong;
}

/// What follows from the transactions alone.
void complete(ApplicationPoint& point, const Application& application) {
    point.array_iops = point.transactions.iops * application.ios_per_transaction();
    point.host_ceiling = application.host_ceiling(point.vms);
    point.at_hosts = twin::is_at_hosts(point.transactions.bottleneck);
}

double in_flight(const ApplicationPoint& fast) {
    return fast.transactions.iops * fast.transactions.latency.mean.us() * 1e-6;
}

bool worth_simulating(const ApplicationPoint& fast, const Application& application, const PredictOptions& options) {
    const double turn = in_flight(fast) * std::max(1.0, application.ios_per_transaction());
    return turn * least_turns <= static_cast<double>(options.run.max_ios);
}

/// TPS = clients / (think time + latency), the interactive response time law, which holds of every closed system: it knows
/// the mean of the think times, of which a short run drew few. Counting would be off by half a percent, where latency
/// moves SQL Server's TPS by a per mille.
void use_response_time_law(ApplicationPoint& point, const Application& application) {
    Point& transactions = point.transactions;
    if (!(transactions.iops > 0)) return;
    const double turn_s = application.think_time.seconds() + transactions.latency.mean.us() * 1e-6;
    const double tps = static_cast<double>(point.clients) / turn_s;
    transactions.mib_per_s *= tps / transactions.iops;
    transactions.iops = tps;
}

ApplicationPoint simulate(const twin::Twin& array, const Application& application, ApplicationPoint fast,
                          const PredictOptions& options, RunCost& cost) {
    const auto under_way = static_cast<std::int64_t>(std::llround(in_flight(fast)));
    const twin::Run run = array.run_application(application, fast.vms, under_way, options.run, {options.seed, 0});
    cost.simulated_ios += run.ios;
    cost.events += run.events;
    fast.transactions = twin::point_of(run, {});
    use_response_time_law(fast, application);
    return fast;
}

}  // namespace

Result<PredictedApplication> predict(const BuiltTwin& array, const std::string& array_name, const Application& given,
                                     const std::vector<int>& vms, const PredictOptions& options) {
    if (auto wrong = faults(vms); !wrong.empty()) return tl::unexpected(std::move(wrong));
    const auto begin = std::chrono::steady_clock::now();
    Application application = given;
    application.io = as_calibrated(array, given.io);
    PredictedApplication predicted;
    ApplicationCurve& curve = predicted.curve;
    curve.array = array_name;
    curve.application = application.name;
    curve.seed = options.seed;
    curve.grade = array.grade;
    curve.measured_as = array.header.measured_as;
    curve.think_time_us = application.think_time.seconds() * 1e6;
    curve.warnings = array.warnings;
    curve.points.resize(vms.size());

    const twin::FastApplication fast{*array.twin, application, {options.seed, 0}};
    std::mutex reporting;
    int done = 0;
    twin::for_each_in_parallel(static_cast<int>(vms.size()), options.jobs, [&](int i) {
        RunCost cost;
        ApplicationPoint point = fast.point(vms[static_cast<std::size_t>(i)]);
        const bool simulated = options.solver == Solver::simulate && worth_simulating(point, application, options);
        if (simulated) point = simulate(*array.twin, application, std::move(point), options, cost);
        complete(point, application);
        curve.points[static_cast<std::size_t>(i)] = std::move(point);
        const std::scoped_lock lock{reporting};
        predicted.cost.simulated_ios += cost.simulated_ios;
        predicted.cost.events += cost.events;
        if (options.progress) options.progress(++done, static_cast<int>(vms.size()));
    });
    for (const ApplicationPoint& point : curve.points) {
        if (options.solver == Solver::fast || std::isfinite(point.transactions.latency.p99.us())) continue;
        curve.warnings.push_back(fmt::format(
            "with {} VMs {:.0f} transactions are under way at once, too many to simulate within {} I/Os: mean "
            "values only",
            point.vms, in_flight(point), options.run.max_ios));
    }
    predicted.cost.jobs = options.jobs;
    predicted.cost.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return predicted;
}

}  // namespace arraytwin
