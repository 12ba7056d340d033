// What [failures] says, held against what an array has; and what a rebuild takes and lasts, in closed form.
#include "models/failures/failures.hpp"

#include <gtest/gtest.h>

#include "lib/spec/reader.hpp"
#include "models/failures/rebuild.hpp"

namespace arraytwin::failures {
namespace {

struct Toy {
    Failures failures;
    Parts parts{4, 24, 2};
};

void describe(spec::Section& section, Toy& toy) {
    describe(section.table("failures", "what has failed", spec::Presence::optional), toy.failures);
    if (section.sound()) check(section, toy.failures, toy.parts);
}

Result<Toy> read(const std::vector<std::string>& overrides, std::string_view text = "") {
    const auto document = spec::Document::from_text("toy.toml", text, overrides);
    if (!document) return tl::unexpected(document.error());
    return spec::read<Toy>(*document);
}

std::string refusal(const std::vector<std::string>& overrides) {
    const auto toy = read(overrides);
    return toy ? "" : to_text(toy.error());
}

TEST(Failures, AreNamedByNumbersFromOne) {
    const auto toy = read({"failures.node=2", "failures.drive=5, 17", "failures.port=1a,4b"});
    ASSERT_TRUE(toy);
    EXPECT_EQ(toy->failures.nodes, std::vector{1});
    EXPECT_EQ(toy->failures.drives, (std::vector{4, 16}));
    EXPECT_EQ(toy->failures.ports, (std::vector<Port>{{0, 0}, {3, 1}}));
    EXPECT_EQ(toy->failures.ports_down(2), (std::vector{0, 7}));
    EXPECT_TRUE(toy->failures.has_node(1) && toy->failures.has_drive(16) && !toy->failures.has_drive(17));
    EXPECT_TRUE(read({}, "[failures]\ndrive = \"5,17\"\n"));
}

TEST(Failures, NothingHasFailedUnlessToldSo) {
    const auto toy = read({});
    ASSERT_TRUE(toy);
    EXPECT_TRUE(toy->failures.nodes.empty() && toy->failures.drives.empty() && toy->failures.ports.empty());
    EXPECT_EQ(toy->failures.rebuild_share(), 0);
}

TEST(Failures, SlipsAreToldWithTheirKey) {
    for (const auto& [override, key] : {std::pair{"failures.node=0", "failures.node"},
                                        {"failures.node=5", "failures.node"},
                                        {"failures.node=2,2", "failures.node"},
                                        {"failures.node=two", "failures.node"},
                                        {"failures.node=1.5", "failures.node"},
                                        {"failures.drive=25", "failures.drive"},
                                        {"failures.drive=1,,2", "failures.drive"},
                                        {"failures.drive=99999999999", "failures.drive"},
                                        {"failures.drive=-1", "failures.drive"},
                                        {"failures.port=1c", "failures.port"},
                                        {"failures.port=5a", "failures.port"},
                                        {"failures.port=a1", "failures.port"},
                                        {"failures.port=1", "failures.port"},
                                        {"failures.port=1a,1b", "failures.port"},
                                        {"failures.rebuild=fast", "failures.rebuild"},
                                        {"failures.rebuild_share.low=1", "failures.rebuild_share"}}) {
        EXPECT_NE(
            refusal({override}).find(std::string{key} + (key == std::string{"failures.rebuild_share"} ? "." : ":")),
            std::string::npos)
            << override << ": " << refusal({override});
    }
}

TEST(Failures, SharesOfNoRebuildAreRefused) {
    EXPECT_NE(refusal({"failures.rebuild_share.low=0.2"}).find("failures.rebuild_share.low"), std::string::npos);
    EXPECT_EQ(refusal({"failures.rebuild_share.low=0.2", "failures.rebuild=low"}), "");
}

TEST(Failures, PortsOfANodeThatIsDownMayAllBeDown) {
    EXPECT_EQ(refusal({"failures.port=1a,1b", "failures.node=1"}), "");
}

TEST(Rebuild, LeavesHostsTheRestOfADrivesTime) {
    media::SsdParameters drive;
    drive.interface_rate = Bandwidth::from_bytes_per_second(1e9);
    drive.read_time_low = Duration::from_us(50);
    drive.program_time = Duration::from_us(600);
    const media::SsdParameters beside = beside_rebuild(drive, 0.25);
    EXPECT_DOUBLE_EQ(beside.interface_rate.bytes_per_second(), 0.75e9);
    EXPECT_NEAR(beside.read_time_low / drive.read_time_low, 4.0 / 3, 1e-4);
    EXPECT_NEAR(beside.program_time / drive.program_time, 4.0 / 3, 1e-4);
    EXPECT_EQ(beside_rebuild(drive, 0).read_time_low, drive.read_time_low);
}

TEST(Rebuild, LastsAsLongAsTheSpareTakes) {
    media::SsdParameters drive;
    drive.interface_rate = Bandwidth::from_bytes_per_second(2e9);
    drive.dies = 64;
    drive.program_unit = Bytes{96 * 1024};
    drive.program_time = Duration::from_us(6291.456);  // 64 x 96 KiB in it: 1 GB/s
    EXPECT_NEAR(fresh_write_rate(drive).bytes_per_second(), 1e9, 1e6);
    EXPECT_EQ(rebuild_note(Bytes{720'000'000'000}, Bandwidth::from_bytes_per_second(1e8)),
              "the rebuild runs at 100 MB/s and takes 2.0 hours for 0.72 TB");
}

}  // namespace
}  // namespace arraytwin::failures
