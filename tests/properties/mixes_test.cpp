// What a mix asks of the cores is the share-weighted sum of what its parts ask, where no server couples them: reads, random
// and sequential, of two sizes. (Writes share consistency points and flushes, which is their point.)
#include <gtest/gtest.h>

#include <fmt/format.h>

#include "tests/properties/every_array.hpp"

namespace arraytwin {
namespace {

constexpr int ios = 10'000;
constexpr double within = 0.04;  // core times vary from I/O to I/O

/// Core time of all nodes for the average I/O.
double core_ns(const BuiltTwin& array, const std::string& load) {
    const auto recorded = array.twin->record_demands(test::workload(load), ios, {1, 0});
    double sum = 0;
    for (std::size_t p = 0; p < recorded.places.size(); ++p) {
        if (!recorded.places[p].name.ends_with(".cpu")) continue;
        sum += recorded.totals[p * twin::Ledger::columns + twin::Ledger::occupied];
    }
    return sum / static_cast<double>(recorded.ios);
}

TEST(Mixes, OfReadsAskForTheSumOfTheirParts) {
    for (const char* name : {"aff-a800", "a250-fc", "ef570", "sf19210x8"}) {
        const BuiltTwin array = test::built(name);
        for (const int kib : {4, 32}) {
            const auto reads = [&](int of_them_random) {
                return core_ns(array, fmt::format("{}k:100r:{}rand", kib, of_them_random));
            };
            const double random = reads(100);
            const double sequential = reads(0);
            for (const int share : {20, 50, 80}) {
                const double sum = (share * random + (100 - share) * sequential) / 100;
                EXPECT_NEAR(reads(share) / sum, 1, within) << name << ", " << kib << " KiB, " << share << " % random";
            }
        }
    }
}

}  // namespace
}  // namespace arraytwin
