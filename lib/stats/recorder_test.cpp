#include "lib/stats/recorder.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "lib/stats/queue_for_test.hpp"

namespace arraytwin::stats {
namespace {

constexpr Duration at(std::int64_t ns) { return Duration::from_ns(ns); }

TEST(Recorder, NothingRecordedIsAnEmptySummary) {
    Recorder recorder;
    EXPECT_FALSE(recorder.finish(at(100)));
    const Summary summary = recorder.summarize();
    EXPECT_EQ(summary.observations, 0);
    EXPECT_FALSE(reached(summary, {}));
    EXPECT_TRUE(std::isinf(growth_needed(summary, {})));
}

TEST(Recorder, HandComputed) {
    Recorder recorder{{.first_block = 2, .counters = 1}};
    recorder.started(at(0));
    recorder.started(at(1000));
    EXPECT_FALSE(recorder.completed(at(3000), at(3000), Bytes{4096}));
    recorder.started(at(4000));
    EXPECT_TRUE(recorder.completed(at(6000), at(5000), Bytes{8192}));
    recorder.snapshot(std::vector{12.5});
    recorder.started(at(7000));
    EXPECT_FALSE(recorder.completed(at(9000), at(5000), Bytes{4096}));  // the one of 4000
    EXPECT_TRUE(recorder.finish(at(10'000)));
    recorder.snapshot(std::vector{20.0});

    const Summary summary = recorder.summarize(WarmUp::keep);
    EXPECT_EQ(summary.window, at(10'000));
    EXPECT_EQ(summary.observations, 3);
    EXPECT_DOUBLE_EQ(summary.throughput.value, 3 / 10e-6);
    EXPECT_DOUBLE_EQ(summary.mean_us.value, 13.0 / 3);
    EXPECT_NEAR(summary.p50_us, 5, 0.005);
    EXPECT_DOUBLE_EQ(summary.bytes_per_second, 16384 / 10e-6);
    EXPECT_EQ(summary.area_ns, 3000 + 5000 + 5000 + 3000);
    EXPECT_EQ(summary.residence_ns, summary.area_ns);
    EXPECT_DOUBLE_EQ(summary.mean_outstanding, 1.6);
    EXPECT_EQ(summary.counters, std::vector{20.0});
    EXPECT_EQ(recorder.outstanding(), 1);
    EXPECT_EQ(recorder.completions(), 3);
}

TEST(Recorder, ResetForgetsAllButWhatIsInFlight) {
    Recorder recorder{{.first_block = 1, .counters = 1}};
    recorder.started(at(0));
    recorder.started(at(100));
    recorder.completed(at(200), at(200), Bytes{1});
    recorder.snapshot(std::vector{5.0});
    recorder.reset(at(300), std::vector{7.0});
    EXPECT_TRUE(recorder.completed(at(500), at(400), Bytes{1}));
    recorder.snapshot(std::vector{10.0});
    const Summary summary = recorder.summarize();
    EXPECT_EQ(summary.begin, at(300));
    EXPECT_EQ(summary.observations, 1);
    EXPECT_EQ(summary.area_ns, 200);
    EXPECT_EQ(summary.residence_ns, 200);
    EXPECT_EQ(summary.counters, std::vector{3.0});
}

rc::Gen<int> any_between(int low, int high) { return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(low, high)); }

struct Scripted {
    Recorder recorder;
    std::vector<std::int64_t> latencies;  // of all completions, in order
    std::vector<std::int64_t> instants;   // and when
};

/// A random history; its caller's counter is the number of completions, and a second one the time.
Scripted random_history(int blocks, int events) {
    Scripted run{Recorder{{.blocks = blocks, .first_block = 3, .warm_up_batches = 4, .counters = 2}}, {}, {}};
    std::vector<std::int64_t> starts;
    std::int64_t now = 0;
    for (int i = 0; i < events; ++i) {
        now += *rc::gen::inRange(0, 100);
        if (starts.empty() || *rc::gen::inRange(0, 2) == 0) {
            starts.push_back(now);
            run.recorder.started(at(now));
            continue;
        }
        const auto which = static_cast<std::size_t>(*rc::gen::inRange(0, static_cast<int>(starts.size())));
        const std::int64_t latency = now - starts[which];
        starts[which] = starts.back();
        starts.pop_back();
        run.latencies.push_back(latency);
        run.instants.push_back(now);
        if (run.recorder.completed(at(now), at(latency), Bytes{512})) {
            run.recorder.snapshot(std::vector{static_cast<double>(run.latencies.size()), static_cast<double>(now)});
        }
    }
    return run;
}

RC_GTEST_PROP(Recorder, AgreesWithARecordOfEverything, ()) {
    auto run = random_history(*rc::gen::element(4, 6, 8, 64), *any_between(10, 600));
    if (run.instants.empty()) return;
    const std::int64_t end = run.instants.back() + 1000;
    if (run.recorder.finish(at(end))) {
        run.recorder.snapshot(std::vector{static_cast<double>(run.latencies.size()), static_cast<double>(end)});
    }
    const Summary summary = run.recorder.summarize();
    RC_ASSERT(summary.residence_ns == summary.area_ns);
    RC_ASSERT(summary.counters[0] == static_cast<double>(summary.observations));
    RC_ASSERT(summary.counters[1] == static_cast<double>(summary.window.ns()));
    RC_ASSERT(summary.histogram.count() == summary.observations);
    LatencyHistogram histogram;
    std::int64_t sum = 0;
    for (std::int64_t i = summary.dropped; i < summary.dropped + summary.observations; ++i) {
        const std::int64_t latency = run.latencies[static_cast<std::size_t>(i)];
        sum += latency;
        histogram.record(at(latency));
    }
    RC_ASSERT(summary.histogram == histogram);
    RC_ASSERT(std::fabs(summary.mean_us.value * 1e3 * static_cast<double>(summary.observations) -
                        static_cast<double>(sum)) < 1e-6 * (1.0 + static_cast<double>(sum)));
    if (summary.dropped > 0) {
        RC_ASSERT(summary.begin.ns() == run.instants[static_cast<std::size_t>(summary.dropped - 1)]);
    }
}

RC_GTEST_PROP(Recorder, KeepsHalfOfItsBlocksOrMoreAndCutsAtMostHalf, ()) {
    const auto run = random_history(8, *any_between(200, 800));
    const Summary summary = run.recorder.summarize();
    const auto done = static_cast<std::int64_t>(run.latencies.size());
    if (done >= 8 * 3) {
        RC_ASSERT(run.recorder.closed_blocks() >= 4);
    }
    RC_ASSERT(run.recorder.closed_blocks() < 8);
    RC_ASSERT(summary.dropped <= summary.observations);
    RC_ASSERT(run.recorder.completions() == done);
}

TEST(Recorder, AConstantProcessIsKnownExactly) {
    Recorder recorder;
    for (std::int64_t i = 0; i < 10'000; ++i) {
        recorder.started(at(i * 1000));
        recorder.completed(at(i * 1000 + 500), at(500), Bytes{4096});
    }
    const Summary summary = recorder.summarize();
    EXPECT_EQ(summary.mean_us.value, 0.5);
    EXPECT_EQ(summary.mean_us.half_width(), 0);
    EXPECT_EQ(summary.p99_us.value, 0.5);
    EXPECT_TRUE(reached(summary, {}));
    EXPECT_EQ(growth_needed(summary, {}), 1);
}

TEST(Recorder, FindsAWarmUp) {
    Recorder recorder;  // the first tenth is twenty times slower
    test::Random random{1};
    std::int64_t now = 0;
    for (int i = 0; i < 20'000; ++i) {
        recorder.started(at(now));
        const auto latency = static_cast<std::int64_t>(1000 + random.exponential(i < 2000 ? 20'000 : 1000));
        now += latency;
        recorder.completed(at(now), at(latency), Bytes{1});
    }
    const Summary summary = recorder.summarize();
    EXPECT_GE(summary.dropped, 1900);
    EXPECT_LE(summary.dropped, 3500);
    EXPECT_NEAR(summary.mean_us.value, 2, 3 * summary.mean_us.standard_error);
}

TEST(Recorder, LittlesLawOnAQueue) {
    const Summary summary = test::open_queue(0.9, 3, test::Service::exponential, 200'000, 7).summarize();
    EXPECT_EQ(summary.area_ns, summary.residence_ns);
    const double outstanding = summary.throughput.value * summary.mean_us.value * 1e-6;
    EXPECT_NEAR(summary.mean_outstanding / outstanding, 1, 0.01);
}

}  // namespace
}  // namespace arraytwin::stats
