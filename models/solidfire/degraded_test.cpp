// A cluster with something failed: a node, ports, drives of one node. Copies and nodes counted, bounds, both solvers.
#include <gtest/gtest.h>

#include <numeric>

#include "models/solidfire/array_for_test.hpp"

namespace arraytwin::solidfire {
namespace {

using twin::Operation;

const char* const read_4k = "4k:100r:100rand";
const char* const write_4k = "4k:0r:100rand";
constexpr int nodes = 8;

std::string refusal(const Overrides& overrides) {
    const auto built = build_array(resolve_cluster(overrides));
    return built ? "" : to_text(built.error());
}

double occupied(const Bench& bench, std::string_view begin, std::string_view end = "") {
    double sum = 0;
    for (std::size_t p = 0; p < bench.ledger.places().size(); ++p) {
        const std::string& name = bench.ledger.places()[p].name;
        if (name.starts_with(begin) && name.ends_with(end))
            sum += bench.ledger.cumulative()[p * twin::Ledger::columns + twin::Ledger::occupied];
    }
    return sum;
}

/// 4 KiB I/Os of as many threads as there are volumes, and what they leave to do.
void run_out(Bench& bench, Operation operation, int ios) {
    for (int id = 0; id < bench.parameters.volumes.count; ++id)
        bench.simulation.spawn(bench.thread(static_cast<std::uint32_t>(id), operation, kib4, ios));
    bench.simulation.run();
}

double copies(const Bench& bench) {
    const auto by_drive = bench.array.copies_by_drive();
    return static_cast<double>(std::accumulate(by_drive.begin(), by_drive.end(), std::int64_t{0}));
}

double peak(const Overrides& overrides, const char* workload, Solver solver = Solver::simulate) {
    return points(overrides, workload, {{1024, std::nullopt}}, solver, 60'000).front().iops;
}

TEST(SolidFireNodeDown, ItsWorkGoesToTheOthers) {
    for (const Operation operation : {Operation::read, Operation::write}) {
        Bench bench{{"failures.node=2"}};
        run_out(bench, operation, 40);
        EXPECT_EQ(occupied(bench, "node.2.") + occupied(bench, "port.2"), 0);
        for (const char* other : {"node.1.cpu", "node.3.cpu", "node.8.cpu"}) EXPECT_GT(occupied(bench, other), 0);
        EXPECT_EQ(bench.done, 40 * bench.parameters.volumes.count);
    }
}

/// A block's two nodes are a uniform pair: a quarter of them has one on the node that is down, and is kept once.
TEST(SolidFireNodeDown, ItsCopiesAreNotWrittenUntilTheyHaveNewHomes) {
    Bench lost{{"failures.node=2"}};
    run_out(lost, Operation::write, 100);
    EXPECT_NEAR(copies(lost) / lost.done, 2 - 2.0 / nodes, 0.03);
    Bench moved{{"failures.node=2", "failures.rebuild=medium"}};
    run_out(moved, Operation::write, 100);
    EXPECT_EQ(copies(moved) / moved.done, 2);
}

/// Seven eighths of the cores, and a bit more work sent between nodes.
TEST(SolidFireNodeDown, PeakIsAtMostWhatSevenNodesCan) {
    const double healthy = peak({}, read_4k);
    const double down = peak({"failures.node=2"}, read_4k);
    EXPECT_LE(down, healthy * 7 / 8 * 1.03);
    EXPECT_GE(down, healthy * 7 / 8 * 0.93);
}

TEST(SolidFireDrives, SecondCopiesServeWhatAFailedDriveHeld) {
    Bench bench{{"failures.drive=5,6,7", "software.cache_share=0"}};
    run_out(bench, Operation::read, 100);
    for (const char* port : {"drive.5.port", "drive.6.port", "drive.7.port"}) EXPECT_EQ(occupied(bench, port), 0);
    Bench healthy{{"software.cache_share=0"}};
    run_out(healthy, Operation::read, 100);
    const double before = occupied(healthy, "drive.", ".port");
    EXPECT_NEAR(occupied(bench, "drive.", ".port") / before, 1, 0.001);
}

TEST(SolidFireDrives, CopiesOfAFailedDriveAreNotWrittenUntilTheyHaveNewHomes) {
    Bench lost{{"failures.drive=5,6,7"}};
    run_out(lost, Operation::write, 100);
    EXPECT_NEAR(copies(lost) / lost.done, 2 - 2.0 / nodes / 3, 0.02);
    Bench moved{{"failures.drive=5,6,7", "failures.rebuild=low"}};
    run_out(moved, Operation::write, 100);
    EXPECT_EQ(copies(moved) / moved.done, 2);
}

TEST(SolidFirePorts, TheOtherCarriesItsTraffic) {
    for (const Operation operation : {Operation::read, Operation::write}) {
        Bench bench{{"failures.port=1a"}};
        run_out(bench, operation, 20);
        EXPECT_EQ(occupied(bench, "port.1a"), 0);
        EXPECT_GT(occupied(bench, "port.1b"), 0);
    }
}

TEST(SolidFireDegraded, IsNeverFaster) {
    for (const char* workload : {read_4k, write_4k, "8k:70r:100rand", "128k:100r:100rand"}) {
        const double healthy = peak({}, workload, Solver::fast);
        for (const char* failure : {"failures.node=2", "failures.drive=5", "failures.port=1a"})
            EXPECT_LE(peak({failure}, workload, Solver::fast), healthy * 1.02) << workload << failure;
    }
    for (const char* failure : {"failures.node=2", "failures.drive=5"})
        EXPECT_LE(peak({failure}, write_4k), peak({}, write_4k) * 1.02) << failure;
}

TEST(SolidFireDegraded, BothSolversAgree) {
    for (const Overrides& overrides : {Overrides{"failures.node=2"}, {"failures.drive=5", "failures.rebuild=high"}}) {
        for (const char* workload : {read_4k, write_4k}) {
            const OfferedLoad load{256, std::nullopt};
            const double simulated = points(overrides, workload, {load}, Solver::simulate, 60'000).front().iops;
            const double fast = points(overrides, workload, {load}, Solver::fast).front().iops;
            EXPECT_NEAR(fast / simulated, 1, 0.08) << workload << overrides.front();
        }
    }
}

TEST(SolidFireCeiling, BothSolversKeepIt) {
    const Overrides limited{"volumes.qos.max_iops=1000"};
    const double most = 1000.0 * cluster(limited).volumes.count;
    EXPECT_LE(peak(limited, read_4k), most * 1.001);
    EXPECT_NEAR(peak(limited, read_4k, Solver::fast), most, 1);
}

TEST(SolidFireFailures, ContradictionsAreRefused) {
    EXPECT_NE(refusal({"failures.node=1,2"}).find("failures.node"), std::string::npos);
    EXPECT_NE(refusal({"failures.node=9"}).find("failures.node"), std::string::npos);
    EXPECT_NE(refusal({"failures.drive=1"}).find("metadata"), std::string::npos);
    EXPECT_NE(refusal({"failures.drive=5,15"}).find("failures.drive"), std::string::npos);
    EXPECT_NE(refusal({"failures.node=1", "failures.drive=15"}).find("failures.drive"), std::string::npos);
    EXPECT_NE(refusal({"failures.drive=2,3,4,5,6,7,8,9,10"}).find("without block drives"), std::string::npos);
    EXPECT_NE(refusal({"failures.port=1a,1b"}).find("failures.port"), std::string::npos);
    EXPECT_NE(refusal({"failures.rebuild=low"}).find("failures.rebuild"), std::string::npos);
}

}  // namespace
}  // namespace arraytwin::solidfire
