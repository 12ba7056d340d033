// Applications against the reviews: every row of measured_apps.csv beside the twin's answer, and what must hold of them.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cmath>
#include <map>

#include "lib/measured/applications_csv.hpp"
#include "lib/twin/predict_application.hpp"
#include "tests/support/a800.hpp"

namespace {

using namespace arraytwin;

const std::map<std::string, std::string> array_of_config{{"a800-fc", "aff-a800"}, {"a300-fc", "aff-a300"},
                                                         {"a250-fc", "a250-fc"},  {"a250-nvmefc", "a250-nvmefc"},
                                                         {"ef570-fc", "ef570"},   {"a200-block", "aff-a200"}};

std::vector<MeasuredApplication> rows() {
    return test::value_of(measured::read_applications_csv(ARRAYTWIN_SOURCE_DIR "/data/measured/measured_apps.csv"));
}

ApplicationCurve answer(const std::string& array, const std::string& application, const std::vector<int>& vms,
                        Solver solver) {
    const auto built = test::value_of(build_array(test::value_of(resolve_array(test::data, array))));
    PredictOptions options;
    options.solver = solver;
    return test::value_of(
               predict(built, array, test::value_of(load_application(test::data, application)), vms, options))
        .curve;
}

std::string percent(std::optional<double> error) { return error ? fmt::format("{:+8.2f} %", *error) : "         –"; }

/// Sysbench's mean size of the error is 10.8 % over all rows, the A200's among them, which was not fitted.
TEST(Applications, EveryMeasuredRowBesideThePrediction) {
    double sum = 0;
    int sysbench = 0;
    fmt::print("{:12} {:15} {:>3}  {:>10} {:>10}  {:>10}\n", "array", "application", "VMs", "TPS", "latency",
               "given R");
    for (const MeasuredApplication& row : rows()) {
        const auto curve = answer(array_of_config.at(row.config), row.application, {row.vms}, Solver::fast);
        const auto errors = errors_of(curve, row);
        const Point& point = curve.points.at(0).transactions;
        fmt::print("{:12} {:15} {:>3}  {} {}  {}  {}\n", curve.array, row.application, row.vms, percent(errors.tps),
                   percent(errors.latency), percent(errors.tps_given_latency), point.bottleneck);
        if (row.application == "sysbench-oltp") sum += std::abs(errors.tps.value()), ++sysbench;
        EXPECT_GT(point.iops, 0);
        EXPECT_FALSE(point.bottleneck.empty());
        double parts = 0;
        for (const auto& [place, time] : point.breakdown) parts += time.wait + time.service;
        EXPECT_NEAR(parts, point.latency.mean, 1e-6 * parts);
    }
    fmt::print("mean size of Sysbench's TPS error: {:.1f} %\n", sum / sysbench);
    EXPECT_LE(sum / sysbench, 13);
}

/// The latency moves SQL Server's TPS by half a percent only, so what is tested here is the think time.
TEST(Applications, SqlServersTpsFollowFromTheLatency) {
    ApplicationCurve curve;
    curve.think_time_us = test::value_of(load_application(test::data, "sqlserver-tpcc")).think_time.seconds() * 1e6;
    int checked = 0;
    for (const MeasuredApplication& row : rows()) {
        if (row.application != "sqlserver-tpcc" || !row.tps || !row.latency_us) continue;
        EXPECT_LE(std::abs(errors_of(curve, row).tps_given_latency.value()), 0.1) << row.config;
        ++checked;
    }
    EXPECT_EQ(checked, 4);
}

TEST(Applications, SysbenchObeysLittlesLaw) {
    const ApplicationCurve curve;  // without think time
    for (const MeasuredApplication& row : rows()) {
        if (row.application != "sysbench-oltp" || !row.tps || !row.latency_us) continue;
        EXPECT_LE(std::abs(errors_of(curve, row).tps_given_latency.value()), 1) << row.config << " " << row.vms;
    }
}

/// The A800 is calibrated; its rows at 16 VMs are half of those at 32, which no shared queue explains.
TEST(Applications, A800WithinWhatTheDocumentSays) {
    for (const MeasuredApplication& row : rows()) {
        if (row.config != "a800-fc" || !row.tps) continue;
        const auto errors = errors_of(answer("aff-a800", row.application, {row.vms}, Solver::fast), row);
        const double within = row.application == "sqlserver-tpcc" ? 0.1 : row.vms == 16 ? 35 : 20;
        EXPECT_LE(std::abs(errors.tps.value()), within) << row.application << " " << row.vms;
    }
}

TEST(Applications, FastAndSimulatedAgree) {
    for (const char* application : {"sysbench-oltp", "sqlserver-tpcc"}) {
        const std::vector<int> vms{4, 16};
        const auto fast = answer("aff-a800", application, vms, Solver::fast);
        const auto simulated = answer("aff-a800", application, vms, Solver::simulate);
        for (std::size_t i = 0; i < vms.size(); ++i) {
            const Point& quick = fast.points[i].transactions;
            const Point& slow = simulated.points[i].transactions;
            EXPECT_NEAR(quick.iops / slow.iops, 1, 0.03) << application << " " << vms[i];
            EXPECT_NEAR(quick.latency.mean / slow.latency.mean, 1, 0.10) << application << " " << vms[i];
        }
    }
}

}  // namespace
