// Every measured configuration against its own array, row by row: a calibration that is worse than written here fails the
// build. In sample, by the fast solver; what the twin is worth on unseen loads is the scoreboard's to say.
#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lib/compare/compare.hpp"
#include "lib/measured/runs.hpp"
#include "tests/support/a800.hpp"

namespace arraytwin {
namespace {

constexpr double median_peak_within = 4;  // percent
constexpr double worst_corner_within = 15;
constexpr double median_latency_within = 10;

const std::vector<std::string> arrays{"aff-a800", "aff-a300", "a250-fc",  "a250-nvmefc",
                                      "ef570",    "a200-smb", "sf19210x8"};

compare::Report compared(const std::string& name) {
    static const auto run =
        test::value_of(measured::read_runs({ARRAYTWIN_SOURCE_DIR "/data/measured/measured_curves.csv"}));
    const auto array = test::value_of(build_array(test::value_of(resolve_array(test::data, name))));
    const auto plan = test::value_of(
        compare::plan(run, test::data, {name, array.header.measured_as, std::nullopt, array.twin->volumes(), {}}));
    compare::CompareOptions options;
    options.predict.solver = Solver::fast;
    options.predict.jobs = 2;
    options.predict.intervals = false;
    return test::value_of(compare::compare(array, name, run, plan, options));
}

bool is_corner(const std::string& name, const std::string& workload) {
    const bool corner = std::find(test::corners.begin(), test::corners.end(), workload) != test::corners.end();
    return corner || name == "a200-smb" || name == "sf19210x8";
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

TEST(EveryArray, PredictsItsOwnMeasuredRows) {
    std::vector<double> corners;
    std::vector<double> peaks;
    std::vector<double> latencies;
    for (const std::string& name : arrays) {
        for (const auto& comparison : compared(name).comparisons) {
            for (const auto& point : comparison.points) {
                const bool peak = point.kind == compare::Kind::peak || point.kind == compare::Kind::closed;
                const auto error = peak                                 ? point.error_pct.iops
                                   : point.kind == compare::Kind::limit ? comparison.sub_ms.error_pct
                                                                        : point.error_pct.latency_us;
                if (!error || !point.scored) continue;
                fmt::print("{:12} {:32} {:14} {:+6.1f} %\n", name, comparison.workload, point.label, *error);
                if (peak && is_corner(name, comparison.workload)) corners.push_back(std::abs(*error));
                (peak ? peaks : latencies).push_back(std::abs(*error));
            }
        }
    }
    ASSERT_GE(peaks.size(), 90U);
    fmt::print(
        "{} peaks: median {:.1f} %; {} of corners: median {:.1f}, worst {:.1f} %; {} latencies and limits: median "
        "{:.1f} %\n",
        peaks.size(), median(peaks), corners.size(), median(corners), *std::max_element(corners.begin(), corners.end()),
        latencies.size(), median(latencies));
    EXPECT_LE(median(peaks), median_peak_within);
    EXPECT_LE(median(corners), median_peak_within);
    EXPECT_LE(*std::max_element(corners.begin(), corners.end()), worst_corner_within);
    EXPECT_LE(median(latencies), median_latency_within);
}

}  // namespace
}  // namespace arraytwin
