// The fabric alone: hosts whose I/Os are answered by the array at once.
#include "models/fabric/fabric.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <map>
#include <numeric>

namespace arraytwin::fabric {
namespace {

using sim::Task;
using twin::Io;
using twin::Operation;

constexpr Duration ns(std::int64_t n) { return Duration::from_ns(n); }
constexpr Duration us(std::int64_t n) { return ns(n * 1000); }

/// Links with round figures: frames of 2,000 bytes and no overhead.
LinkParameters link_of(double gigabytes_per_second) {
    return {Bandwidth::from_bytes_per_second(gigabytes_per_second * 1e9), 1.0, Bytes{2000}, Bytes{}, us(1)};
}

FabricParameters any_fabric() {
    FabricParameters fabric;
    fabric.frames = {Bytes{80}, Bytes{40}, Bytes{48}, WriteHandshake::transfer_ready};
    fabric.ports = {"", link_of(4), 2, 2048, Bandwidth::from_bytes_per_second(16e9)};
    fabric.hosts = {2, {"", link_of(2), 2}, us(12), us(8), 256};
    fabric.switches = 2;
    fabric.switch_latency = ns(900);
    fabric.cable_delay = ns(50);
    return fabric;
}

/// Threads that go through the fabric and back, over an array that takes `array_time`.
struct Bench {
    explicit Bench(const FabricParameters& parameters, int volumes = 4, int nodes = 2)
        : fabric{simulation, ledger, parameters, nodes, owners(volumes, nodes)} {}

    static std::vector<int> owners(int volumes, int nodes) {
        std::vector<int> owner(static_cast<std::size_t>(volumes));
        for (int v = 0; v < volumes; ++v) owner[static_cast<std::size_t>(v)] = v % nodes;
        return owner;
    }

    Task<> serve(Io io) {
        const Duration begin = simulation.now();
        io.trail->clear();
        const Path path = fabric.next_path(io.volume);
        if (!fabric.enter_queues(io, path)) co_await fabric.wait_for_queues(io, path);
        most_inside = std::max(most_inside, ++inside);
        co_await fabric.send_command(io, path);
        co_await fabric.take_command(io, path);
        if (io.operation == Operation::write) {
            const Duration data_sent = co_await fabric.send_data(io, path);
            co_await fabric.receive_data(io, path, data_sent);
        }
        co_await simulation.delay(array_time);
        const Duration sent = co_await fabric.reply(io, path);
        co_await fabric.take_reply(io, path, sent);
        fabric.leave_queues(io, path);
        --inside;
        ++done;
        ++by_port[path.target_port];
        latency = simulation.now() - begin;
        check_trail(*io.trail);
        ledger.settle(*io.trail);
    }

    /// What the I/O met sums to its latency, but for the rounding to single precision.
    void check_trail(const twin::Trail& trail) const {
        double sum = static_cast<double>(array_time.ns());
        for (const auto& visited : trail.visits()) {
            EXPECT_GE(visited.wait_ns, 0);
            EXPECT_GE(visited.service_ns, 0);
            sum += static_cast<double>(visited.wait_ns) + static_cast<double>(visited.service_ns);
        }
        EXPECT_NEAR(sum, static_cast<double>(latency.ns()), 1 + 1e-6 * sum);
    }

    Task<> thread(Io io, int ios) {
        twin::Trail trail;
        io.trail = &trail;
        for (int i = 0; i < ios; ++i) co_await serve(io);
    }

    /// `threads` on each of the volumes, each with so many I/Os. I/Os a second.
    double run(Operation operation, std::int64_t size, int volumes, int threads, int ios) {
        Io io;
        io.operation = operation;
        io.size = Bytes{size};
        for (int v = 0; v < volumes; ++v) {
            io.volume = static_cast<std::uint16_t>(v);
            for (int t = 0; t < threads; ++t) simulation.spawn(thread(io, ios));
        }
        simulation.run();
        return done / simulation.now().seconds();
    }

    Duration one(Operation operation, std::int64_t size) {
        run(operation, size, 1, 1, 1);
        return latency;
    }

    double column(const std::string& place, twin::Ledger::Column column) const {
        double sum = 0;
        for (std::size_t p = 0; p < ledger.places().size(); ++p) {
            if (ledger.places()[p].name == place) sum += ledger.cumulative()[p * twin::Ledger::columns + column];
        }
        return sum;
    }

