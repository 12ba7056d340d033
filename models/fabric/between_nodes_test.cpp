// Traffic between nodes on the ports that hosts use: closed forms, and who waits for whom.
#include <gtest/gtest.h>

#include "models/fabric/fabric.hpp"

namespace arraytwin::fabric {
namespace {

constexpr Duration ns(std::int64_t n) { return Duration::from_ns(n); }

FabricParameters any_fabric() {
    // Links of 2 GB/s with frames of 2,000 bytes and no overhead.
    const LinkParameters link{Bandwidth::from_bytes_per_second(2e9), 1.0, Bytes{2000}, Bytes{}, ns(1000)};
    FabricParameters fabric;
    fabric.ports = {"", link, 2, 2048, Bandwidth::from_bytes_per_second(16e9)};
    fabric.hosts = {1, {"", link, 2}, ns(12'000), ns(8000), 256};
    fabric.switches = 2;
    fabric.switch_latency = ns(900);
    fabric.cable_delay = ns(50);
    return fabric;
}

struct Bench {
    Bench() : fabric{simulation, ledger, any_fabric(), 4, {0, 1, 2, 3}} { fabric.connect_nodes(); }

    sim::Task<> send(int from, int to, Bytes data, Attendance attendance, Duration* took) {
        twin::Trail trail;
        const Duration begin = simulation.now();
        co_await fabric.send_between(trail, from, to, data, attendance);
        *took = simulation.now() - begin;
        double sum = 0;
        for (const auto& visited : trail.visits()) {
            EXPECT_GE(visited.wait_ns, 0);
            sum += static_cast<double>(visited.wait_ns) + static_cast<double>(visited.service_ns);
        }
        EXPECT_NEAR(sum, static_cast<double>(took->ns()), 1);
    }

    double occupied(const std::string& name) const {
        double sum = 0;
        for (std::size_t p = 0; p < ledger.places().size(); ++p) {
            if (ledger.places()[p].name != name) continue;
            sum += ledger.cumulative()[p * twin::Ledger::columns + twin::Ledger::occupied];
        }
        return sum;
    }

    sim::Simulation simulation;
    twin::Ledger ledger;
    Fabric fabric;
};

TEST(BetweenNodes, DataTakeOneLinksTimeAndAFrame) {
    Bench bench;
    Duration took;
    bench.simulation.spawn(bench.send(0, 3, Bytes{100'000}, Attendance::attended, &took));
    bench.simulation.run();
    EXPECT_EQ(took, ns(50'000 + 50 + 900 + 1000 + 50));
    EXPECT_EQ(bench.fabric.message_time(Bytes{100}), ns(2 * 50 + 900 + 2 * 50));
}

TEST(BetweenNodes, TransfersTakeTheNodesPortsInTurnAndWaitForEachOther) {
    Bench bench;
    Duration took[3];
    for (Duration& each : took) bench.simulation.spawn(bench.send(0, 3, Bytes{100'000}, Attendance::attended, &each));
    bench.simulation.run();
    EXPECT_EQ(took[1], took[0]);
    EXPECT_EQ(took[2], took[0] + ns(50'000));
}

TEST(BetweenNodes, WhatNobodyWaitsForIsOnTheSameLinksButReportedApart) {
    Bench bench;
    Duration took[3];
    for (Duration& each : took) bench.simulation.spawn(bench.send(0, 3, Bytes{100'000}, Attendance::unattended, &each));
    bench.simulation.run();
    EXPECT_EQ(took[2], took[0] + ns(50'000));
    EXPECT_EQ(bench.occupied("port.1a"), 0);
    EXPECT_EQ(bench.occupied("port.1a.between_nodes"), 100'000);
    EXPECT_EQ(bench.occupied("port.4b.between_nodes"), 50'000);
}

TEST(ReachOver, AShareOfEachVolumesIosGoesOverTheOtherNodesInTurn) {
    for (const double share : {0.0, 0.25, 1.0}) {
        Bench bench;
        bench.fabric.reach_over({0, 1, 3}, share);
        int reached[4] = {};
        for (int io = 0; io < 400; ++io) ++reached[bench.fabric.node_of(bench.fabric.next_path(1))];
        EXPECT_EQ(reached[1], 400 - static_cast<int>(share * 400)) << share;
        EXPECT_EQ(reached[0], reached[3]) << share;
        EXPECT_EQ(reached[2], 0) << share;  // not among them
    }
}

}  // namespace
}  // namespace arraytwin::fabric
