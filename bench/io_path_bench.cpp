// Whole arrays: simulated I/Os a second on one core, statistics on, along the A800's paths; the default curve; the fast
// solver. Items per second are I/Os. The real array does 1.22 million 4K reads and 439 thousand 4K writes a second.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

#include "lib/twin/fast_twin.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/predict.hpp"

namespace {

using namespace arraytwin;

const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};

template <class T>
T value_or_exit(Result<T> result) {
    if (result) return std::move(*result);
    std::fputs(to_text(result.error()).c_str(), stderr);
    std::exit(2);
}

const BuiltTwin& a800() {
    static const BuiltTwin twin = value_or_exit(build_array(value_or_exit(resolve_array(data, "aff-a800"))));
    return twin;
}

twin::Run run_closed(const char* name, int outstanding, std::int64_t ios) {
    const Workload workload = value_or_exit(load_workload(data, name));
    twin::RunOptions options;
    options.precision = {0, 0};  // never reached: exactly this many
    options.max_ios = ios;
    return a800().twin->run(workload, {outstanding, std::nullopt}, options, {1, 0});
}

/// Range 0 scales the length of the run: cost per I/O should not grow with it.
void io_path(benchmark::State& state, const char* workload, int outstanding) {
    std::uint64_t ios = 0;
    std::uint64_t events = 0;
    for (auto _ : state) {
        const twin::Run run = run_closed(workload, outstanding, 500'000 * state.range(0));
        ios += run.ios;
        events += run.events;
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(ios));
    state.counters["events_per_io"] = static_cast<double>(events) / static_cast<double>(ios);
}

void default_curve(benchmark::State& state, const char* name) {
    const Workload workload = value_or_exit(load_workload(data, name));
    for (auto _ : state) {
        PredictOptions options;
        options.jobs = 2;
        benchmark::DoNotOptimize(value_or_exit(predict(a800(), "aff-a800", workload, options)));
    }
}

void fast_curve(benchmark::State& state) {
    const Workload workload = value_or_exit(load_workload(data, "4k-random-read"));
    const twin::FastTwin fast{*a800().twin, workload, {1, 0}};
    for (auto _ : state) {
        const double peak = fast.point({4096, std::nullopt}).iops;
        for (int percent = 10; percent <= 120; percent += 10) {
            benchmark::DoNotOptimize(fast.point({4096, peak * percent / 100}));
        }
    }
}

void record_demands(benchmark::State& state) {
    const Workload workload = value_or_exit(load_workload(data, "4k-random-read"));
    for (auto _ : state) benchmark::DoNotOptimize(twin::FastTwin{*a800().twin, workload, {1, 0}});
}

BENCHMARK_CAPTURE(io_path, 4k_random_read, "4k-random-read", 4096)->Arg(1)->Arg(10)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(io_path, 4k_random_write, "4k-random-write", 2048)->Arg(1)->Arg(10)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(io_path, 64k_sequential_read, "64k-sequential-read", 512)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(io_path, 64k_sequential_write, "64k-sequential-write", 256)->Arg(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(default_curve, 4k_random_read, "4k-random-read")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(fast_curve)->Unit(benchmark::kMillisecond);
BENCHMARK(record_demands)->Unit(benchmark::kMillisecond);

}  // namespace
