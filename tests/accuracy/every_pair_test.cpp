// Every measured row that is fit to be compared, beside the twin's answer to the same load and what limits it: a table to
// read, and the promise that each pair of configuration and workload has a curve, a bottleneck and a breakdown that sums to
// its latency. How large the errors may be is every_array_test's to say; rows of applications are in applications_test.
#include <cmath>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lib/compare/plan.hpp"
#include "lib/measured/runs.hpp"
#include "lib/twin/fast_twin.hpp"
#include "tests/support/a800.hpp"

namespace arraytwin {
namespace {

using compare::Kind;
using measured::RunPoint;

const measured::Run& measured_run() {
    static const auto run =
        test::value_of(measured::read_runs({ARRAYTWIN_SOURCE_DIR "/data/measured/measured_curves.csv"}));
    return run;
}

/// By configuration of data/measured, the array that stands for it.
std::map<std::string, std::string> arrays_by_configuration() {
    std::map<std::string, std::string> arrays;
    for (const std::string& name : test::data.names("arrays")) {
        const auto resolved = test::value_of(resolve_array(test::data, name));
        if (const auto config = resolved.document.text("measured_as")) arrays[*config] = name;
    }
    return arrays;
}

double sum_of(const Point& point) {
    double sum = 0;
    for (const auto& [place, time] : point.breakdown) sum += time.wait + time.service;
    return sum;
}

/// An array with as many hosts as a run was measured from, asked for one workload.
struct Pair {
    Pair(const std::string& name, const Workload& plain, std::optional<int> hosts)
        : array{test::value_of(build_array(test::value_of(resolve_array(
              test::data, name, hosts ? Overrides{fmt::format("fabric.hosts.count={}", *hosts)} : Overrides{}))))},
          workload{as_calibrated(array, plain)},
          fast{*array.twin, workload, {1, 0}} {
        PredictOptions options;
        options.solver = Solver::fast;
        options.intervals = false;
        curve = test::value_of(predict(array, name, plain, options)).curve;
    }

    int budget() const { return workload.outstanding_per_volume * array.twin->volumes(); }

    using Overrides = std::vector<std::string>;
    BuiltTwin array;
    Workload workload;
    twin::FastTwin fast;
    Curve curve;
};

void check(const Pair& pair, const std::string& what) {
    EXPECT_GE(pair.curve.points.size(), 10U) << what;
    EXPECT_GT(pair.curve.peak.iops, 0) << what;
    for (const Point& point : pair.curve.points) {
        EXPECT_FALSE(point.bottleneck.empty()) << what;
        EXPECT_NEAR(sum_of(point), point.latency.mean, 1e-6 * point.latency.mean) << what;
    }
}

std::string error(std::optional<double> measured, std::optional<double> predicted) {
    return measured && predicted ? fmt::format("{:+.1f} %", 100 * (*predicted / *measured - 1)) : "–";
}

/// Prints the row; false if it does not say at which load it was measured.
bool show(const RunPoint& row, const Pair& pair) {
    const compare::Question question = compare::question_of(row, pair.budget());
    if (!question.load) return false;
    const Point point = pair.fast.point(*question.load);
    const bool limit = question.kind == Kind::limit;
    const auto iops = limit ? pair.curve.sub_ms_iops : std::optional{point.iops};
    const bool tells_latency = row.latency_usable && !limit;
    fmt::print("{:16} {:30} {:13} {:>9.0f} {:>9.0f} {:>8}  {:>7.0f} {:>7.0f} {:>8}  {}\n", row.config, row.workload,
               row.label, row.iops.value_or(NAN), iops.value_or(NAN), error(row.iops, iops),
               tells_latency ? row.latency.mean.value_or(NAN) : NAN, point.latency.mean.us(),
               tells_latency ? error(row.latency.mean, point.latency.mean) : "–", point.bottleneck);
    EXPECT_GT(point.iops, 0);
    EXPECT_FALSE(point.bottleneck.empty());
    EXPECT_NEAR(sum_of(point), point.latency.mean, 1e-6 * point.latency.mean);
    return true;
}

TEST(EveryPair, HasACurveABottleneckAndABreakdown) {
    fmt::print("{:16} {:30} {:13} {:>9} {:>9} {:>8}  {:>7} {:>7} {:>8}  {}\n", "configuration", "workload", "row",
               "IOPS", "predicted", "", "us", "predicted", "", "bottleneck");
    std::set<std::string> pairs;
    std::size_t rows = 0;
    std::size_t shown = 0;
    for (const auto& [config, name] : arrays_by_configuration()) {
        const auto plan = compare::plan(measured_run(), test::data, {name, config, std::nullopt, 1, {}});
        if (!plan) continue;  // a configuration with rows of applications, or with claims, only
        for (const compare::Part& part : plan->parts) {
            std::map<std::optional<int>, std::unique_ptr<Pair>> by_hosts;
            for (const std::size_t row : part.rows) {
                const RunPoint& measured = measured_run().points[row];
                if (!measured.usable) continue;
                ++rows;
                auto& pair = by_hosts[measured.hosts];
                if (!pair) pair = std::make_unique<Pair>(name, part.workload, measured.hosts);
                shown += show(measured, *pair) ? 1 : 0;
                pairs.insert(config + ", " + part.workload.name);
            }
            for (const auto& [hosts, pair] : by_hosts) check(*pair, config + ", " + part.workload.name);
        }
    }
    fmt::print("{} rows of {} pairs; {} of them do not tell their load\n", rows, pairs.size(), rows - shown);
    EXPECT_GE(pairs.size(), 90U);
    EXPECT_GE(rows, 150U);
    EXPECT_EQ(shown, rows);
}

}  // namespace
}  // namespace arraytwin
