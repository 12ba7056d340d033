// The measured cluster for tests, with overrides as `--set` takes them.
#pragma once

#include <gtest/gtest.h>

#include <climits>
#include <memory>
#include <string>
#include <vector>

#include "lib/spec/reader.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/predict.hpp"
#include "models/solidfire/solidfire.hpp"

namespace arraytwin::solidfire {

using Overrides = std::vector<std::string>;

inline ResolvedArray resolve_cluster(const Overrides& overrides = {}) {
    const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};
    auto resolved = resolve_array(data, "sf19210x8", overrides);
    if (!resolved) ADD_FAILURE() << to_text(resolved.error());
    return resolved ? *resolved : ResolvedArray{};
}

inline Parameters cluster(const Overrides& overrides = {}) {
    auto parameters = spec::read<Parameters>(resolve_cluster(overrides).document);
    if (!parameters) ADD_FAILURE() << to_text(parameters.error());
    return parameters ? *parameters : Parameters{};
}

/// Points of an inline workload, "4k:100r:100rand"; simulated ones exactly `ios` long.
inline std::vector<Point> points(const Overrides& overrides, const std::string& workload,
                                 const std::vector<OfferedLoad>& loads, Solver solver, std::int64_t ios = 0) {
    const auto built = build_array(resolve_cluster(overrides));
    const auto load = parse_inline_workload(workload);
    if (!built || !load) {
        ADD_FAILURE() << (built ? to_text(load.error()) : to_text(built.error()));
        return std::vector<Point>(loads.size());
    }
    PredictOptions options;
    options.run.precision = {0, 0};
    options.run.max_ios = ios;
    options.solver = solver;
    options.loads = loads;
    const auto predicted = predict(*built, "sf19210x8", *load, options);
    if (!predicted) ADD_FAILURE() << to_text(predicted.error());
    return predicted ? predicted->curve.points : std::vector<Point>(loads.size());
}

inline Point closed_point(const Overrides& overrides, const std::string& workload, int outstanding, std::int64_t ios) {
    return points(overrides, workload, {{outstanding, std::nullopt}}, Solver::simulate, ios).front();
}

/// The cluster with threads on it; checks on each I/O that what it met sums to its latency.
struct Bench {
    explicit Bench(const Overrides& overrides)
        : parameters{cluster(overrides)}, array{simulation, ledger, parameters, {}}, places{{}, "test", "places"} {}

    sim::Task<> thread(std::uint32_t id, twin::Operation operation, Bytes size, int ios) {
        for (int i = 0; i < ios; ++i) {
            twin::Trail trail;
            twin::Io io;
            io.operation = operation;
            io.volume = static_cast<std::uint16_t>(id % static_cast<std::uint32_t>(parameters.volumes.count));
            io.stream = id;
            io.position = places();
            io.size = size;
            io.trail = &trail;
            const Duration begin = simulation.now();
            co_await array.serve(io);
            latency = simulation.now() - begin;
            check(trail);
            if (++done >= limit) simulation.stop();
        }
    }

    void check(const twin::Trail& trail) {
        double sum = 0;
        for (const auto& visited : trail.visits()) {
            EXPECT_GE(visited.wait_ns, 0) << ledger.places()[visited.place].name;
            EXPECT_GE(visited.service_ns, 0) << ledger.places()[visited.place].name;
            sum += static_cast<double>(visited.wait_ns) + static_cast<double>(visited.service_ns);
        }
        EXPECT_NEAR(sum, static_cast<double>(latency.ns()), 2 + 1e-6 * sum);
        ledger.settle(trail);
    }

    sim::Task<> pause(Duration duration) { co_await simulation.delay(duration); }

    /// One I/O on an idle cluster; what it leaves to do is done before it returns.
    Duration one(twin::Operation operation, Bytes size) {
        limit = INT_MAX;
        simulation.spawn(pause(Duration::from_us(10'000)));  // longer than any core is busy behind an answer
        simulation.run();
        simulation.spawn(thread(0, operation, size, 1));
        simulation.run();
        return latency;
    }

    sim::Simulation simulation;
    twin::Ledger ledger;
    Parameters parameters;
    SolidFire array;
    sim::RandomStream places;
    Duration latency;
    int done = 0;
    int limit = INT_MAX;
};

inline constexpr Bytes kib4 = Bytes::from_kib(4);

}  // namespace arraytwin::solidfire
