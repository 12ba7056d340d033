// What holds of every run, whatever its numbers: it depends on its seed alone, its cost per I/O on nothing but the path,
// and in steady state it allocates nothing.
#include <gtest/gtest.h>

#include "lib/report/json.hpp"
#include "tests/scenarios/allocations.hpp"
#include "tests/support/a800.hpp"

namespace {

using namespace arraytwin;

std::string json_of(const std::string& workload, int jobs, std::uint64_t seed) {
    PredictOptions options;
    options.jobs = jobs;
    options.seed = seed;
    options.run.max_ios = 30'000;
    const BuiltTwin array = test::a800();
    return report::json({{test::value_of(predict(array, "aff-a800", test::workload(workload), options)).curve}, {}});
}

class Runs : public testing::TestWithParam<std::string> {};

TEST_P(Runs, DependOnTheSeedAlone) {
    const std::string once = json_of(GetParam(), 1, 7);
    EXPECT_EQ(once, json_of(GetParam(), 1, 7));
    EXPECT_EQ(once, json_of(GetParam(), 2, 7));
    EXPECT_NE(once, json_of(GetParam(), 2, 8));
}

/// Of two runs that differ only in length, what the longer one adds is steady state. The few looks at the summary, on
/// the way to the length, do allocate; the engine's own test counts exactly none.
TEST_P(Runs, AllocateNothingForAnIo) {
#ifdef ARRAYTWIN_NO_FRAME_POOL
    GTEST_SKIP() << "frames come from the heap here";
#endif
    const BuiltTwin array = test::a800();
    const Workload workload = test::workload(GetParam());
    const auto allocations_of = [&](std::int64_t ios) {
        twin::RunOptions options;
        options.precision = {0, 0};
        options.max_ios = ios;
        const auto before = test::allocations();
        const OfferedLoad load{workload.outstanding_per_volume * array.twin->volumes(), std::nullopt};
        array.twin->run(workload, load, options, {1, 0});
        return test::allocations() - before;
    };
    allocations_of(100'000);  // fills the frame pool
    const std::int64_t more = allocations_of(400'000) - allocations_of(100'000);
    EXPECT_LT(more, 300'000 / 1'000);
}

TEST_P(Runs, NeedTheSameMemoryWhateverTheCapacity) {
    const Workload workload = test::workload(GetParam());
    const auto bytes_of = [&](const std::vector<std::string>& overrides) {
        const BuiltTwin array = test::a800(overrides);
        const auto before = test::allocated_bytes();
        array.twin->run(workload, {64, std::nullopt}, {{0, 0}, 30'000}, {1, 0});
        return static_cast<double>(test::allocated_bytes() - before);
    };
    bytes_of({});  // fills the frame pool
    EXPECT_NEAR(bytes_of({"media.size=30.7TB", "volumes.size=9.6TB"}) / bytes_of({}), 1, 0.01);
}

TEST_P(Runs, TakeFewEventsForAnIo) {
    const Workload workload = test::workload(GetParam());
    const twin::Run run = test::a800().twin->run(workload, {64, std::nullopt}, {{0, 0}, 50'000}, {1, 0});
    EXPECT_LT(static_cast<double>(run.events) / static_cast<double>(run.ios), workload.writes() ? 20 : 12);
}

INSTANTIATE_TEST_SUITE_P(Corners, Runs, testing::ValuesIn(test::corners), test::name_of_corner);

}  // namespace
