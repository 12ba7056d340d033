// Mixes of block sizes, several workloads at once, and hot spots: what follows from their definitions on real arrays, in
// both solvers.
#include <algorithm>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "lib/twin/fast_twin.hpp"
#include "lib/workload/parts.hpp"
#include "tests/support/a800.hpp"

namespace {

using namespace arraytwin;

BuiltTwin array_of(const std::string& name) {
    return test::value_of(build_array(test::value_of(resolve_array(test::data, name))));
}

Workload placed(const BuiltTwin& array, const std::string& text) {
    return test::value_of(place_parts(test::workload(text), array.twin->volumes()));
}

twin::FastTwin fast(const BuiltTwin& array, const Workload& workload) {
    return twin::FastTwin{*array.twin, workload, {1, 0}};
}

void expect_littles_law(const Point& point) {
    double iops = 0;
    double outstanding = 0;
    for (const PartPoint& part : point.parts) {
        iops += part.iops;
        outstanding += part.iops * part.latency.mean.us() * 1e-6;
        if (point.load.target_iops) continue;
        EXPECT_NEAR(part.iops * part.latency.mean.us() * 1e-6 / part.outstanding, 1, 0.01) << part.workload;
    }
    EXPECT_NEAR(iops / point.iops, 1, 0.01);
    EXPECT_NEAR(outstanding / (point.iops * point.latency.mean.us() * 1e-6), 1, 0.01);
}

class Families : public testing::TestWithParam<const char*> {};

TEST_P(Families, TwoEqualPartsAreOneWorkload) {
    const BuiltTwin array = array_of(GetParam());
    const auto one = fast(array, placed(array, "8k:70r"));
    const auto two = fast(array, placed(array, "8k:70r+8k:70r"));
    for (const OfferedLoad& load : {OfferedLoad{256, {}}, OfferedLoad{256, 50'000.0}, OfferedLoad{{}, 50'000.0}}) {
        const Point whole = one.point(load);
        const Point halves = two.point(load);
        EXPECT_NEAR(halves.iops / whole.iops, 1, 0.001);
        EXPECT_NEAR(halves.latency.mean / whole.latency.mean, 1, 0.001);
        EXPECT_NEAR(halves.parts[0].iops / halves.parts[1].iops, 1, 1e-6);
    }
    const OfferedLoad load{128, {}};
    const Point whole = test::point(array, placed(array, "8k:70r"), load, 150'000);
    const Point halves = test::point(array, placed(array, "8k:70r+8k:70r"), load, 150'000);
    const auto half_width = [](const Point& point) { return point.latency.mean_ci95.high - point.latency.mean.us(); };
    EXPECT_NEAR(halves.latency.mean, whole.latency.mean, 1.5 * (half_width(whole) + half_width(halves)));
    EXPECT_NEAR(halves.parts[0].iops / halves.parts[1].iops, 1, 0.03);
}

TEST_P(Families, LittlesLawBindsEachPart) {
    const BuiltTwin array = array_of(GetParam());
    const Workload both = placed(array, "8k:70r+64k:100r:0rand");
    for (const OfferedLoad& load : {OfferedLoad{100, {}}, OfferedLoad{100, 20'000.0}}) {
        expect_littles_law(fast(array, both).point(load));
        expect_littles_law(test::point(array, both, load, 60'000));
    }
}

TEST_P(Families, BothSolversAgreeOnPartsAndBlocks) {
    const BuiltTwin array = array_of(GetParam());
    for (const char* text : {"8k:70r+64k:100r:0rand", "4k/60,64k/40:70r"}) {
        const Workload workload = placed(array, text);
        const auto quick = fast(array, workload);
        const int threads = threads_of(workload, array.twin->volumes());
        const double peak = quick.point({threads, {}}).iops;
        for (const double share : {0.2, 0.5, 0.8}) {
            const OfferedLoad load{threads, share * peak};
            const Point expected = quick.point(load);
            const Point slow = test::point(array, workload, load, 200'000);
            EXPECT_NEAR(expected.iops / slow.iops, 1, 0.03) << text << share;
            EXPECT_NEAR(expected.latency.mean / slow.latency.mean, 1, 0.10) << text << " " << share;
            for (std::size_t p = 0; p < slow.parts.size(); ++p) {
                EXPECT_NEAR(expected.parts[p].iops / slow.parts[p].iops, 1, 0.03) << text << " " << share;
                EXPECT_NEAR(expected.parts[p].latency.mean / slow.parts[p].latency.mean, 1, 0.10) << text << share;
            }
        }
    }
}

TEST_P(Families, MovesTheBytesOfTheMeanBlock) {
    const BuiltTwin array = array_of(GetParam());
    const Workload workload = placed(array, "4k/60,64k/40:70r");
    const Point slow = test::point(array, workload, {64, {}}, 100'000);
    EXPECT_NEAR(slow.mib_per_s / slow.iops, workload.mib_per_io(), 0.02 * workload.mib_per_io());
    const Point quick = fast(array, workload).point({64, {}});
    EXPECT_NEAR(quick.mib_per_s / quick.iops, workload.mib_per_io(), 1e-9);
}

/// "node.2.cpu" and "node.1.cpu" are "node.cpu".
std::string without_numbers(const std::string& place) {
    std::string kind;
    std::istringstream words{place};
    for (std::string word; std::getline(words, word, '.');) {
        if (std::none_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; })) kind += "." + word;
    }
    return kind;
}

/// For how many microseconds an I/O occupies each kind of server, on its path and after it.
std::map<std::string, double> demands_of(const BuiltTwin& array, const std::string& text) {
    const auto recorded = array.twin->record_demands(placed(array, text), 20'000, {1, 0});
    std::map<std::string, double> demands;
    for (std::size_t p = 0; p < recorded.places.size(); ++p) {
        const double us = recorded.totals[p * twin::Ledger::columns + twin::Ledger::expected] * 1e-3;
        demands[without_numbers(recorded.places[p].name)] += us / static_cast<double>(recorded.ios);
    }
    return demands;
}

void expect_weighted_sum(const BuiltTwin& array, const std::string& text, double share, const std::string& one,
                         const std::string& other) {
    const auto first = demands_of(array, one);
    const auto second = demands_of(array, other);
    for (const auto& [kind, demand] : demands_of(array, text)) {
        const double sum = share * first.at(kind) + (1 - share) * second.at(kind);
        if (sum > 0.1) {
            EXPECT_NEAR(demand / sum, 1, 0.03) << text << kind << " of " << sum;
        }
    }
}

TEST_P(Families, AMixAsksWhatItsPartsAskByTheirShares) {
    const BuiltTwin array = array_of(GetParam());
    expect_weighted_sum(array, "4k/60,64k/40:100r", 0.6, "4k:100r", "64k:100r");
    expect_weighted_sum(array, "8k:70r", 0.7, "8k:100r", "8k:0r");
    expect_weighted_sum(array, "64k:100r:30rand", 0.3, "64k:100r:100rand", "64k:100r:0rand");
}

TEST_P(Families, HotterSpotsNeverCostMore) {
    const BuiltTwin array = array_of(GetParam());
    double before = 0;
    for (const char* text :
         {"8k:100r", "8k:100r:50/10hot", "8k:100r:90/10hot", "8k:100r:95/5hot", "8k:100r:100/1hot"}) {
        const double iops = fast(array, placed(array, text)).point({64, {}}).iops;
        EXPECT_GE(iops, before * 0.995) << text;
        before = iops;
    }
}

/// Of writes, which no cache answers: whole volumes that are hot fill fewer affinities, queues and nodes.
TEST_P(Families, HotVolumesNeverRaiseThePeakOfWrites) {
    const BuiltTwin array = array_of(GetParam());
    Workload workload = test::workload("8k:0r");
    const OfferedLoad all{512, {}};
    double before = test::point(array, workload, all, 100'000).iops;
    workload.hot_share = 0.9;
    for (const double volumes : {0.5, 0.1, 0.03}) {
        workload.hot_volumes = volumes;
        const double iops = test::point(array, workload, all, 100'000).iops;
        EXPECT_LE(iops, before * 1.02) << volumes;
        before = iops;
    }
}

INSTANTIATE_TEST_SUITE_P(Parts, Families, testing::Values("aff-a800", "ef570"), [](const auto& array) {
    std::string name = array.param;
    std::erase(name, '-');
    return name;
});

}  // namespace
