#include "lib/plan/paired_runs.hpp"

#include <algorithm>
#include <mutex>

#include "lib/twin/parallel.hpp"
#include "lib/twin/point.hpp"

namespace arraytwin::plan {

namespace {

constexpr std::int64_t fewest_turns = 16;  // of each outstanding I/O: the warm-up takes the first few

std::int64_t ios_of(const OfferedLoad& load, std::int64_t asked) {
    return std::max(asked, fewest_turns * load.outstanding.value_or(1));
}

}  // namespace

std::vector<Replications> run_paired(std::span<const Question> questions, const PairedRunOptions& options,
                                     RunCost& cost) {
    const auto replications = static_cast<std::size_t>(options.replications);
    std::vector<Replications> all(questions.size(), Replications(replications));
    const int total = static_cast<int>(questions.size() * replications);
    std::mutex reporting;
    int done = 0;
    twin::for_each_in_parallel(total, options.jobs, [&](int i) {
        const std::size_t q = static_cast<std::size_t>(i) / replications;
        const std::size_t r = static_cast<std::size_t>(i) % replications;
        const Question& question = questions[q];
        twin::RunOptions run;
        run.precision = {0, 0};  // equally long whatever they find, or pairs would not be pairs
        run.max_ios = ios_of(question.load, options.ios);
        const twin::Run ran = question.twin->run(*question.workload, question.load, run, {options.seed, r});
        all[q][r] = twin::point_of(ran, question.load);
        const std::scoped_lock lock{reporting};
        cost.simulated_ios += ran.ios;
        cost.events += ran.events;
        if (options.progress) options.progress(++done, total);
    });
    return all;
}

Point mean_of(const Replications& points) {
    Point mean;
    if (points.empty()) return mean;
    mean.load = points.front().load;
    const double share = 1.0 / static_cast<double>(points.size());
    for (const Point& point : points) {
        mean.overloaded = mean.overloaded || point.overloaded;
        mean.iops += share * point.iops;
        mean.mib_per_s += share * point.mib_per_s;
        mean.latency.mean += share * point.latency.mean;
        mean.latency.p50 += share * point.latency.p50;
        mean.latency.p95 += share * point.latency.p95;
        mean.latency.p99 += share * point.latency.p99;
        mean.latency.p99_9 += share * point.latency.p99_9;
        for (const auto& [place, utilization] : point.utilization) mean.utilization[place] += share * utilization;
        for (const auto& [place, time] : point.breakdown) {
            mean.breakdown[place].wait += share * time.wait;
            mean.breakdown[place].service += share * time.service;
        }
    }
    mean.bottleneck = twin::busiest(mean.utilization);
    return mean;
}

}  // namespace arraytwin::plan
