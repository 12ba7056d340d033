// The A800's four corners against the review's measurements: a number that is worse than written here fails the build.
//
// Errors are predicted / measured - 1, by DESIGN section 6: a peak is predicted as a closed point with as many outstanding
// as Little's law finds in the measured one, a start at its own IOPS, the 1 ms limit from the default curve.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lib/measured/curves_csv.hpp"
#include "tests/support/a800.hpp"

namespace {

using namespace arraytwin;

constexpr double peak_within = 0.05;
constexpr double limit_within = 0.10;
constexpr double start_within = 0.10;

class Accuracy : public testing::TestWithParam<std::string> {
protected:
    /// The only row of the A800 of this workload and kind.
    static MeasuredPoint measured(const std::string& workload, const std::string& kind) {
        static const auto all =
            test::value_of(measured::read_curves_csv(ARRAYTWIN_SOURCE_DIR "/data/measured/measured_curves.csv"));
        for (const MeasuredPoint& row : all) {
            if (row.config == "a800-fc" && row.workload == workload && row.point == kind && row.fit) return row;
        }
        throw std::runtime_error("no measured " + kind + " of " + workload);
    }

    static void judge(const char* what, double predicted, double truth, double within, const char* unit) {
        const double error = predicted / truth - 1;
        fmt::print("{:22} {:22} measured {:>11.1f} predicted {:>11.1f} {:4}  error {:+6.2f} %  (within {:.0f} %)\n",
                   GetParam(), what, truth, predicted, unit, 100 * error, 100 * within);
        EXPECT_LE(std::abs(error), within) << what;
    }
};

TEST_P(Accuracy, WithinWhatTheReadmeSays) {
    const BuiltTwin array = test::a800();
    const Workload workload = test::workload(GetParam());

    const MeasuredPoint peak = measured(GetParam(), "peak");
    const int outstanding = static_cast<int>(std::lround(*peak.iops * *peak.latency_us / 1e6));
    judge("peak", test::point(array, workload, {outstanding, std::nullopt}, 600'000).iops, *peak.iops, peak_within,
          "IOPS");

    const MeasuredPoint start = measured(GetParam(), "start");
    const int threads = workload.outstanding_per_volume * array.twin->volumes();
    judge("start", test::point(array, workload, {threads, *start.iops}, 200'000).latency.mean, *start.latency_us,
          start_within, "us");

    PredictOptions options;
    options.run.max_ios = 300'000;
    const Curve curve = test::value_of(predict(array, "aff-a800", workload, options)).curve;
    ASSERT_TRUE(curve.sub_ms_iops.has_value());
    judge("1 ms limit", *curve.sub_ms_iops, *measured(GetParam(), "sub_ms_limit").iops, limit_within, "IOPS");
}

INSTANTIATE_TEST_SUITE_P(Corners, Accuracy, testing::ValuesIn(test::corners), test::name_of_corner);

}  // namespace
