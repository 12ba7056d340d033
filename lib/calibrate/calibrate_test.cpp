// A whole calibration of the A800: the document that it writes, and what is predicted from that.
#include "lib/calibrate/calibrate.hpp"

#include <stdlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "lib/calibrate/synthetic_test.hpp"
#include "lib/measured/runs.hpp"
#include "lib/twin/predict.hpp"

namespace arraytwin::calibrate {
namespace {

using synthetic::value_of;

const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};

const measured::Run& measured_run() {
    static const auto run = value_of(measured::read_runs({ARRAYTWIN_SOURCE_DIR "/data/measured/measured_curves.csv"}));
    return run;
}

/// Of a corner and a mix, by the fast solver alone.
CalibrateOptions quick(int jobs) {
    CalibrateOptions options;
    for (const char* const name : {"4k-random-read", "oracle-90-10"})
        options.wanted.push_back(value_of(load_workload(data, name)));
    options.simulated_rounds = 0;
    options.jobs = jobs;
    return options;
}

Calibration calibrated(int jobs) {
    const CalibrateOptions options = quick(jobs);
    return calibrate(value_of(problem_of(data, {"aff-a800"}, measured_run(), options)), options);
}

const Calibration& once() {
    static const Calibration calibration = calibrated(2);
    return calibration;
}

/// A copy of the data folder with the calibration in it.
class CalibratedData {
public:
    explicit CalibratedData(const std::string& text) {
        std::string name = (std::filesystem::temp_directory_path() / "arraytwin-calibrate-XXXXXX").string();
        root_ = mkdtemp(name.data());
        std::filesystem::copy(ARRAYTWIN_SOURCE_DIR "/data", root_, std::filesystem::copy_options::recursive);
        std::ofstream{root_ / "calibrations" / "fitted.toml"} << text;
    }
    CalibratedData(const CalibratedData&) = delete;
    CalibratedData& operator=(const CalibratedData&) = delete;
    ~CalibratedData() { std::filesystem::remove_all(root_); }