    sim::Simulation simulation;
    twin::Ledger ledger;
    Fabric fabric;
    Duration array_time;
    int inside = 0;
    int most_inside = 0;
    int done = 0;
    Duration latency;
    std::map<int, int> by_port;
};

// By hand, links of 2 GB/s (host) and 4 GB/s (array), slot 16 GB/s; times in ns.
constexpr std::int64_t command = 40 + 20 + 900 + 2 * 50;         // 80 bytes over each link, the switch, two cables
constexpr std::int64_t transfer_ready = 24 + 12 + 900 + 2 * 50;  // 48 bytes
constexpr std::int64_t before_array = 12'000 + 1'000 + command + 1'000;  // either adapter takes 1,000 for a command
/// The response of a write, 40 bytes: fetched over the slot in 3, on the port with the last frame, that is all, after it.
constexpr std::int64_t write_response = 3 + 10 + 50 + 900 + 20 + 50 + 8'000;

TEST(Fabric, IdleReadTakesTheSumOfItsParts) {
    // 4,136 bytes: the head, a frame of 2,000, is 500 on the array's link; the slower link of the host sets the rest.
    EXPECT_EQ(Bench{any_fabric()}.one(Operation::read, 4096), ns(before_array + 500 + 50 + 900 + 2'068 + 50 + 8'000));
    EXPECT_EQ(Bench{any_fabric()}.one(Operation::read, 65536), ns(before_array + 500 + 50 + 900 + 32'788 + 50 + 8'000));
}

TEST(Fabric, IdleWriteTakesTheSumOfItsParts) {
    // The slower link is the first: the array's adds a frame (500), the slot another (125).
    EXPECT_EQ(Bench{any_fabric()}.one(Operation::write, 4096),
              ns(before_array + transfer_ready + 2'048 + 50 + 900 + 500 + 50 + 125 + write_response));
    EXPECT_EQ(Bench{any_fabric()}.one(Operation::write, 65536),
              ns(before_array + transfer_ready + 32'768 + 50 + 900 + 500 + 50 + 125 + write_response));
}

TEST(Fabric, SlowerLinkDecidesNotTheSumOfBoth) {
    FabricParameters fast_hosts = any_fabric();
    fast_hosts.hosts.ports.link = link_of(8);
    // Now the array's link is the slower one, 16,394 for all; its last frame takes 250 on the host's.
    EXPECT_EQ(Bench{fast_hosts}.one(Operation::read, 65536),
              ns(12'000 + 1'000 + 10 + 20 + 900 + 100 + 1'000 + 16'394 + 50 + 900 + 250 + 50 + 8'000));
}

TEST(Fabric, SlowSlotDecidesAndIsShown) {
    FabricParameters slow_slot = any_fabric();
    slow_slot.ports.slot_rate = Bandwidth::from_bytes_per_second(1e9);
    Bench bench{slow_slot};
    // The slot needs 65,576 for all; its last frame then takes 500 on the port and 1,000 on the host's link.
    EXPECT_EQ(bench.one(Operation::read, 65536), ns(before_array + 65'576 + 500 + 50 + 900 + 1'000 + 50 + 8'000));
    EXPECT_NEAR(bench.column("node.1.slot", twin::Ledger::service), 65'576 + 500 - 16'394, 2);
}

TEST(Fabric, TransferReadyCostsOneRoundTripOfControlFrames) {
    FabricParameters in_capsule = any_fabric();
    in_capsule.frames.write_handshake = WriteHandshake::in_capsule;
    for (const std::int64_t size : {4096, 65536}) {
        EXPECT_EQ(Bench{any_fabric()}.one(Operation::write, size) - Bench{in_capsule}.one(Operation::write, size),
                  ns(command + transfer_ready));
    }
    EXPECT_EQ(Bench{any_fabric()}.one(Operation::read, 4096), Bench{in_capsule}.one(Operation::read, 4096));
}

TEST(Fabric, ProtocolCostsTheHostForTheCommandAndForEachKib) {
    FabricParameters dear = any_fabric();
    dear.frames.host_command = us(3);
    dear.frames.host_per_kib = ns(500);
    for (const Operation operation : {Operation::read, Operation::write}) {
        EXPECT_EQ(Bench{dear}.one(operation, 65536) - Bench{any_fabric()}.one(operation, 65536), us(3 + 64 / 2));
    }
}

TEST(Fabric, SecondSwitchAddsItsLatencyAndOneMoreLink) {
    FabricParameters two = any_fabric();
    two.inter_switch_rate = Bandwidth::from_bytes_per_second(10e9);
    // Of each control frame, and of the data: a switch, a cable, and 10 GB/s for the control frame or the last frame.
    const auto more = [&](Operation operation) {
        return Bench{two}.one(operation, 65536) - Bench{any_fabric()}.one(operation, 65536);
    };
    EXPECT_EQ(more(Operation::read), ns((900 + 50 + 8) + (900 + 50 + 200)));
    EXPECT_EQ(more(Operation::write), ns((900 + 50 + 8) + (900 + 50 + 5) + (900 + 50 + 200) + (900 + 50 + 4)));
}

TEST(Fabric, LinksBetweenSwitchesBind) {
    FabricParameters narrow = any_fabric();
    narrow.inter_switch_rate = Bandwidth::from_bytes_per_second(1e9);  // of each of two fabrics, each way
    for (const Operation operation : {Operation::read, Operation::write}) {
        EXPECT_NEAR(Bench{narrow}.run(operation, 65536, 4, 16, 200), 2e9 / 65536, 0.01 * 2e9 / 65536);
    }
}

TEST(Fabric, RoundRobinSpreadsEvenly) {
    Bench bench{any_fabric(), 4};
    bench.run(Operation::read, 4096, 4, 3, 200);
    ASSERT_EQ(bench.by_port.size(), 4U);
    for (const auto& [port, ios] : bench.by_port) EXPECT_EQ(ios, 4 * 3 * 200 / 4) << "port " << port;
}

TEST(Fabric, SaturatedPortDeliversItsDataRate) {
    FabricParameters one_port = any_fabric();
    one_port.ports.per_node = 1;
    one_port.switches = 1;
    // Four host ports of 2 GB/s could send and take 8 GB/s.
    const double all_frames = 4e9 / (65536 + 40);
    EXPECT_NEAR(Bench(one_port, 4, 1).run(Operation::read, 65536, 4, 16, 200), all_frames, 0.01 * all_frames);
    EXPECT_NEAR(Bench(one_port, 4, 1).run(Operation::write, 65536, 4, 16, 200), 4e9 / 65536, 0.01 * 4e9 / 65536);
}

TEST(Fabric, DirectionsDoNotShareALink) {
    FabricParameters one_port = any_fabric();
    one_port.ports.per_node = 1;
    one_port.switches = 1;
    Bench bench{one_port, 4, 1};
    Io io;
    io.size = Bytes{65536};
    for (int t = 0; t < 64; ++t) {
        io.volume = static_cast<std::uint16_t>(t % 4);
        io.operation = t < 32 ? Operation::read : Operation::write;
        bench.simulation.spawn(bench.thread(io, 200));
    }
    bench.simulation.run();
    EXPECT_GT(bench.done * 65536 / bench.simulation.now().seconds(), 1.8 * 4e9);  // shared, it would be 4e9
}

TEST(Fabric, SlotBinds) {
    FabricParameters narrow = any_fabric();
    narrow.ports.slot_rate = Bandwidth::from_bytes_per_second(1e9);
    const double most = 2 * 1e9 / (65536 + 40);  // one slot on each of two nodes
    Bench bench{narrow};
    EXPECT_NEAR(bench.run(Operation::read, 65536, 4, 16, 200), most, 0.01 * most);
    EXPECT_GT(bench.column("node.1.slot", twin::Ledger::wait), 10 * bench.column("port.1a", twin::Ledger::wait));
}

TEST(Fabric, PortCommandRateBinds) {
    FabricParameters fabric = any_fabric();  // 1 us a command
    fabric.hosts.ports.per_host = 8;
    fabric.ports.per_node = 1;
    fabric.switches = 1;
    EXPECT_NEAR(Bench(fabric, 4, 1).run(Operation::read, 512, 4, 64, 100), 1e6, 1e4);
}

TEST(Fabric, QueueDepthsBind) {
    FabricParameters shallow_port = any_fabric();
    shallow_port.ports.per_node = 1;
    shallow_port.switches = 1;
    shallow_port.ports.queue_depth = 5;
    Bench port{shallow_port, 4, 1};
    port.array_time = us(100);
    port.run(Operation::read, 4096, 4, 8, 20);
    EXPECT_EQ(port.most_inside, 5);

    FabricParameters shallow_volume = any_fabric();
    shallow_volume.hosts.lun_queue_depth = 3;
    Bench volume{shallow_volume};
    volume.array_time = us(100);
    volume.run(Operation::read, 4096, 4, 8, 20);
    EXPECT_EQ(volume.most_inside, 4 * 3);
}

RC_GTEST_PROP(Fabric, GivesAllQueueSlotsBack, ()) {
    FabricParameters fabric = any_fabric();
    fabric.ports.queue_depth = *rc::gen::inRange(1, 6);
    fabric.hosts.lun_queue_depth = *rc::gen::inRange(1, 6);
    const int threads = *rc::gen::inRange(1, 12);
    Bench bench{fabric};
    bench.array_time = us(*rc::gen::inRange(0, 50));
    bench.run(*rc::gen::element(Operation::read, Operation::write), 4096, 4, threads, 5);
    RC_ASSERT(bench.done == 4 * threads * 5);  // nobody waits for ever
    RC_ASSERT(bench.inside == 0);
    // As many as at first may enter at once, and not one more.
    Io io;
    const int least = std::min(fabric.ports.queue_depth, fabric.hosts.lun_queue_depth);
    const Path path = bench.fabric.next_path(0);
    for (int i = 0; i < least; ++i) RC_ASSERT(bench.fabric.enter_queues(io, path));
    RC_ASSERT(!bench.fabric.enter_queues(io, path));
}

TEST(Fabric, DataRateLeavesOutEncodingAndFraming) {
    const LinkParameters fc16{Bandwidth::from_bytes_per_second(14.025e9 / 8), 0.9697, Bytes{2112}, Bytes{60}, {}};
    EXPECT_NEAR(fc16.data_rate().bytes_per_second(), 1.653e9, 1e6);  // 1,600 MB/s is the nominal figure
}

}  // namespace
}  // namespace arraytwin::fabric
