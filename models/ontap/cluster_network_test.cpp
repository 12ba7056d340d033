// I/Os that arrive at another node than their volume's, and clusters of several pairs.
#include "models/ontap/cluster_network.hpp"

#include <gtest/gtest.h>

#include "models/ontap/array_for_test.hpp"

namespace arraytwin::ontap {
namespace {

const char* const read_4k = "4k:100r:100rand";
const char* const write_4k = "4k:0r:100rand";
const Overrides constant{"costs.random_read.variability=0", "costs.sequential_read.variability=0",
                         "costs.write.variability=0",       "media.read_time_low=65us",
                         "media.read_time_high=65us",       "software.cache_share=0"};

Overrides with(Overrides overrides, const Overrides& more) {
    overrides.insert(overrides.end(), more.begin(), more.end());
    return overrides;
}

Overrides elsewhere(const char* share) { return {std::string{"volumes.non_optimized_share="} + share}; }

/// A cluster of so many nodes, as large for each as the measured pair.
Overrides cluster(int nodes) {
    const auto times = [&](int of_pair) { return std::to_string(of_pair * nodes / 2); };
    return {"nodes.count=" + std::to_string(nodes), "media.count=" + times(24), "media.bays=" + times(48),
            "fabric.hosts.count=" + times(8), "volumes.count=" + times(32)};
}

/// One I/O at a time.
double unloaded_us(const Overrides& overrides, const char* workload) {
    return closed_point(with(constant, overrides), workload, 1, 200).latency.mean;
}

TEST(OntapElsewhere, AddsTheInterconnectAndTheHandingOn) {
    const Parameters array = a800(constant);
    const ClusterLink& link = array.nodes.cluster_link;
    const Bandwidth rate = link.speed * link.count;
    for (const char* workload : {read_4k, write_4k, "64k:0r:0rand"}) {
        const Bytes data = parse_inline_workload(workload)->block_size;
        const Duration wire = data / rate + Bytes{4096} / rate;
        const Duration expected = link.round_trip + wire + array.software.forwarding.per_io;
        const double more = unloaded_us(elsewhere("1"), workload) - unloaded_us({}, workload);
        EXPECT_NEAR(more, expected.us(), 0.05) << workload;
    }
}

TEST(OntapElsewhere, ItsShareOfTheBytesCrosses) {
    const ClusterLink link = a800().nodes.cluster_link;
    for (const double share : {0.1, 0.25, 1.0}) {
        for (const char* workload : {"8k:50r:100rand", "64k:100r:0rand"}) {
            const double ns =
                demand({"volumes.non_optimized_share=" + std::to_string(share)}, workload, "node.", ".cluster_link");
            const double bytes = ns * 1e-9 * (link.speed * link.count).bytes_per_second() / 2;  // out here, in there
            const auto size = static_cast<double>(parse_inline_workload(workload)->block_size.count());
            EXPECT_NEAR(bytes, share * size, 0.01 * share * size) << workload << share;
        }
    }
}

/// The same work and the handing on, but the protocol's part of it on the other node's cores.
TEST(OntapElsewhere, OnlyTheHandingOnIsMoreWork) {
    const Parameters array = a800(constant);
    for (const char* workload : {read_4k, write_4k}) {
        const double more = demand(with(constant, elsewhere("1")), workload, "node.", ".cpu") -
                            demand(constant, workload, "node.", ".cpu");
        const auto handing_on = static_cast<double>(array.software.forwarding.per_io.ns());
        EXPECT_NEAR(more, handing_on, 0.01 * handing_on) << workload;
    }
    const Overrides one_volume = with(constant, {"volumes.count=1"});
    EXPECT_EQ(demand(one_volume, read_4k, "node.2.cpu", ""), 0);
    const double arrived = demand(with(one_volume, elsewhere("1")), read_4k, "node.2.cpu", "");
    const Forwarding& forwarding = array.software.forwarding;
    const Duration protocol = array.costs.random_read.service * forwarding.protocol_share;
    EXPECT_NEAR(arrived, static_cast<double>((protocol + forwarding.per_io).ns()), 2);
}

TEST(OntapElsewhere, IsNeverFaster) {
    for (const char* workload : {read_4k, write_4k, "64k:100r:0rand", "64k:0r:0rand"}) {
        double peak = fast_point({}, workload, {1024, std::nullopt}).iops;
        double latency = fast_point({}, workload, {std::nullopt, 50'000}).latency.mean;
        for (const char* share : {"0.1", "0.5", "1"}) {
            const double now = fast_point(elsewhere(share), workload, {1024, std::nullopt}).iops;
            const double slower = fast_point(elsewhere(share), workload, {std::nullopt, 50'000}).latency.mean;
            EXPECT_LE(now, peak * 1.001) << workload << share;
            EXPECT_GT(slower, latency) << workload << share;
            peak = now;
            latency = slower;
        }
    }
    EXPECT_LT(closed_point(elsewhere("1"), read_4k, 2048, 100'000).iops,
              closed_point({}, read_4k, 2048, 100'000).iops * 1.01);
}

TEST(OntapElsewhere, GoesToEachOtherNodeThatIsUp) {
    const Overrides four = with(cluster(4), elsewhere("1"));
    for (const char* node : {"node.1.cluster_link", "node.2.cluster_link", "node.3.cluster_link"})
        EXPECT_NEAR(demand(four, read_4k, node, "") / demand(four, read_4k, "node.4.cluster_link", ""), 1, 0.02);
    const Overrides down = with(four, {"failures.node=2"});
    EXPECT_EQ(demand(down, read_4k, "node.2.", ""), 0);
    EXPECT_EQ(demand(down, read_4k, "port.2", ""), 0);
    EXPECT_EQ(demand(with({"failures.node=2"}, elsewhere("1")), read_4k, "node.", ".cluster_link"), 0);
}

/// An I/O may meet no more places than its trail holds: the longest way there is.
TEST(OntapElsewhere, TheLongestWayIsCounted) {
    const Overrides all = with(elsewhere("1"), {"fabric.inter_switch_rate=100Gb/s", "volumes.qos.max_iops=100000",
                                                "fabric.hosts.lun_queue_depth=2", "fabric.ports.queue_depth=4"});
    EXPECT_GT(closed_point(all, "64k:50r:50rand", 512, 20'000).iops, 0);
}

TEST(OntapElsewhere, ContradictionsAreRefused) {
    EXPECT_NE(refusal({"nodes.count=1", "volumes.non_optimized_share=0.5"}).find("volumes.non_optimized_share"),
              std::string::npos);
}

TEST(OntapCluster, CarriesAsMuchMoreAsItHasPairs) {
    for (const char* workload : {read_4k, write_4k, "64k:100r:0rand", "64k:0r:0rand"}) {
        const double pair = fast_point({}, workload, {1024, std::nullopt}).iops;
        for (const int pairs : {2, 6})
            EXPECT_NEAR(fast_point(cluster(2 * pairs), workload, {1024 * pairs, std::nullopt}).iops / pair / pairs, 1,
                        0.03)
                << workload << pairs;
    }
    const double pair = closed_point({}, read_4k, 512, 60'000).iops;
    EXPECT_NEAR(closed_point(cluster(4), read_4k, 1024, 120'000).iops / pair, 2, 0.04);
}

TEST(OntapCluster, ServesBlocksFromAtMostTwelveNodes) {
    EXPECT_EQ(refusal(cluster(12)), "");
    EXPECT_NE(refusal(cluster(14)).find("nodes.count: 14 nodes"), std::string::npos) << refusal(cluster(14));
    const Overrides nas{"fabric.protocol=nfs", "fabric.ports.kind=25gbe", "fabric.hosts.ports.kind=25gbe"};
    EXPECT_EQ(refusal(with(cluster(24), nas)), "");
}

}  // namespace
}  // namespace arraytwin::ontap
