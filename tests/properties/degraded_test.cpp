// A degraded array is never faster: every array of data/arrays, each state, every corner workload, by the fast solver. What
// each state does, and that the simulator agrees, is tested beside each family.
#include <algorithm>

#include <gtest/gtest.h>

#include "tests/properties/every_array.hpp"

namespace arraytwin {
namespace {

using test::Overrides;

/// Known: an ONTAP cleaner does not wait for the drive that is gone, which makes large sequential writes up to 1.8 % faster.
constexpr double within = 0.02;

/// Those of a family that has failures.
std::vector<std::string> arrays_that_fail() {
    std::vector<std::string> names = test::every_array();
    std::erase_if(names, [](const std::string& name) {
        const auto keys = test::resolved(name).family->keys();
        return std::none_of(keys.begin(), keys.end(), [](const auto& key) { return key.key == "failures.node"; });
    });
    return names;
}

/// The states that the array can be in: one port is all that some have.
std::vector<Overrides> states_of(const std::string& name) {
    std::vector<Overrides> states{{"failures.node=2"},
                                  {"failures.drive=5"},
                                  {"failures.drive=5", "failures.rebuild=low"},
                                  {"failures.drive=5", "failures.rebuild=high"},
                                  {"failures.port=1a"}};
    std::erase_if(states, [&](const Overrides& state) {
        const auto resolved = resolve_array(test::data, name, state);
        return !resolved || !build_array(*resolved);
    });
    return states;
}

class Degraded : public testing::TestWithParam<std::string> {};

TEST_P(Degraded, IsNeverFaster) {
    const auto states = states_of(GetParam());
    ASSERT_GE(states.size(), 2U);
    const BuiltTwin healthy = test::built(GetParam());
    for (const std::string& corner : test::corners) {
        const Workload load = test::workload(corner);
        const Point before = test::peak(healthy, load);
        for (const Overrides& state : states) {
            const Point after = test::peak(test::built(GetParam(), state), load);
            EXPECT_LE(after.iops, before.iops * (1 + within)) << corner << ", " << state.back();
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Arrays, Degraded, testing::ValuesIn(arrays_that_fail()), test::name_of_array);

}  // namespace
}  // namespace arraytwin