    spec::DataFolder folder() const { return spec::DataFolder{root_.string()}; }

private:
    std::filesystem::path root_;
};

TEST(Calibrate, SameBytesOnEveryNumberOfThreadsAndInEveryRun) {
    const std::string first = to_toml(once(), 0, "fitted", "call");
    EXPECT_EQ(to_toml(calibrated(1), 0, "fitted", "call"), first);
}

TEST(Calibrate, WrittenFileGivesGradeIntervalAndTheFittedAnswers) {
    const CalibratedData written{to_toml(once(), 0, "fitted", "a test")};
    const auto resolved = value_of(resolve_array(written.folder(), "aff-a800", {"calibration=fitted"}));
    EXPECT_TRUE(resolved.departures.empty());
    const BuiltTwin array = value_of(build_array(resolved));
    EXPECT_EQ(array.grade, Grade::calibrated);
    std::size_t row = 0;
    for (const Case& one : once().problem.cases) {
        const std::string& name = once().problem.workload_names[static_cast<std::size_t>(one.workload)];
        PredictOptions options;
        options.solver = Solver::fast;
        options.jobs = 2;
        for (const Observation& observation : one.observations) options.loads.push_back(observation.load);
        const Curve curve =
            value_of(predict(array, "aff-a800", value_of(load_workload(written.folder(), name)), options)).curve;
        EXPECT_EQ(curve.grade, Grade::cross_validated) << name;
        EXPECT_TRUE(curve.warnings.empty()) << name << ": " << curve.warnings.front();
        for (std::size_t o = 0; o < one.observations.size(); ++o, ++row) {
            const Point& point = curve.points[o];
            ASSERT_TRUE(point.prediction90_iops && point.prediction90_latency) << name;
            if (one.observations[o].quantity != Quantity::iops) continue;
            EXPECT_NEAR(point.iops / std::exp(once().fit.log_predicted[row]), 1, 0.02) << name;
        }
    }
}

TEST(Calibrate, AnotherWorkloadIsCalibratedAndAnotherArrayIsSpecOnly) {
    const CalibratedData written{to_toml(once(), 0, "fitted", "a test")};
    PredictOptions options;
    options.solver = Solver::fast;
    options.loads = {{64, std::nullopt}};
    const auto predicted = [&](const std::vector<std::string>& overrides, const std::string& workload) {
        const auto array = value_of(build_array(value_of(resolve_array(written.folder(), "aff-a800", overrides))));
        return value_of(predict(array, "aff-a800", value_of(load_workload(written.folder(), workload)), options)).curve;
    };
    const Curve mix = predicted({"calibration=fitted"}, "8k:70r:100rand");
    EXPECT_EQ(mix.grade, Grade::calibrated);
    EXPECT_TRUE(mix.points[0].prediction90_iops);
    const Curve large = predicted({"calibration=fitted"}, "512k:100r:0rand");
    EXPECT_EQ(large.warnings.size(), 2U) << "blocks, and sequential I/O, were not measured here";
    const Curve half = predicted({"calibration=fitted", "nodes.cores=24"}, "8k:70r:100rand");
    EXPECT_EQ(half.grade, Grade::spec_only);
    EXPECT_FALSE(half.points[0].prediction90_iops);
}

TEST(Calibrate, DocumentSaysWhereEachValueComesFrom) {
    const auto document = value_of(spec::Document::from_text("fitted.toml", to_toml(once(), 0, "fitted", "the call")));
    std::size_t fitted = 0;
    for (std::size_t c = 0; c < once().constants.size(); ++c) {
        const Constant& constant = once().problem.constants[c];
        if (constant.arrays.empty()) continue;
        const spec::Node* node = document.find(constant.key.substr(std::string{"costs."}.size()));
        ASSERT_NE(node, nullptr) << constant.key;
        const bool told = once().constants[c].identified;
        EXPECT_EQ(node->annotation.confidence, told ? "I" : "R") << constant.key;
        EXPECT_EQ(node->annotation.source.starts_with("fitted: 95 % from "), told) << node->annotation.source;
        EXPECT_EQ(node->annotation.spread, 1) << "what was fitted is not a prior any more";
        ++fitted;
    }
    EXPECT_GT(fitted, 10U);
    EXPECT_EQ(document.text("array"), "aff-a800");
    EXPECT_NE(document.find("workloads.oracle-90-10.read_work"), nullptr);
    EXPECT_EQ(document.find("provenance.points")->children.size(), once().fit.log_predicted.size());
}

TEST(Calibrate, AWrongFoldersOrRowsAreDiagnosed) {
    const auto nothing = problem_of(data, {"aff-a80"}, measured_run(), quick(1));
    ASSERT_FALSE(nothing);
    EXPECT_NE(to_text(nothing.error()).find("aff-a800"), std::string::npos) << "the nearest name";
    EXPECT_FALSE(problem_of(data, {"aff-a800"}, measured::Run{}, quick(1)));
    auto fitted_already = quick(1);
    fitted_already.prior = "aff-a800";
    fitted_already.wanted.resize(1);
    const auto no_spread = problem_of(data, {"aff-a800"}, measured_run(), fitted_already);
    ASSERT_FALSE(no_spread);
    EXPECT_NE(to_text(no_spread.error()).find("no value has a spread"), std::string::npos);
}

TEST(Calibrate, ProgressGoesFromNothingToNearlyAll) {
    CalibrateOptions options = quick(2);
    options.wanted.resize(1);
    std::vector<double> done;
    options.progress = [&](const std::string&, double share) { done.push_back(share); };
    const auto calibration = calibrate(value_of(problem_of(data, {"aff-a800"}, measured_run(), options)), options);
    ASSERT_FALSE(done.empty());
    EXPECT_EQ(done.front(), 0);
    EXPECT_TRUE(std::is_sorted(done.begin(), done.end()));
    EXPECT_LT(done.back(), 1);
    EXPECT_EQ(calibration.constants.size(), calibration.problem.constants.size());
}

}  // namespace
}  // namespace arraytwin::calibrate
