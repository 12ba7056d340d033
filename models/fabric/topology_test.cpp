#include "models/fabric/topology.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace arraytwin::fabric {
namespace {

FabricParameters sized(int hosts, int per_host, int per_node, int switches) {
    FabricParameters fabric;
    fabric.hosts.count = hosts;
    fabric.hosts.ports.per_host = per_host;
    fabric.ports.per_node = per_node;
    fabric.switches = switches;
    return fabric;
}

TEST(Topology, FourPathsFromEachHostToEachNodeOfTheMeasuredArray) {
    const Topology topology{sized(8, 2, 4, 2), 2};
    for (int host = 0; host < 8; ++host) {
        for (int node = 0; node < 2; ++node) EXPECT_EQ(topology.paths(host, node).size(), 4U);
    }
}

RC_GTEST_PROP(Topology, PathsAreAllPairsOfPortsThatAreCabledToTheSameSwitch, ()) {
    const int switches = *rc::gen::inRange(1, 5);
    const int per_host = *rc::gen::inRange(switches, 9);
    const int per_node = *rc::gen::inRange(switches, 9);
    const int hosts = *rc::gen::inRange(1, 5);
    const int nodes = *rc::gen::inRange(1, 5);
    const Topology topology{sized(hosts, per_host, per_node, switches), nodes};
    for (int host = 0; host < hosts; ++host) {
        for (int node = 0; node < nodes; ++node) {
            std::set<std::pair<int, int>> pairs;
            for (const Path& path : topology.paths(host, node)) {
                RC_ASSERT(path.host == host);
                RC_ASSERT(path.host_port / per_host == host);
                RC_ASSERT(path.target_port / per_node == node);
                RC_ASSERT(path.switch_number == path.host_port % per_host % switches);
                RC_ASSERT(path.switch_number == path.target_port % per_node % switches);
                RC_ASSERT(pairs.emplace(path.host_port, path.target_port).second);
            }
            std::size_t cabled_alike = 0;
            for (int from = 0; from < per_host; ++from) {
                for (int to = 0; to < per_node; ++to) cabled_alike += from % switches == to % switches ? 1 : 0;
            }
            RC_ASSERT(pairs.size() == cabled_alike);
            RC_ASSERT(!pairs.empty());
        }
    }
}

}  // namespace
}  // namespace arraytwin::fabric
