// More of anything never lowers the peak, of any array in data/arrays under any corner workload, by the fast solver.
#include <gtest/gtest.h>

#include "tests/properties/every_array.hpp"

namespace arraytwin {
namespace {

using test::Overrides;

constexpr double within = 0.005;  // what a recording of a thousand I/Os may differ by
/// Known: cores of a controller hold each other up, and so the one flusher too: half as many again cost the EF570 3.6 % of
/// its sequential writes.
constexpr double within_of_flusher = 0.04;

/// Keys that grow together, and by which factor.
struct More {
    const char* of;
    std::vector<std::string> keys;
    double factor = 2;
    double may_cost = within;
};

std::vector<More> more_for(std::string_view family) {
    if (family == "local") return {{"drives", {"media.count"}}, {"cores", {"host.cores"}}};
    std::vector<More> all{{"cores", {"nodes.cores"}, 1.5, family == "eseries" ? within_of_flusher : within},
                          {"clock", {"nodes.clock"}, 1.5},
                          {"memory", {"nodes.memory"}},
                          {"ports", {"fabric.ports.per_node"}},
                          {"hosts", {"fabric.hosts.count"}}};
    if (family == "ontap" || family == "eseries") all.push_back({"drives", {"media.count", "media.bays"}});
    if (family == "solidfire") all.push_back({"drives", {"media.count", "media.bays_per_node"}});
    return all;
}

/// The next faster kind of link, at both ends.
Overrides faster_ports(const ResolvedArray& array) {
    static const std::map<std::string, std::string> faster{{"10gbe", "25gbe"},  {"25gbe", "40gbe"},
                                                           {"40gbe", "100gbe"}, {"100gbe", "100gbe"},
                                                           {"16gfc", "32gfc"},  {"32gfc", "64gfc"}};
    Overrides overrides;
    for (const char* key : {"fabric.ports.kind", "fabric.hosts.ports.kind"}) {
        if (const auto kind = array.document.text(key)) overrides.push_back(std::string{key} + "=" + faster.at(*kind));
    }
    return overrides;
}

class MoreHardware : public testing::TestWithParam<std::string> {
protected:
    void expect_no_lower_peaks(const char* of, const Overrides& more, double may_cost) const {
        const BuiltTwin larger = test::built(GetParam(), more);
        for (std::size_t i = 0; i < test::corners.size(); ++i) {
            const double peak = test::peak(larger, test::workload(test::corners[i])).iops;
            EXPECT_GE(peak, before[i] * (1 - may_cost))
                << test::corners[i] << ": more " << of << " cost " << 100 * (1 - peak / before[i]) << " %";
        }
    }

    void SetUp() override {
        const BuiltTwin array = test::built(GetParam());
        for (const std::string& corner : test::corners)
            before.push_back(test::peak(array, test::workload(corner)).iops);
    }

    std::vector<double> before;
};

TEST_P(MoreHardware, NeverLowersThePeak) {
    const ResolvedArray array = test::resolved(GetParam());
    for (const More& more : more_for(array.family->name)) {
        Overrides overrides{"fabric.ports.most_per_node=26"};  // more adapters than the chassis takes
        if (array.family->name == "local") overrides.clear();
        for (const std::string& key : more.keys) overrides.push_back(test::scaled(array, key, more.factor));
        expect_no_lower_peaks(more.of, overrides, more.may_cost);
    }
}

TEST_P(MoreHardware, FasterPortsNeverLowerThePeak) {
    expect_no_lower_peaks("bandwidth of ports", faster_ports(test::resolved(GetParam())), within);
}

INSTANTIATE_TEST_SUITE_P(Arrays, MoreHardware, testing::ValuesIn(test::every_array()), test::name_of_array);

/// The array as large as `small` but for one aggregate more, with the drives and, in ONTAP, the node that it is on.
void expect_second_aggregate_to_help(const std::string& name, const Overrides& one, const Overrides& two) {
    const BuiltTwin alone = test::built(name, one);
    const BuiltTwin both = test::built(name, two);
    for (const std::string& corner : test::corners) {
        const Workload load = test::workload(corner);
        EXPECT_GE(test::peak(both, load).iops, test::peak(alone, load).iops * (1 - within)) << name << ", " << corner;
    }
}

TEST(SecondAggregate, NeverHurts) {
    for (const char* name : {"aff-a800", "aff-a300", "a250-fc"}) {
        const Overrides one{"nodes.count=1", "layout.partition=none", "media.count=12", "volumes.size=100GB"};
        const Overrides two{"nodes.count=2", "layout.partition=none", "media.count=24", "volumes.size=100GB"};
        expect_second_aggregate_to_help(name, one, two);
    }
    for (const char* raid : {"raid-10", "raid-5", "raid-6", "ddp"}) {
        const std::string kind = std::string{"layout.raid="} + raid;
        expect_second_aggregate_to_help("ef570", {kind, "layout.groups=1", "media.count=12", "volumes.size=100GB"},
                                        {kind, "layout.groups=2", "media.count=24", "volumes.size=100GB"});
    }
}

/// Everything doubled, hosts, volumes and so threads too: what is lost goes to blocks that cross more nodes. Simulated: in
/// a recording of a thousand I/Os, each of many nodes has met too few.
TEST(SolidFire, TwiceTheNodesServeAlmostTwiceTheReads) {
    const auto reads = [](const std::string& load, int nodes) {
        const BuiltTwin array = test::built(
            "sf19210x8", {"nodes.count=" + std::to_string(nodes), "media.count=" + std::to_string(10 * nodes),
                          "fabric.hosts.count=" + std::to_string(nodes), "volumes.count=" + std::to_string(7 * nodes)});
        const Workload asked = test::workload(load);
        const int threads = asked.outstanding_per_volume * array.twin->volumes();
        return test::point(array, asked, {threads, std::nullopt}, 60'000).iops;
    };
    for (const char* load : {"4k-random-read", "8k-random-read"}) {
        double before = reads(load, 4);
        for (const int nodes : {8, 16}) {
            const double twice = reads(load, nodes);
            EXPECT_GE(twice / before, 1.8) << load << " on " << nodes << " nodes";
            EXPECT_LE(twice / before, 2.02) << load << " on " << nodes << " nodes";
            before = twice;
        }
    }
}

}  // namespace
}  // namespace arraytwin
