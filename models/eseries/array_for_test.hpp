// The measured EF570 for tests, with overrides as `--set` takes them, and threads on it.
#pragma once

#include <gtest/gtest.h>

#include <climits>
#include <string>
#include <vector>

#include "lib/spec/reader.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/predict.hpp"
#include "models/eseries/eseries.hpp"

namespace arraytwin::eseries {

using Overrides = std::vector<std::string>;

inline ResolvedArray resolve_ef570(const Overrides& overrides = {}) {
    const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};
    auto resolved = resolve_array(data, "ef570", overrides);
    if (!resolved) ADD_FAILURE() << to_text(resolved.error());
    return resolved ? *resolved : ResolvedArray{};
}

inline Parameters ef570(const Overrides& overrides = {}) {
    auto parameters = spec::read<Parameters>(resolve_ef570(overrides).document);
    if (!parameters) ADD_FAILURE() << to_text(parameters.error());
    return parameters ? *parameters : Parameters{};
}

inline Workload inline_workload(const std::string& text) {
    const auto workload = parse_inline_workload(text);
    if (!workload) ADD_FAILURE() << to_text(workload.error());
    return workload ? *workload : Workload{};
}

/// A point of an inline workload, "4k:100r:100rand"; exactly `ios` long.
inline Point point(const Overrides& overrides, const std::string& workload, const OfferedLoad& load, std::int64_t ios) {
    const auto built = build_array(resolve_ef570(overrides));
    if (!built) {
        ADD_FAILURE() << to_text(built.error());
        return {};
    }
    PredictOptions options;
    options.run.precision = {0, 0};
    options.run.max_ios = ios;
    RunCost cost;
    return predict_point(*built->twin, inline_workload(workload), load, options, cost);
}

inline Point closed_point(const Overrides& overrides, const std::string& workload, int outstanding, std::int64_t ios) {
    return point(overrides, workload, {outstanding, std::nullopt}, ios);
}

/// The array with threads on it; checks on each I/O that what it met sums to its latency.
struct Bench {
    explicit Bench(const Overrides& overrides)
        : parameters{ef570(overrides)}, array{simulation, ledger, parameters, {}}, places{{}, "test", "places"} {}

    sim::Task<> thread(std::uint32_t id, twin::Operation operation, twin::Access access, Bytes size, int ios) {
        for (std::uint64_t block = 0; block < static_cast<std::uint64_t>(ios); ++block) {
            twin::Trail trail;
            twin::Io io;
            io.operation = operation;
            io.access = access;
            io.volume = static_cast<std::uint16_t>(id % static_cast<std::uint32_t>(parameters.volumes.count));
            io.stream = id;
            io.position = access == twin::Access::random ? places() : block;
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
        EXPECT_NEAR(sum, static_cast<double>(latency.ns()), 1 + 1e-6 * sum);
        ledger.settle(trail);
    }

    /// One I/O on an idle array.
    Duration one(twin::Operation operation, twin::Access access, Bytes size) {
        limit = done + 1;
        simulation.spawn(thread(0, operation, access, size, 1));
        simulation.run();
        return latency;
    }

    /// That many I/Os on each of `threads`, and all that they leave behind.
    void run_out(int threads, twin::Operation operation, twin::Access access, Bytes size, int ios) {
        limit = done + threads * ios;
        for (int id = 0; id < threads; ++id) {
            simulation.spawn(thread(static_cast<std::uint32_t>(id), operation, access, size, ios));
        }
        simulation.run();
        const auto flush = [](Bench& bench) -> sim::Task<> {
            co_await bench.array.flush();
            bench.simulation.stop();
        };
        simulation.spawn(flush(*this));
        simulation.run();
    }

    /// Sum over all places whose name begins and ends so.
    double occupied_ns(std::string_view begin, std::string_view end = "") const {
        double sum = 0;
        for (std::size_t p = 0; p < ledger.places().size(); ++p) {
            const std::string& name = ledger.places()[p].name;
            if (name.starts_with(begin) && name.ends_with(end))
                sum += ledger.cumulative()[p * twin::Ledger::columns + twin::Ledger::occupied];
        }
        return sum;
    }

    /// What went over the ports of all drives, either way.
    double drive_bytes() const {
        return occupied_ns("drive.", ".port") * 1e-9 * parameters.media.ssd.interface_rate.bytes_per_second();
    }
    double scattered_writes() const {
        return occupied_ns("drives.writes") / static_cast<double>(parameters.media.scattered_write_time.ns());
    }

    sim::Simulation simulation;
    twin::Ledger ledger;
    Parameters parameters;
    Eseries array;
    sim::RandomStream places;
    Duration latency;
    int done = 0;
    int limit = INT_MAX;
};

constexpr Bytes kib4 = Bytes::from_kib(4);
constexpr Bytes kib64 = Bytes::from_kib(64);

}  // namespace arraytwin::eseries
