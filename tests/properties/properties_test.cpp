// What must hold of any array under any load, whatever its constants: laws of queueing, and monotony.
//
// Runs are short; where two are compared, a difference within their 95 % intervals (with a margin) says nothing. Arrays
// that differ in one key share their random numbers, so what is left of chance is little.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "lib/sim/random.hpp"
#include "lib/twin/load.hpp"
#include "lib/twin/point.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin {
namespace {

using Overrides = std::vector<std::string>;

const spec::DataFolder& data() {
    static const spec::DataFolder folder{ARRAYTWIN_SOURCE_DIR "/data"};
    return folder;
}

BuiltTwin array_of(const std::string& name_or_path, const Overrides& overrides = {}) {
    const auto resolved = resolve_array(data(), name_or_path, overrides);
    if (!resolved) {
        ADD_FAILURE() << to_text(resolved.error());
        return {};
    }
    auto built = build_array(*resolved);
    if (!built) ADD_FAILURE() << to_text(built.error());
    return built ? std::move(*built) : BuiltTwin{};
}

Workload workload_of(const std::string& text) {
    const auto workload = load_workload(data(), text);
    if (!workload) ADD_FAILURE() << to_text(workload.error());
    return workload ? *workload : Workload{};
}

/// Exactly `ios` long.
PredictOptions options_of(std::int64_t ios) {
    PredictOptions options;
    options.run.precision = {0, 0};
    options.run.max_ios = ios;
    return options;
}

Point point_of(const BuiltTwin& array, const std::string& workload, const OfferedLoad& load, std::int64_t ios) {
    RunCost cost;
    return predict_point(*array.twin, workload_of(workload), load, options_of(ios), cost);
}

OfferedLoad closed(int outstanding) { return {outstanding, std::nullopt}; }

/// How far chance alone may move a mean.
double slack(const Point& point) {
    const double half = (point.latency.mean_ci95.high - point.latency.mean_ci95.low) / 2;
    return std::isfinite(half) ? 1.5 * half : point.latency.mean.us();
}

const char* const corners[] = {"4k-random-read", "4k-random-write", "64k-sequential-read", "64k-sequential-write"};
constexpr const char* any_array = "aff-a800";

// ---- monotony

TEST(Monotony, MoreOutstandingIsNeverFaster) {
    const BuiltTwin array = array_of(any_array);
    for (const char* corner : corners) {
        Point last;
        for (const int outstanding : {1, 32, 256, 1024, 4096}) {
            const Point next = point_of(array, corner, closed(outstanding), outstanding == 1 ? 2'000 : 60'000);
            EXPECT_GE(next.latency.mean + slack(next) + slack(last), last.latency.mean)
                << corner << " at " << outstanding;
            last = next;
        }
    }
}

TEST(Monotony, MoreIopsAreNeverFaster) {
    const BuiltTwin array = array_of(any_array);
    for (const char* corner : {"4k-random-read", "64k-sequential-read"}) {
        const double most = point_of(array, corner, closed(2048), 60'000).iops;
        Point last;
        for (const double share : {0.1, 0.3, 0.5, 0.7, 0.9}) {
            const Point next = point_of(array, corner, {2048, share * most}, 30'000);
            EXPECT_NEAR(next.iops, share * most, 0.03 * most) << corner;
            EXPECT_GE(next.latency.mean + slack(next) + slack(last), last.latency.mean) << corner << " at " << share;
            last = next;
        }
    }
}

/// `variants` in the order in which the array should not get worse.
void expect_peak_to_grow(const char* workload, int outstanding, const std::vector<Overrides>& variants) {
    double last = 0;
    for (const Overrides& variant : variants) {
        const double peak = point_of(array_of(any_array, variant), workload, closed(outstanding), 80'000).iops;
        EXPECT_GE(peak, 0.985 * last) << workload << ", " << variant.front();
        last = peak;
    }
}

TEST(Monotony, MoreCoresNeverLowerThePeak) {
    for (const char* corner : {"4k-random-read", "64k-sequential-read"}) {
        expect_peak_to_grow(corner, 2048,
                            {{"nodes.cores=12"}, {"nodes.cores=24"}, {"nodes.cores=48"}, {"nodes.cores=96"}});
    }
}

TEST(Monotony, FasterClockNeverLowersThePeak) {
    for (const char* corner : {"4k-random-read", "64k-sequential-read"}) {
        expect_peak_to_grow(corner, 2048, {{"nodes.clock=1GHz"}, {"nodes.clock=2.1GHz"}, {"nodes.clock=4GHz"}});
    }
}

TEST(Monotony, WriteSaturationFollowsCoresAndClock) {
    // A log so small that many consistency points fit into the run.
    const std::string small_log = "nodes.journal.size=4GiB";
    expect_peak_to_grow("4k-random-write", 1024, {{"nodes.clock=1GHz", small_log}, {"nodes.clock=2GHz", small_log}});
    expect_peak_to_grow("4k-random-write", 1024, {{"nodes.cores=16", small_log}, {"nodes.cores=48", small_log}});
}

TEST(Monotony, MorePortsAndFasterDrivesNeverLowerThePeak) {
    expect_peak_to_grow("64k-sequential-read", 512, {{"fabric.ports.per_node=2"}, {"fabric.ports.per_node=4"}});
    expect_peak_to_grow("4k-random-read", 2048, {{"media.dies=2"}, {"media.dies=8"}, {"media.dies=64"}});
}

// ---- order of declaration

/// The lines of a document, each of its tables and each table's keys in an order drawn from `random`.
std::string shuffled(const std::string& text, sim::RandomStream& random) {
    std::vector<std::vector<std::string>> tables(1);
    std::istringstream lines{text};
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        if (line[0] == '[') tables.emplace_back();
        tables.back().push_back(line);
    }
    const auto shuffle = [&random](auto begin, auto end) {
        for (auto left = static_cast<std::uint64_t>(end - begin); left > 1; --left) {
            std::swap(begin[static_cast<std::ptrdiff_t>(left - 1)],
                      begin[static_cast<std::ptrdiff_t>(random.below(left))]);
        }
    };
    shuffle(tables.begin() + 1, tables.end());  // keys without a table stay at the top
    shuffle(tables.front().begin(), tables.front().end());
    std::string result;
    for (auto& table : tables) {
        if (&table != &tables.front()) shuffle(table.begin() + 1, table.end());
        for (const std::string& line : table) result += line + "\n";
    }
    return result;
}

TEST(OrderOfDeclaration, ChangesNothing) {
    std::ifstream file{data().path() + "/arrays/" + any_array + ".toml"};
    std::stringstream text;
    text << file.rdbuf();
    ASSERT_FALSE(text.str().empty());
    sim::RandomStream random{{}, "test", "order"};
    const std::string path = testing::TempDir() + "arraytwin_shuffled.toml";
    const Point original = point_of(array_of(any_array), "4k:70r:50rand", closed(256), 20'000);
    for (int i = 0; i < 3; ++i) {
        std::ofstream{path} << shuffled(text.str(), random);
        const Point other = point_of(array_of(path), "4k:70r:50rand", closed(256), 20'000);
        EXPECT_EQ(other.iops, original.iops);
        EXPECT_EQ(other.latency.mean, original.latency.mean);
        EXPECT_EQ(other.latency.p99_9, original.latency.p99_9);
        EXPECT_EQ(other.utilization, original.utilization);
    }
}

TEST(OrderOfDeclaration, OfOverridesChangesNothing) {
    const Point one = point_of(array_of(any_array, {"nodes.cores=24", "volumes.count=16"}), "8k", closed(64), 5'000);
    const Point two = point_of(array_of(any_array, {"volumes.count=16", "nodes.cores=24"}), "8k", closed(64), 5'000);
    EXPECT_EQ(one.latency.mean, two.latency.mean);
    EXPECT_EQ(one.iops, two.iops);
}

TEST(Seed, DecidesTheRun) {
    const BuiltTwin array = array_of(any_array);
    const twin::RunOptions options = options_of(5'000).run;
    const Workload workload = workload_of("4k:70r");
    const auto run = [&](std::uint64_t seed) {
        return array.twin->run(workload, closed(64), options, {seed, 0}).summary;
    };
    EXPECT_EQ(run(1).area_ns, run(1).area_ns);
    EXPECT_NE(run(1).area_ns, run(2).area_ns);
}

// ---- laws

/// A run of any workload and load, on the array or one much smaller.
void check_laws(const std::string& workload, const OfferedLoad& load, const Overrides& overrides, std::uint64_t seed,
                std::int64_t ios = 20'000) {
    SCOPED_TRACE(workload);
    const BuiltTwin array = array_of(any_array, overrides);
    const Workload asked = workload_of(workload);
    const bool load_has_writes = asked.writes();
    const twin::Run run = array.twin->run(asked, load, options_of(ios).run, {seed, 0});
    const stats::Summary& summary = run.summary;
    ASSERT_GT(summary.observations, 0);

    // Little's law, exactly: I/Os outstanding counted over time are the time that each spent there.
    EXPECT_EQ(summary.area_ns, summary.residence_ns);
    // And as people use it: outstanding = IOPS x latency, but for the I/Os at the window's ends.
    const double product = summary.throughput.value * summary.mean_us.value * 1e-6;
    const double ends = summary.mean_outstanding / static_cast<double>(summary.observations) * summary.mean_outstanding;
    const double chance = product * (summary.mean_us.relative_half_width() + 0.005);
    if (std::isfinite(chance)) {
        EXPECT_NEAR(product, summary.mean_outstanding, chance + 2 * ends);
    }
    if (load.outstanding) {
        const double allowed = *load.outstanding;
        EXPECT_LE(summary.mean_outstanding, allowed * (1 + 1e-9));
        EXPECT_GE(summary.mean_outstanding, load.target_iops ? 0 : allowed * (1 - 1e-9));
    }

    // No server works more than all of the time. Work is booked when it is promised: up to what a queue holds may be early,
    // and on a drive that is written to, a whole buffer of programs.
    const Point point = twin::point_of(run, load);
    std::map<std::string, double> raw;
    for (std::size_t p = 0; p < run.places.size(); ++p) {
        const twin::Place& place = run.places[p];
        if (place.queueing == twin::Queueing::delay) continue;
        if (load_has_writes && place.name.starts_with("drive.")) continue;
        const double occupied = summary.counters[p * twin::Ledger::columns + twin::Ledger::occupied];
        EXPECT_GE(occupied, 0) << place.name;
        double& sum = raw[place.name];
        const double share = occupied / static_cast<double>(summary.window.ns()) / place.servers;
        sum = place.queueing == twin::Queueing::any_server ? sum + share : std::max(sum, share);
    }
    const double promised = 0.02 + summary.mean_us.value * 1e-6 / summary.window.seconds();
    for (const auto& [place, utilization] : raw) EXPECT_LE(utilization, 1 + promised) << place;
    for (const auto& [place, utilization] : point.utilization) {
        EXPECT_GE(utilization, 0) << place;
        EXPECT_LE(utilization, 1) << place;
    }

    // Where the time went is all of it.
    double sum = 0;
    for (const auto& [place, time] : point.breakdown) {
        EXPECT_GE(time.wait, 0) << place;
        EXPECT_GE(time.service, 0) << place;
        sum += time.wait + time.service;
    }
    EXPECT_NEAR(sum, point.latency.mean, 0.001 * point.latency.mean);
    EXPECT_LE(point.latency.p50, point.latency.p95);
    EXPECT_LE(point.latency.p95, point.latency.p99);
    EXPECT_LE(point.latency.p99, point.latency.p99_9);
}

TEST(Laws, HoldAtTheCorners) {
    for (const char* corner : corners) {
        check_laws(corner, closed(1), {}, 1);
        check_laws(corner, closed(256), {}, 2);
        check_laws(corner, closed(2048), {}, 3);
        check_laws(corner, {512, 50'000.0}, {}, 4);
    }
}

TEST(Laws, HoldWithoutALimitOnOutstanding) { check_laws("4k:70r:100rand", {std::nullopt, 200'000.0}, {}, 5); }

RC_GTEST_PROP(Laws, HoldForAnyMix, ()) {
    const int kib = *rc::gen::element(4, 8, 32, 64, 256);
    const int reads = *rc::gen::inRange(0, 101);
    const int random = *rc::gen::inRange(0, 101);
    std::ostringstream workload;
    workload << kib << "k:" << reads << "r:" << random << "rand";
    OfferedLoad load = closed(*rc::gen::inRange(1, 600));
    if (*rc::gen::arbitrary<bool>()) load.target_iops = *rc::gen::inRange(1'000, 200'000);
    const Overrides overrides =
        *rc::gen::element(Overrides{}, Overrides{"nodes.cores=4", "volumes.count=4"},
                          Overrides{"media.dies=2", "nodes.journal.size=1GiB"},
                          Overrides{"fabric.ports.queue_depth=8", "fabric.hosts.lun_queue_depth=4"},
                          Overrides{"fabric.ports.slot_rate=1GB/s", "fabric.hosts.lun_queue_depth=2"},
                          Overrides{"nodes.count=1", "layout.partition=none"});
    check_laws(workload.str(), load, overrides, *rc::gen::inRange<std::uint64_t>(1, 1000), 6'000);
    RC_ASSERT(!testing::Test::HasFailure());
}

}  // namespace
}  // namespace arraytwin
