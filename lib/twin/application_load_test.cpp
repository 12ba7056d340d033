// Applications against closed forms, on an array with one server: both solvers.
#include "lib/twin/application_load.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <memory>

#include "lib/twin/predict_application.hpp"
#include "lib/twin/simulated_twin.hpp"

namespace arraytwin::twin {
namespace {

struct OneServer {
    struct Volumes {
        int count = 4;
    };
    Volumes volumes;
    Duration service;
    bool exponential = false;  ///< else constant
};

/// An array with a single server and nothing else.
class OneServerArray {
public:
    OneServerArray(sim::Simulation& simulation, Ledger& ledger, const OneServer& parameters, sim::RandomSource source)
        : ledger_{ledger},
          simulation_{simulation},
          server_{simulation, 1},
          place_{ledger.add("server", Queueing::shared_queue)},
          parameters_{parameters},
          services_{source, "server", "service"} {}

    sim::Task<> serve(Io io) {
        const double factor = parameters_.exponential ? services_.exponential() : 1;
        const Duration service = parameters_.service * factor;
        const sim::Visit visit = server_.reserve(service);
        io.trail->add(place_, visit);
        ledger_.occupy(place_, service, parameters_.service, parameters_.exponential ? 1 : 0);
        const Duration stay = visit.wait + visit.service;
        co_await simulation_.delay(stay);
    }
    sim::Task<> flush() { co_return; }
    bool has_cycled() const { return true; }

private:
    Ledger& ledger_;
    sim::Simulation& simulation_;
    sim::Server server_;
    PlaceId place_;
    const OneServer& parameters_;
    sim::RandomStream services_;
};

BuiltTwin array_of(Duration service, bool exponential = false) {
    BuiltTwin built;
    built.twin = std::make_unique<SimulatedTwin<OneServerArray, OneServer>>(OneServer{{}, service, exponential});
    return built;
}

Application clients(int per_vm, Duration think_time) {
    Application application;
    application.name = "test";
    application.clients_per_vm = per_vm;
    application.think_time = think_time;
    application.hosts.cores = 1024;
    application.hosts.vcpus_per_vm = 1024;
    return application;
}

ApplicationPoint answer(const BuiltTwin& array, const Application& application, int vms, Solver solver) {
    PredictOptions options;
    options.solver = solver;
    options.jobs = 1;
    auto predicted = predict(array, "array", application, {vms}, options);
    if (!predicted) ADD_FAILURE() << to_text(predicted.error());
    return predicted ? predicted->curve.points.at(0) : ApplicationPoint{};
}

class BothSolvers : public testing::TestWithParam<Solver> {};

/// Without I/O and with cores for all, nobody waits: TPS = clients / (think time + host time).
TEST_P(BothSolvers, WithoutIoTheHostTimeAlone) {
    Application application = clients(10, Duration::from_seconds(0.09));
    application.hosts.wait_time = Duration::from_seconds(0.006);
    application.hosts.cpu_time = Duration::from_seconds(0.004);
    const auto point = answer(array_of(Duration::from_seconds(1)), application, 3, GetParam());
    EXPECT_NEAR(point.transactions.iops, 30 / 0.1, 0.1);
    EXPECT_NEAR(point.transactions.latency.mean.us(), 10'000, 2);
    EXPECT_EQ(point.array_iops, 0);
    EXPECT_EQ(point.clients, 30);
}

TEST_P(BothSolvers, WithoutThinkTimeToo) {
    Application application = clients(32, {});
    application.hosts.wait_time = Duration::from_seconds(0.008);
    const auto point = answer(array_of(Duration::from_seconds(1)), application, 4, GetParam());
    EXPECT_NEAR(point.transactions.iops, 128 / 0.008, 20);
}

/// Many clients keep every core of the hosts busy: TPS = cores / core time, and Little's law gives the latency.
TEST_P(BothSolvers, TheHostsAreACeiling) {
    Application application = clients(64, {});
    application.hosts = {.count = 2, .cores = 8, .vcpus_per_vm = 4, .cpu_time = Duration::from_seconds(0.002)};
    EXPECT_EQ(application.host_ceiling(1), 2'000);  // the virtual machine's own cores
    EXPECT_EQ(application.host_ceiling(3), 6'000);  // two on one host, one on the other
    EXPECT_EQ(application.host_ceiling(8), 8'000);
    const auto point = answer(array_of(Duration::from_seconds(1)), application, 4, GetParam());
    EXPECT_NEAR(point.transactions.iops, 8'000, 80);
    EXPECT_NEAR(point.transactions.latency.mean.us(), 4 * 64 / 8'000.0 * 1e6, 400);
    EXPECT_TRUE(point.at_hosts);
    EXPECT_EQ(point.host_ceiling, 8'000);
}

/// The array's server is the limit: TPS = 1 / (I/Os x service), and Little's law gives the latency.
TEST_P(BothSolvers, TheArrayIsACeiling) {
    Application application = clients(32, {});
    application.ios = 7.5;
    application.log.writes = 0.5;
    application.hosts.wait_time = Duration::from_seconds(0.001);
    const auto point = answer(array_of(Duration::from_seconds(100e-6)), application, 2, GetParam());
    EXPECT_NEAR(point.transactions.iops, 1 / (8 * 100e-6), 13);
    EXPECT_NEAR(point.transactions.iops * point.transactions.latency.mean.us() * 1e-6, 64, 0.7);
    EXPECT_NEAR(point.array_iops, 10'000, 105);
    EXPECT_FALSE(point.at_hosts);
    EXPECT_EQ(point.transactions.bottleneck, "server");
}

INSTANTIATE_TEST_SUITE_P(Application, BothSolvers, testing::Values(Solver::simulate, Solver::fast),
                         [](const auto& solver) { return solver.param == Solver::fast ? "Fast" : "Simulated"; });

/// The machine repair model: n clients, exponential think time and one exponential server, in product form.
double repair_response(int clients, double service, double think_time) {
    double weight = 1;
    double sum = 1;
    for (int k = 1; k <= clients; ++k) sum += weight *= (clients - k + 1) * service / think_time;
    return clients * service / (1 - 1 / sum) - think_time;
}

/// Beginnings drawn as one stream for all who think are those of clients that think each for themselves.
TEST(ApplicationLoad, ThinkingAsOneStreamIsExact) {
    Application application = clients(20, Duration::from_seconds(0.010));
    application.ios = 1;
    const BuiltTwin array = array_of(Duration::from_seconds(400e-6), true);
    const auto point = answer(array, application, 1, Solver::simulate);
    const double exact_us = repair_response(20, 400e-6, 0.010) * 1e6;
    EXPECT_NEAR(point.transactions.latency.mean.us(), exact_us, 0.015 * exact_us);
}

/// Sixty thousand clients are no more work than their transactions.
TEST(ApplicationLoad, ManyClientsThatThinkCostOnlyTheirTransactions) {
    Application application = clients(15'000, Duration::from_seconds(4.743));
    application.ios = 2;
    const BuiltTwin array = array_of(Duration::from_seconds(10e-6));
    PredictOptions options;
    options.run.max_ios = 40'000;
    const auto predicted = predict(array, "array", application, {4}, options);
    ASSERT_TRUE(predicted);
    EXPECT_LE(predicted->cost.events, 10 * options.run.max_ios);
    EXPECT_NEAR(predicted->curve.points[0].transactions.iops, 60'000 / 4.743, 13);
}

/// Far beyond what the array carries, a short simulation would show its own beginning: mean values only, and it says so.
TEST(ApplicationLoad, TooManyUnderWayToSimulateAreAnsweredByMeanValues) {
    Application application = clients(15'000, Duration::from_seconds(1));
    application.ios = 10;
    const auto predicted = predict(array_of(Duration::from_seconds(100e-6)), "array", application, {8});
    ASSERT_TRUE(predicted);
    EXPECT_NEAR(predicted->curve.points[0].transactions.iops, 1'000, 10);
    EXPECT_TRUE(std::isnan(predicted->curve.points[0].transactions.latency.p99.us()));
    ASSERT_EQ(predicted->curve.warnings.size(), 1U);
    EXPECT_NE(predicted->curve.warnings[0].find("mean values only"), std::string::npos);
}

TEST(ApplicationLoad, ARunIsAFunctionOfItsSeed) {
    Application application = clients(16, Duration::from_seconds(0.001));
    application.ios = 3.5;
    application.hosts.cpu_time = Duration::from_seconds(0.001);
    application.hosts.variability = 1;
    const BuiltTwin array = array_of(Duration::from_seconds(50e-6), true);
    const auto first = answer(array, application, 2, Solver::simulate);
    const auto again = answer(array, application, 2, Solver::simulate);
    EXPECT_EQ(first.transactions.latency.mean.us(), again.transactions.latency.mean.us());
    EXPECT_EQ(first.transactions.latency.p99.us(), again.transactions.latency.p99.us());
}

/// What a transaction spends at each place adds up to its latency.
TEST(ApplicationLoad, TheBreakdownSumsToTheLatency) {
    Application application = clients(16, {});
    application.ios = 4;
    application.hosts.wait_time = Duration::from_seconds(0.002);
    application.hosts.cpu_time = Duration::from_seconds(0.001);
    const auto point = answer(array_of(Duration::from_seconds(50e-6), true), application, 2, Solver::simulate);
    double sum = 0;
    for (const auto& [place, time] : point.transactions.breakdown) sum += time.wait + time.service;
    EXPECT_NEAR(sum, point.transactions.latency.mean.us(), 0.02 * sum);
}

TEST(PredictApplication, RefusesWhatHasNoMeaning) {
    Application application = clients(1, {});
    application.ios = 1;
    const BuiltTwin array = array_of(Duration::from_seconds(50e-6));
    EXPECT_FALSE(predict(array, "array", application, {}));
    EXPECT_FALSE(predict(array, "array", application, {0}));
    EXPECT_FALSE(predict(array, "array", application, {most_vms + 1}));
}

/// More virtual machines never do less, and never more than hosts or array allow.
RC_GTEST_PROP(PredictApplication, MoreMachinesNeverDoLess, ()) {
    const auto between = [](int low, int high) {
        return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high + 1));
    };
    Application application = clients(between(4, 200), Duration::from_seconds(1e-3 * between(0, 500)));
    application.ios = between(1, 20);
    application.hosts = {.count = between(1, 8),
                         .cores = between(8, 32),
                         .vcpus_per_vm = between(1, 16),
                         .cpu_time = Duration::from_seconds(1e-4 * between(0, 50)),
                         .wait_time = Duration::from_seconds(1e-4 * between(0, 50)),
                         .variability = 1};
    const double service = 1e-6 * between(1, 50);
    const BuiltTwin array = array_of(Duration::from_seconds(service), true);
    PredictOptions options;
    options.solver = Solver::fast;
    options.jobs = 1;
    std::vector<int> vms;
    for (int i = 1; i <= 4; ++i) vms.push_back(i * application.hosts.count);  // as many on each host
    const auto predicted = predict(array, "array", application, vms, options);
    RC_ASSERT(predicted.has_value());
    double before = 0;
    for (const ApplicationPoint& point : predicted->curve.points) {
        const double tps = point.transactions.iops;
        RC_ASSERT(tps >= 0.995 * before);
        RC_ASSERT(tps <= 1.001 * std::min(point.host_ceiling, 1 / (application.ios * service)));
        const double turn_s = application.think_time.seconds() + point.transactions.latency.mean.us() * 1e-6;
        RC_ASSERT(std::abs(tps * turn_s / static_cast<double>(point.clients) - 1) < 1e-6);
        before = tps;
    }
}

}  // namespace
}  // namespace arraytwin::twin
