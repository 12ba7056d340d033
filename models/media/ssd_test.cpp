#include "models/media/ssd.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "lib/sim/random.hpp"

namespace arraytwin::media {
namespace {

using sim::Task;

constexpr Duration us(std::int64_t n) { return Duration::from_ns(n * 1000); }

constexpr std::int64_t unit = 96 * 1024;
constexpr std::int64_t kib4_fixed = 12'000 + 6'141 + 1'280;  // firmware, 4 KiB over the channel and over the port

SsdParameters any_drive() {
    SsdParameters drive;
    drive.size = Bytes{1'920'000'000'000};
    drive.over_provisioning = 0.145;
    drive.interface_rate = Bandwidth::from_bytes_per_second(3.2e9);
    drive.controller_time = us(12);
    drive.dies = 64;
    drive.read_time_low = us(50);
    drive.read_time_high = us(80);
    drive.channel_rate = Bandwidth::from_bytes_per_second(667e6);
    drive.program_time = us(3300);
    drive.program_unit = Bytes{unit};
    drive.erase_time = us(5000);
    drive.erase_unit = Bytes{36 * 1024 * 1024};
    drive.suspend_time = us(30);
    drive.write_buffer = Bytes{32 * 1024 * 1024};
    return drive;
}

/// As long as `ios` reads from `threads` last; each thread has one outstanding.
struct Readers {
    Readers(const SsdParameters& parameters, double fill)
        : drive{simulation, ledger, "drive.1", parameters, fill}, random{{}, "test", "places"} {}

    Task<> read(std::int64_t ios, Bytes size) {
        for (std::int64_t i = 0; i < ios; ++i) {
            const Done done = drive.read(size, random());
            const Duration latency = done.at - simulation.now();
            EXPECT_EQ(latency, done.visit.wait + done.visit.service);
            EXPECT_GE(done.visit.wait, Duration{});
            shortest = std::min(shortest, latency);
            longest = std::max(longest, latency);
            sum += latency;
            ++reads;
            co_await simulation.until(done.at);
        }
    }

    Task<> write(std::int64_t ios, Bytes size) {
        for (std::int64_t i = 0; i < ios; ++i) {
            const Done done = drive.write(size);
            EXPECT_EQ(done.at - simulation.now(), done.visit.wait + done.visit.service);
            write_waits += done.visit.wait;
            written += size;
            co_await simulation.until(done.at);
        }
    }

    /// Reads a second.
    double rate() const { return static_cast<double>(reads) / simulation.now().seconds(); }
    double mean_us() const { return sum.us() / static_cast<double>(reads); }

