// Bytes are conserved from the hosts to the drives: what goes over the drives' ports, counted in the simulator, is what the
// layout's formula says. E-Series' own test does this for RAID 10, 5, 6 and pools, beside its write cache.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "models/layout/raid.hpp"
#include "tests/properties/every_array.hpp"

namespace arraytwin {
namespace {

using test::Overrides;

constexpr int ios = 50'000;       // some 200 MB: less than a chain or a message may be left over
constexpr double within = 0.005;  // of it

/// Over the ports of the array's drives, either way; `skipped`: drives, counted from 1, that do not count.
double drive_bytes_per_io(const std::string& name, const Overrides& overrides, const std::string& load,
                          const std::set<int>& skipped = {}) {
    const ResolvedArray array = test::resolved(name, overrides);
    const double rate = parse<Bandwidth>(*array.document.text("media.interface_rate")).value().bytes_per_second();
    const auto recorded = test::value_of(build_array(array)).twin->record_demands(test::workload(load), ios, {1, 0});
    double busy_ns = 0;
    for (std::size_t p = 0; p < recorded.places.size(); ++p) {
        const std::string& place = recorded.places[p].name;
        if (!place.starts_with("drive.") || !place.ends_with(".port")) continue;
        if (skipped.contains(std::stoi(place.substr(6)))) continue;
        busy_ns += recorded.totals[p * twin::Ledger::columns + twin::Ledger::occupied];
    }
    return busy_ns * 1e-9 * rate / static_cast<double>(recorded.ios);
}

double number_of(const std::string& name, const std::string& key) {
    const ResolvedArray array = test::resolved(name);
    const spec::Node* node = array.document.find(key);
    return node->kind == spec::NodeKind::integer ? static_cast<double>(node->integer) : node->number;
}

/// A node's drives less its spare make one group, or the fewest that the kind allows; stripes are whole.
TEST(Conservation, OntapWritesWholeStripesOfReducedData) {
    const double reduction = number_of("aff-a800", "software.data_reduction_ratio");
    const double metadata = 1 + number_of("aff-a800", "costs.consistency_point.metadata");
    const std::pair<const char*, layout::Raid> kinds[] = {
        {"raid4", layout::Raid::raid4}, {"raid-dp", layout::Raid::raid_dp}, {"raid-tec", layout::Raid::raid_tec}};
    for (const auto& [word, raid] : kinds) {
        for (const int drives : {16, 24, 48}) {
            const int of_node = drives / 2 - 1;
            const int largest = layout::largest_group(raid);
            const int parity = (of_node + largest - 1) / largest * layout::parity_drives(raid);
            const double formula = 4096 * metadata / reduction * of_node / (of_node - parity);
            const double counted = drive_bytes_per_io(
                "aff-a800",
                {std::string{"layout.raid="} + word, "media.count=" + std::to_string(drives), "volumes.size=100GB"},
                "4k-random-write");
            EXPECT_NEAR(counted / formula, 1, within) << word << " of " << drives << " drives";
        }
    }
}

/// The double helix: each block on two drives, compressed. Every tenth drive holds metadata.
TEST(Conservation, SolidFireWritesEachBlockTwice) {
    std::set<int> of_metadata;
    for (int drive = 1; drive <= 80; drive += 10) of_metadata.insert(drive);
    for (const char* deduplication : {"1", "2"}) {
        const double reduction = number_of("sf19210x8", "software.compression") * std::stod(deduplication);
        const double counted = drive_bytes_per_io("sf19210x8", {std::string{"software.deduplication="} + deduplication},
                                                  "4k-random-write", of_metadata);
        EXPECT_NEAR(counted / (2 * 4096 / reduction), 1, 2 * within) << deduplication;
    }
}

/// What no memory holds comes from the drives, once.
TEST(Conservation, ReadsThatNothingHoldsComeFromTheDrivesOnce) {
    EXPECT_NEAR(drive_bytes_per_io("aff-a800", {"software.cache_share=0"}, "4k-random-read") / 4096, 1, within);
    EXPECT_NEAR(drive_bytes_per_io("aff-a800", {"software.cache_share=0"}, "64k:100r:100rand") / 65536, 1, within);
    EXPECT_NEAR(drive_bytes_per_io("ef570", {}, "64k-sequential-read") / 65536, 1, within);
}

}  // namespace
}  // namespace arraytwin
