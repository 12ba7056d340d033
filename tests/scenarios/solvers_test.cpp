// The two solvers tell the same story: the fast one is fed by the simulated model, so what differs is mean value
// analysis against simulation. DESIGN section 3: IOPS within 3 %, mean latency within 10 %, up to 80 % of the peak.
#include <gtest/gtest.h>

#include "lib/twin/fast_twin.hpp"
#include "tests/support/a800.hpp"

namespace {

using namespace arraytwin;

class Solvers : public testing::TestWithParam<std::string> {};

TEST_P(Solvers, AgreeUpToFourFifthsOfThePeak) {
    const BuiltTwin array = test::a800();
    const Workload workload = test::workload(GetParam());
    const twin::FastTwin fast{*array.twin, workload, {1, 0}};
    const int threads = workload.outstanding_per_volume * array.twin->volumes();
    const double peak = fast.point({threads, std::nullopt}).iops;
    for (double share : {0.1, 0.3, 0.5, 0.65, 0.8}) {
        const OfferedLoad load{threads, share * peak};
        const Point quick = fast.point(load);
        const Point slow = test::point(array, workload, load, 300'000);
        EXPECT_NEAR(quick.iops / slow.iops, 1, 0.03) << share;
        EXPECT_NEAR(quick.latency.mean / slow.latency.mean, 1, 0.10) << share;
    }
}

TEST_P(Solvers, AgreeOnThePeak) {
    const BuiltTwin array = test::a800();
    const Workload workload = test::workload(GetParam());
    const OfferedLoad all{workload.outstanding_per_volume * array.twin->volumes(), std::nullopt};
    const Point quick = twin::FastTwin{*array.twin, workload, {1, 0}}.point(all);
    EXPECT_NEAR(quick.iops / test::point(array, workload, all, 500'000).iops, 1, 0.03);
}

TEST_P(Solvers, TheFastOneSumsToItsLatencyToo) {
    const BuiltTwin array = test::a800();
    const Workload workload = test::workload(GetParam());
    const Point point = twin::FastTwin{*array.twin, workload, {1, 0}}.point({64, std::nullopt});
    double sum = 0;
    for (const auto& [place, time] : point.breakdown) sum += time.wait + time.service;
    EXPECT_NEAR(sum, point.latency.mean, 1e-6 * sum);
}

INSTANTIATE_TEST_SUITE_P(Corners, Solvers, testing::ValuesIn(test::corners), test::name_of_corner);

}  // namespace