    sim::Simulation simulation;
    twin::Ledger ledger;
    Ssd drive;
    sim::RandomStream random;
    Duration shortest = Duration::max();
    Duration longest;
    Duration sum;
    std::int64_t reads = 0;
    Bytes written;
    Duration write_waits;
};

// ---- reads

TEST(SsdReads, IdleDriveSensesOneOfThreeKindsOfPage) {
    Readers one{any_drive(), 0.5};
    one.simulation.spawn(one.read(3000, Bytes{4096}));
    one.simulation.run();
    EXPECT_EQ(one.shortest.ns(), 50'000 + kib4_fixed);
    EXPECT_EQ(one.longest.ns(), 80'000 + kib4_fixed);
    EXPECT_NEAR(one.mean_us(), 65 + kib4_fixed * 1e-3, 0.5);  // the 85 us of the data sheet
}

TEST(SsdReads, PagesOfOneDieAreSensedOneAfterTheOther) {
    Readers one{any_drive(), 0.5};
    const auto latency_us = [&](std::int64_t kib) {
        return one.drive.read(Bytes::from_kib(kib), 0).visit.service.us();
    };
    const auto transfer_us = [](double kib) { return std::min(kib, 96.0) * 1024 / 667 + kib * 1024 / 3200; };
    EXPECT_NEAR(latency_us(32), 50 + 12 + transfer_us(32), 0.01);  // one page of each plane
    Readers other{any_drive(), 0.5};
    EXPECT_NEAR(other.drive.read(Bytes::from_kib(64), 0).visit.service.us(), 50 + 65 + 12 + transfer_us(64), 0.01);
    Readers large{any_drive(),
                  0.5};  // a whole unit on each of two dies, at the same time; the port takes 61 us meanwhile
    EXPECT_NEAR(large.drive.read(Bytes::from_kib(192), 0).visit.service.us(), 50 + 65 + 80 + 12 + transfer_us(192),
                0.01);
}

TEST(SsdReads, DiesSaturateAtOneReadEach) {
    SsdParameters few_dies = any_drive();
    few_dies.dies = 8;
    Readers readers{few_dies, 0.5};
    for (int t = 0; t < 2000; ++t) readers.simulation.spawn(readers.read(50, Bytes{4096}));
    readers.simulation.run();
    EXPECT_NEAR(readers.rate(), 8 / 65e-6, 0.015 * 8 / 65e-6);
}

TEST(SsdReads, PortBinds) {
    Readers readers{any_drive(), 0.5};
    for (int t = 0; t < 256; ++t) readers.simulation.spawn(readers.read(40, Bytes::from_kib(64)));
    readers.simulation.run();
    EXPECT_NEAR(readers.rate() * 65536, 3.2e9, 0.02 * 3.2e9);
}

TEST(SsdReads, MeetSuspendedPrograms) {
    Readers both{any_drive(), 0.5};
    both.simulation.spawn(both.write(1, Bytes{64 * unit}));  // on every die
    both.simulation.spawn(both.read(1, Bytes{4096}));
    both.simulation.run(us(1));
    EXPECT_GE(both.shortest.ns(), 30'000 + 50'000 + kib4_fixed);
    EXPECT_LE(both.longest.ns(),
              30'000 + 80'000 + kib4_fixed + 64 * unit * 10 / 32);  // behind the writes on the port at most
}

TEST(SsdReads, MeetNothingOnceProgramsAreOver) {
    Readers both{any_drive(), 0.5};
    both.simulation.spawn(both.write(1, Bytes{64 * unit}));
    both.simulation.run();
    constexpr Bytes kib4{4096};
    const auto late = [](Readers& readers, Bytes size) -> Task<> {
        co_await readers.simulation.delay(us(10'000));
        co_await readers.read(200, size);
    };
    both.simulation.spawn(late(both, kib4));
    both.simulation.run();
    EXPECT_LE(both.longest.ns(), 80'000 + kib4_fixed);
}

TEST(SsdReads, ProgramsGoOnOnlyWhileTheirDieIsIdle) {
    SsdParameters one_die = any_drive();
    one_die.dies = 1;
    one_die.write_buffer = Bytes{unit};  // room for one unit beside the one being programmed
    Readers idle{one_die, 0};
    idle.simulation.spawn(idle.write(20, Bytes{unit}));
    idle.simulation.run();
    Readers busy{one_die, 0};
    busy.simulation.spawn(busy.write(20, Bytes{unit}));
    busy.simulation.spawn(busy.read(300, Bytes{4096}));
    busy.simulation.run();
    EXPECT_GT(busy.simulation.now(), idle.simulation.now() + us(300 * 50 / 2));
}

// ---- write amplification

/// Share of valid pages in the oldest block, by iteration instead of Lambert's W: a block lives until the host has written
/// flash (1 - u) pages, and a page outlives that with probability e^-(that / data).
double valid_in_oldest_block(double a) {
    double u = 0.5;
    for (int i = 0; i < 10'000; ++i) u = std::exp(-a * (1 - u));
    return u;
}

TEST(WriteAmplification, IsThatOfCleaningTheOldestBlock) {
    for (const double a : {1.1, 1.25, 1.5, 2.0, 4.0}) {
        EXPECT_NEAR(write_amplification(a - 1, 1), 1 / (1 - valid_in_oldest_block(a)), 1e-6) << a;
    }
}

TEST(WriteAmplification, TextbookPoint) {
    EXPECT_NEAR(write_amplification(0.25, 1), 2.69,
                0.01);  // a fifth of the flash is spare: a page in the block being cleaned survives with 0.628
}

TEST(WriteAmplification, NothingIsMovedOnAnEmptyDrive) {
    EXPECT_EQ(write_amplification(0.07, 0), 1);
    EXPECT_NEAR(write_amplification(0.07, 0.05), 1, 1e-6);
}

RC_GTEST_PROP(WriteAmplification, GrowsWithFillAndShrinksWithOverProvisioning, ()) {
    const double spare = 0.01 * *rc::gen::inRange(1, 101);
    const double fill = 0.01 * *rc::gen::inRange(1, 100);
    const double here = write_amplification(spare, fill);
    RC_ASSERT(std::isfinite(here));
    RC_ASSERT(here >= 1 - 1e-12);
    RC_ASSERT(write_amplification(spare, fill + 0.01) >= here - 1e-9);
    RC_ASSERT(write_amplification(spare + 0.01, fill) <= here + 1e-9);
}

// ---- writes

TEST(SsdWrites, BurstEndsInTheBuffer) {
    Readers writer{any_drive(), 0.9};
    writer.simulation.spawn(writer.write(32 * 1024 / 256, Bytes::from_kib(256)));  // the buffer's size
    writer.simulation.run();
    EXPECT_EQ(writer.write_waits, Duration{});
    // At the port's speed, with the firmware's time for each.
    EXPECT_NEAR(writer.simulation.now().us(), 32.0 * 1024 * 1024 / 3200 + 128 * 12, 10);
}

TEST(SsdWrites, SustainedRateIsWhatTheDiesProgram) {
    for (const double fill : {0.0, 0.6, 1.0}) {
        for (const std::int64_t kib : {16, 96, 256}) {  // less than a unit, one, and not a whole number of them
            Readers writers{any_drive(), fill};
            const std::int64_t each = 2'000'000 / kib / 8;
            for (int t = 0; t < 8; ++t) writers.simulation.spawn(writers.write(each, Bytes::from_kib(kib)));
            writers.simulation.run();
            const double amplification = write_amplification(0.145, fill);
            // Programs, and the reads and erases of cleaning: 3 senses a unit moved, an erase for 384 units.
            const double die_us = 3300 * amplification + 3 * 65 * (amplification - 1) + 5000 * amplification / 384;
            const double unburdened = 64 * unit / (3300e-6 * amplification);
            const double expected = 64 * unit / (die_us * 1e-6);
            const double buffered = 32.0 * 1024 * 1024;
            const double rate =
                (static_cast<double>(writers.written.count()) - buffered) / writers.simulation.now().seconds();
            EXPECT_NEAR(rate, expected, 0.02 * expected) << "fill " << fill << ", " << kib << " KiB";
            EXPECT_NEAR(rate, unburdened,
                        0.06 * unburdened);  // cleaning's reads and erases are small beside the programs
        }
    }
}

TEST(SsdWrites, AreWaitedForWhenTheBufferIsFull) {
    Readers writer{any_drive(), 0.6};
    writer.simulation.spawn(writer.write(1000, Bytes::from_kib(256)));
    writer.simulation.run();
    EXPECT_GT(writer.write_waits, writer.simulation.now() * 0.2);
}

}  // namespace
}  // namespace arraytwin::media
