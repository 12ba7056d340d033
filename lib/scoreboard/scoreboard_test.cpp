#include "lib/scoreboard/scoreboard.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "lib/calibrate/synthetic_test.hpp"
#include "lib/scoreboard/refit.hpp"

namespace arraytwin::scoreboard {
namespace {

using namespace calibrate::synthetic;
using calibrate::Observation;
using calibrate::Problem;
using calibrate::Quantity;

const std::vector<std::string> corners{"4k:100r:100rand", "4k:0r:100rand"};
const std::vector<std::string> mixes{"4k:80r:100rand", "4k:50r:100rand", "8k:60r:100rand"};

ScoreOptions options() {
    ScoreOptions options;
    options.corners = corners;
    return options;
}

/// Three arrays of one family whose points are the fast solver's own answers, at constants that the priors are not.
Problem family() {
    Problem problem;
    problem.jobs = 2;
    for (const char* const name : {"small", "middle", "large"}) {
        add_array(problem, name,
                  twin::toy::resolved("service = { value = \"100us\", spread = 1.5 }\nafter = \"50us\"\n"
                                      "delay = { value = \"200us\", spread = 1.5 }\n"
                                      "write = { value = \"50us\", spread = 1.5 }\n"),
                  false);
    }
    for (int array = 0; array < 3; ++array) {
        for (const auto* list : {&corners, &mixes}) {
            for (const std::string& text : *list) {
                const int workload = add_inline_workload(problem, text);
                add(problem, array, workload, paced(64, 2000));
                add(problem, array, workload, crossing(64, 600));
                Observation peak = closed(64);
                peak.label = "peak";
                add(problem, array, workload, peak);
            }
        }
    }
    std::vector<double> truth = priors_of(problem);
    for (std::size_t c = 0; c < truth.size(); ++c) truth[c] += 0.05 * static_cast<double>(c % 4) - 0.1;
    answer_as(problem, truth, 0.01);
    return problem;
}

Score only(const Problem& problem, Protocol protocol) { return score(problem, {protocol}, options()).front(); }

TEST(Scoreboard, FindsAKnownTwinByEachProtocol) {
    for (const Score& score : score(family(), {protocols.begin(), protocols.end() - 1}, options())) {
        EXPECT_FALSE(score.cells.empty()) << name_of(score.protocol);
        EXPECT_EQ(score.constants, 9U);
        EXPECT_LT(figures_of(score.cells, Predictor::twin).worst, 1.0) << name_of(score.protocol);
    }
}

TEST(Scoreboard, PredictsWhatTheProtocolSays) {
    const Problem problem = family();
    const auto count = [&](Protocol protocol) { return only(problem, protocol).cells.size(); };
    EXPECT_EQ(count(Protocol::in_sample), 45U);
    EXPECT_EQ(count(Protocol::knee), 30U) << "all but the peaks";
    EXPECT_EQ(count(Protocol::mix_out), 9U);
    EXPECT_EQ(count(Protocol::corners_to_mixes), 9U);
    EXPECT_EQ(count(Protocol::own_mix), 18U) << "each mix from each of two others";
    EXPECT_EQ(count(Protocol::array_out), 6U) << "the corners of each";
}

/// The predictions of one array's cell, in order, with what was measured of it changed by `factor` first.
std::vector<double> predicted(Problem problem, Protocol protocol, std::size_t which, Quantity changed, double factor) {
    const std::string workload = problem.workload_names[static_cast<std::size_t>(problem.cases[which].workload)];
    const std::string array = problem.array_names[static_cast<std::size_t>(problem.cases[which].array)];
    for (Observation& observation : problem.cases[which].observations) {
        if (observation.quantity == changed) observation.measured *= factor;
    }
    std::vector<double> answers;
    for (const Cell& cell : only(problem, protocol).cells) {
        if (cell.array == array && cell.workload == workload && cell.quantity == changed)
            answers.push_back(cell.predicted);
    }
    return answers;
}

TEST(Scoreboard, NothingOfALeftOutCellReachesItsPrediction) {
    const Problem problem = family();
    constexpr std::size_t mix = 7;  // the second array's first mix
    constexpr std::size_t corner = 5;
    constexpr double factor = 1.3;
    const auto expect_same = [&](Protocol protocol, std::size_t which, Quantity changed) {
        const auto before = predicted(problem, protocol, which, changed, 1);
        EXPECT_FALSE(before.empty()) << name_of(protocol);
        EXPECT_EQ(before, predicted(problem, protocol, which, changed, factor)) << name_of(protocol);
    };
    for (const Protocol protocol : {Protocol::mix_out, Protocol::corners_to_mixes, Protocol::own_mix})
        expect_same(protocol, mix, Quantity::iops);
    expect_same(Protocol::knee, corner, Quantity::latency);
    expect_same(Protocol::knee, mix, Quantity::iops_at_latency);
    expect_same(Protocol::array_out, corner, Quantity::iops);
    EXPECT_NE(predicted(problem, Protocol::in_sample, mix, Quantity::iops, 1),
              predicted(problem, Protocol::in_sample, mix, Quantity::iops, factor));
}

TEST(Scoreboard, ARefitIsWhatAFitFromThePriorsFinds) {
    Problem problem = family();
    sim::RandomStream stream{{3, 0}, "scoreboard", "noise"};
    for (calibrate::Case& one : problem.cases) {
        for (Observation& observation : one.observations) observation.noise = 0.03;
    }
    add_noise(problem, stream);
    calibrate::FitOptions fitting;
    const auto observations = observations_of(problem);
    for (const Observation* observation : observations) fitting.use.push_back(observation->quantity == Quantity::iops);
    const FittedState start = state_of(fit(problem, fitting));
    fitting.use.assign(observations.size(), true);
    const calibrate::Fit whole = fit(problem, fitting);
    const FittedState refitted = refit_twice(problem, start, fitting.use, every_array);
    for (std::size_t o = 0; o < observations.size(); ++o)
        EXPECT_NEAR(refitted.log_predicted[o], whole.log_predicted[o], 0.003) << o;
}

TEST(Scoreboard, ArraysShareConstantsThatStandInOnePlace) {
    const Problem shared = with_shared_constants(family());
    ASSERT_EQ(shared.constants.size(), 3U);
    EXPECT_EQ(shared.constants[0].arrays, (std::vector<int>{0, 1, 2}));
}

Cell cell(double predicted, std::optional<double> null) {
    Cell cell;
    cell.measured = 100;
    cell.predicted = predicted;
    cell.null_predicted = null;
    return cell;
}

TEST(Scoreboard, FiguresAreOfErrorsWithoutTheirSigns) {
    const std::vector<Cell> cells{cell(90, 120), cell(102, std::nullopt), cell(104, 100)};
    const Figures twin = figures_of(cells, Predictor::twin);
    EXPECT_EQ(twin.count, 3U);
    EXPECT_NEAR(twin.mean, 16.0 / 3, 1e-9);
    EXPECT_NEAR(twin.median, 4, 1e-9);
    EXPECT_NEAR(twin.p90, 8.8, 1e-9);
    EXPECT_NEAR(twin.worst, 10, 1e-9);
    EXPECT_EQ(figures_of(cells, Predictor::null).count, 2U);
    EXPECT_EQ(figures_of(cells, Predictor::twin, Quantity::latency).count, 0U);
}

TEST(Scoreboard, AGateIsOnMeansAndFailsWhereNothingWasChecked) {
    const std::vector<Score> scores{{Protocol::knee, "all", 1, {cell(90, {}), cell(104, {})}}};
    EXPECT_TRUE(breaches_of(scores, {{"knee", 7.5}}).empty());
    const auto breaches = breaches_of(scores, {{"knee", 6.5}, {"mix_out", 50}});
    ASSERT_EQ(breaches.size(), 2U);
    EXPECT_NEAR(breaches[0].error_pct.value(), 7, 1e-9);
    EXPECT_FALSE(breaches[1].error_pct);
}

}  // namespace
}  // namespace arraytwin::scoreboard
