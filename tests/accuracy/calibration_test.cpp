// All sixteen measured workloads of the A800 fitted together: a fit that is worse than written here fails the build.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "lib/calibrate/calibrate.hpp"
#include "lib/measured/runs.hpp"
#include "tests/support/a800.hpp"

namespace arraytwin {
namespace {

using calibrate::Quantity;

constexpr double median_peak_within = 0.03;
constexpr double mean_knee_within = 0.10;
constexpr double seconds_within = 30;  // on two cores of their own

calibrate::Calibration calibrated(int rounds) {
    const auto run = test::value_of(measured::read_runs({ARRAYTWIN_SOURCE_DIR "/data/measured/measured_curves.csv"}));
    calibrate::CalibrateOptions options;
    options.simulated_rounds = rounds;
    options.jobs = 2;
    return calibrate::calibrate(test::value_of(calibrate::problem_of(test::data, {"aff-a800"}, run, options)), options);
}

std::string constants_of(const calibrate::Calibration& calibration) {
    const auto told = std::count_if(calibration.constants.begin(), calibration.constants.end(),
                                    [](const auto& verdict) { return verdict.identified; });
    return fmt::format("{} constants, {} of them told by {} points", calibration.constants.size(), told,
                       calibration.fit.log_predicted.size());
}

double median_peak_error(const calibrate::Calibration& calibration) {
    std::vector<double> errors;
    const auto observations = calibrate::observations_of(calibration.problem);
    for (std::size_t o = 0; o < observations.size(); ++o) {
        if (observations[o]->quantity != Quantity::iops) continue;
        errors.push_back(std::abs(std::exp(calibration.fit.log_predicted[o]) / observations[o]->measured - 1));
    }
    std::sort(errors.begin(), errors.end());
    return (errors[(errors.size() - 1) / 2] + errors[errors.size() / 2]) / 2;
}

/// Of 1 ms limits and start latencies, each workload's from its own peak and the others' knees.
double mean_knee_error(const calibrate::Calibration& calibration) {
    double sum = 0;
    for (const calibrate::Unseen& one : calibration.knees) sum += std::abs(std::expm1(one.log_error));
    return sum / static_cast<double>(calibration.knees.size());
}

void judge(const calibrate::Calibration& calibration) {
    const double peak = median_peak_error(calibration);
    const double knee = mean_knee_error(calibration);
    const std::string constants = constants_of(calibration);
    fmt::print("A800: {}; median error of peaks {:.2f} %, mean of the knee protocol {:.2f} %, {:.1f} s\n", constants,
               100 * peak, 100 * knee, calibration.seconds);
    EXPECT_EQ(calibration.problem.workload_names.size(), 16U);
    EXPECT_LE(peak, median_peak_within) << constants;
    EXPECT_LE(knee, mean_knee_within) << constants;
}

TEST(CalibrationAccuracy, FastSolverAlone) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "a minute of recordings under sanitizers; lib/calibrate's own tests run the same code on less";
#endif
    judge(calibrated(0));
}

TEST(SlowCalibrationAccuracy, CorrectedAgainstTheSimulatorInTime) {
    const auto calibration = calibrated(calibrate::CalibrateOptions{}.simulated_rounds);
    judge(calibration);
    EXPECT_LE(calibration.seconds, seconds_within) << "on two cores that do nothing else";
}

}  // namespace
}  // namespace arraytwin
