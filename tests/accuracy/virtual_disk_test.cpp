// A real device: the disk of a cloud machine, measured with fio. Fitted to half of the queue depths, it must predict the
// other half; docs/calibrate-your-own-disk.md goes through the same by hand.
#include <cmath>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lib/calibrate/calibrate.hpp"
#include "lib/measured/runs.hpp"
#include "tests/support/a800.hpp"

namespace arraytwin {
namespace {

constexpr double mean_within = 0.10;  // the run-to-run variation of real storage
constexpr double worst_within = 0.15;

measured::Run runs_at(std::initializer_list<int> depths) {
    std::vector<std::string> files;
    for (const char* load : {"4k-random-read", "64k-random-read"}) {
        for (const int depth : depths) {
            files.push_back(
                fmt::format(ARRAYTWIN_SOURCE_DIR "/data/measured/virtual_disk/{}-depth-{}.json", load, depth));
        }
    }
    return test::value_of(measured::read_runs(files));
}

TEST(VirtualDisk, HalfOfTheDepthsPredictsTheOtherHalf) {
    calibrate::CalibrateOptions options;
    options.jobs = 2;
    const auto problem_at = [&](std::initializer_list<int> depths) {
        return test::value_of(calibrate::problem_of(test::data, {"virtual-disk"}, runs_at(depths), options));
    };
    const auto fitted = calibrate::calibrate(problem_at({1, 4, 16, 64}), options);
    const auto unseen = problem_at({2, 8, 32, 128}).problem;
    ASSERT_EQ(unseen.constants.size(), fitted.problem.constants.size());
    double sum = 0;
    int count = 0;
    for (const auto& one : unseen.cases) {
        const auto built = test::value_of(calibrate::build(unseen, one, fitted.fit.log_values));
        for (const auto& observation : one.observations) {
            const Point point = test::point(built.array, built.workload, observation.load, 200'000);
            const double error = point.iops / observation.measured - 1;
            EXPECT_LE(std::abs(error), worst_within) << observation.label;
            sum += std::abs(error);
            ++count;
        }
    }
    EXPECT_EQ(count, 8);
    EXPECT_LE(sum / count, mean_within);
}

}  // namespace
}  // namespace arraytwin
