// Whole arrays against published capacities, the capacity questions of tests/capacity/cases, and what must hold of any array.
#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "lib/plan/capacity.hpp"
#include "lib/spec/reader.hpp"
#include "models/layout/drive_group.hpp"
#include "models/layout/raid.hpp"
#include "models/ontap/capacity_rules.hpp"
#include "models/solidfire/capacity.hpp"
#include "tests/support/a800.hpp"

namespace {

using namespace arraytwin;
using Overrides = std::vector<std::string>;

constexpr double tolerance = 0.003;  // of published capacities, which are rounded

Result<Capacity> try_capacity(const std::string& array, const Overrides& overrides) {
    const auto resolved = resolve_array(test::data, array, overrides);
    if (!resolved) return tl::unexpected(resolved.error());
    return plan::capacity_of(*resolved, test::data);
}

Capacity capacity(const std::string& array, const Overrides& overrides = {}) {
    return test::value_of(try_capacity(array, overrides));
}

nlohmann::json expected(const std::string& name) {
    const auto path = std::filesystem::path{ARRAYTWIN_SOURCE_DIR} / "tests" / "capacity" / "cases" / (name + ".json");
    return nlohmann::json::parse(std::ifstream{path})["expect"];
}

// FACTS section 4: arrays whose usable capacity was published. They were of releases before 9.12.1.

struct Published {
    const char* name;
    int drives;
    const char* size;
    const char* partition;
    double tb;
};

class Examples : public testing::TestWithParam<Published> {};

TEST_P(Examples, AreMet) {
    const Published& example = GetParam();
    const Capacity found =
        capacity("aff-a800", {fmt::format("media.count={}", example.drives), fmt::format("media.size={}", example.size),
                              fmt::format("layout.partition={}", example.partition), "volumes.size=100GB"});
    EXPECT_NEAR(found.usable() / bytes_of_tb, example.tb, tolerance * example.tb);
}

INSTANTIATE_TEST_SUITE_P(Capacity, Examples,
                         testing::Values(Published{"E1", 24, "3.84TB", "root-data", 61.27},
                                         Published{"E2", 24, "3.84TB", "root-data-data", 71.48},
                                         Published{"E3", 36, "15.36TB", "root-data", 413.88},
                                         Published{"E4", 12, "3.84TB", "root-data-data", 29.85}),
                         [](const auto& tested) { return std::string{tested.param.name}; });

TEST(Example, E2GainsASixthOverE1) {
    const Overrides drives{"media.drive=nvme-tlc-3.84tb"};
    const double whole = capacity("aff-a800", {drives[0]}).usable();
    const double halves = capacity("aff-a800", {drives[0], "layout.partition=root-data-data"}).usable();
    EXPECT_NEAR(halves / whole, 1.1667, 0.0005);
}

TEST(Example, E5FivePartitionsAddedToAGroup) {
    const auto document = test::value_of(test::data.load("capacity", "ontap"));
    const auto rules = test::value_of(spec::read<ontap::CapacityRules>(document));
    const double added = 5 * 415.8 * bytes_of_gib;
    const double reserve = ontap::wafl_reserve(rules.wafl, ontap::Platform::aff, "9.5", added).share;
    EXPECT_NEAR(added * (1 - reserve) / bytes_of_tib, 1.83, tolerance * 1.83);
}

TEST(Example, E9BlockDrivesThresholdAndSecondCopyOfEightNodes) {
    const Capacity found = capacity("sf19210x8");
    const auto left_after = [&](const std::string& name) {
        for (const CapacityStep& step : found.steps) {
            if (step.name == name) return step.left / bytes_of_tb;
        }
        return 0.0;
    };
    EXPECT_NEAR(left_after("metadata drives"), 138.24, 1e-9);
    EXPECT_NEAR(left_after("node-loss threshold"), 120.96, 1e-9);
    EXPECT_NEAR(found.usable() / bytes_of_tb, 60.48, 1e-9);
    EXPECT_GE(found.usable(), found.provisioned);  // 56 LUNs of 1 TB
}

TEST(Example, E10EffectiveOfFiveNodesAsPrinted) {
    const Capacity five = capacity("sf19210x8", {"nodes.count=5", "media.count=50", "volumes.size=100GB"});
    const auto blocks = std::find_if(five.steps.begin(), five.steps.end(),
                                     [](const auto& step) { return step.name == "metadata drives"; });
    EXPECT_NEAR(blocks->left / bytes_of_tb, 86.4, 1e-9);
    // The page's own arithmetic: it takes 86.24 TB as threshold, and efficiency without metadata.
    const double available = 86.24 - 48.41;
    const double effective = available * solidfire::reduction(1.81, 1.79, 0) / 2;
    EXPECT_NEAR(effective, 61.29, tolerance * 61.29);
}

TEST(Example, E11SixteenDrivesOfRaidDp) {
    EXPECT_EQ(layout::data_drives(layout::Raid::raid_dp, layout::raid_groups(layout::Raid::raid_dp, 16)), 14);
}

// The questions of tests/capacity/cases.

TEST(Case, Number41DecimalAndBinary) {
    const auto expect = expected("41_cap_tb_vs_tib");
    const layout::DriveGroup group{layout::Redundancy::raid_6, 12, Bytes::from_kib(128)};
    const Bytes usable = group.data_capacity(Bytes{8'000'000'000'000}, 0);
    EXPECT_EQ(usable.count(), expect["usable_bytes"].get<std::int64_t>());
    EXPECT_NEAR(static_cast<double>(usable.count()) / bytes_of_tb, expect["TB"].get<double>(), 0.005);
    EXPECT_NEAR(static_cast<double>(usable.count()) / bytes_of_tib, expect["TiB"].get<double>(), 0.005);
    EXPECT_EQ(in_both_units(usable), "80 TB (72.76 TiB)");
}

TEST(Case, Number43WaflReserve) {
    const auto expect = expected("43_cap_wafl_reserve_rule");
    const auto rules =
        test::value_of(spec::read<ontap::CapacityRules>(test::value_of(test::data.load("capacity", "ontap"))));
    const auto left = [&](ontap::Platform platform, const char* release, double tib) {
        return tib * (1 - ontap::wafl_reserve(rules.wafl, platform, release, tib * bytes_of_tib).share);
    };
    EXPECT_NEAR(left(ontap::Platform::aff, "9.11.1", 40), expect["a"].get<double>(), 1e-9);
    EXPECT_NEAR(left(ontap::Platform::aff, "9.12.1", 40), expect["b"].get<double>(), 1e-9);
    EXPECT_NEAR(left(ontap::Platform::fas, "9.13.1", 40), expect["c"].get<double>(), 1e-9);
    EXPECT_NEAR(left(ontap::Platform::fas, "9.14.1", 40), expect["d"].get<double>(), 1e-9);
    EXPECT_NEAR(left(ontap::Platform::aff, "9.14.1", 20), expect["e"].get<double>(), 1e-9);
}

TEST(Case, Number44SnapshotReserve) {
    const auto expect = expected("44_cap_snapshot_reserve");
    EXPECT_EQ(plan::volume_for(100, 0.5), expect["volume_GiB"].get<double>());
    EXPECT_EQ(plan::usable_of(100, 0.5), expect["if_volume_is_100_then_usable_GiB"].get<double>());
}

TEST(Case, Number45UsedShareOfACluster) {
    const auto expect = expected("45_cap_cluster_used_percent");
    const double share =
        plan::used_share({{953.8, 46.21}, {953.8, 46.21}, {99.03 * 1024, 36.02 * 1024}, {99.03 * 1024, 54.37 * 1024}});
    EXPECT_NEAR(100 * share, expect["used_pct"].get<double>(), 0.05);
}

TEST(Case, Number47RawAndAfterParity) {
    const auto expect = expected("47_cap_raidz2_24x3tb");
    const layout::RaidGroup group{layout::Raid::raid_dp, 24};
    EXPECT_NEAR(group.drives * 3e12 / bytes_of_tib, expect["raw_TiB"].get<double>(), 0.005);
    EXPECT_NEAR(group.data_drives() * 3e12 / bytes_of_tib, expect["after_parity_TiB"].get<double>(), 0.01);
}

// Whatever the array.

struct Grown {
    std::string array;
    Overrides smaller;
    Overrides larger;
    bool same_rules = true;  ///< as many RAID groups, and as thick root slices' spares
};

Grown any_growth() {
    const std::string family = *rc::gen::element<std::string>("aff-a800", "ef570", "sf19210x8", "virtual-disk");
    const Overrides small_volumes{"volumes.count=1", "volumes.size=10GB"};
    Grown grown{family, small_volumes, small_volumes};
    const auto set = [&](const std::string& key, int one, int other) {
        grown.smaller.push_back(fmt::format("{}={}", key, one));
        grown.larger.push_back(fmt::format("{}={}", key, other));
    };
    if (family == "aff-a800") {
        const std::string partition = *rc::gen::element<std::string>("none", "root-data", "root-data-data");
        const int per_node = *rc::gen::inRange(10, 60);
        set("media.bays", 200, 200);
        set("media.count", 2 * per_node, 2 * per_node + 2);
        const auto groups = [&](int drives_of_node) {
            const int in_group = partition == "root-data-data" ? 2 * drives_of_node - 1
                                 : partition == "root-data"    ? drives_of_node - 1
                                                               : drives_of_node - 4;
            return layout::raid_groups(layout::Raid::raid_dp, in_group).size();
        };
        constexpr int many = 12;  // from which two root slices are spares
        grown.same_rules = groups(per_node) == groups(per_node + 1) && per_node + 1 != many;
        for (Overrides* both : {&grown.smaller, &grown.larger}) both->push_back("layout.partition=" + partition);
    } else if (family == "ef570") {
        const std::string raid = *rc::gen::element<std::string>("raid-10", "raid-5", "raid-6", "ddp");
        const int per_group = 2 * *rc::gen::inRange(raid == "ddp" ? 6 : 3, 14);
        set("media.bays", 120, 120);
        set("media.count", 2 * per_group, 2 * per_group + 4);
        for (Overrides* both : {&grown.smaller, &grown.larger}) both->push_back("layout.raid=" + raid);
    } else if (family == "sf19210x8") {
        const int nodes = *rc::gen::inRange(4, 50);
        set("nodes.count", nodes, nodes + 1);
        set("media.count", 10 * nodes, 10 * nodes + 10);
    } else {
        const int drives = *rc::gen::inRange(1, 100);
        set("media.count", drives, drives + 1);
    }
    return grown;
}

void check_sums(const Capacity& found) {
    RC_ASSERT(plan::fault_of(found).empty());
    double sum = 0;
    for (std::size_t step = 0; step < found.steps.size(); ++step) {
        RC_ASSERT(found.steps[step].left >= 0);
        RC_ASSERT(!found.steps[step].why.empty());
        sum += found.change(step);
    }
    RC_ASSERT(std::abs(sum - found.effective()) < 1e-9 * found.raw());
    RC_ASSERT(found.usable() <= found.raw());
    RC_ASSERT(found.usable() > 0);
}

RC_GTEST_PROP(AnyArray, StepsSumAndMoreDrivesNeverHoldLess, ()) {
    const Grown grown = any_growth();
    const auto smaller = try_capacity(grown.array, grown.smaller);
    const auto larger = try_capacity(grown.array, grown.larger);
    if (!smaller) RC_FAIL(to_text(smaller.error()));
    if (!larger) RC_FAIL(to_text(larger.error()));
    check_sums(*smaller);
    check_sums(*larger);
    RC_ASSERT(larger->raw() > smaller->raw());
    if (grown.same_rules) RC_ASSERT(larger->usable() >= smaller->usable());
}

RC_GTEST_PROP(AnyArray, EffectiveIsUsableTimesTheRatio, ()) {
    const double ratio = *rc::gen::inRange(10, 100) / 10.0;
    const Capacity ontap = capacity("aff-a800", {fmt::format("software.data_reduction_ratio={}", ratio)});
    RC_ASSERT(std::abs(ontap.effective() / ontap.usable() - ratio) < 1e-9);
    const Capacity solidfire = capacity("sf19210x8", {fmt::format("software.compression={}", ratio)});
    RC_ASSERT(std::abs(solidfire.effective() / solidfire.usable() - 0.93 * ratio) < 1e-9);
}

TEST(AnyArray, OfTheCatalogueHasOne) {
    for (const std::string& name : test::data.names("arrays")) {
        const auto found = try_capacity(name, {});
        ASSERT_TRUE(found.has_value()) << name << ": " << to_text(found.error());
        EXPECT_GT(found->usable(), 0.35 * found->raw()) << name;
        EXPECT_LE(found->provisioned, found->effective()) << name;
    }
}

}  // namespace
