// What a spec of the family may say, and what it may not.
#include "models/eseries/parameters.hpp"

#include "models/eseries/array_for_test.hpp"

namespace arraytwin::eseries {
namespace {

std::string refusal(const Overrides& overrides) {
    const auto built = build_array(resolve_ef570(overrides));
    return built ? "" : to_text(built.error());
}

TEST(EseriesParameters, ContradictionsAreToldWithTheirKey) {
    struct Case {
        Overrides overrides;
        const char* key;
    };
    const Case cases[] = {
        {{"media.count=26"}, "media.count"},
        {{"failures.drive=1,2"}, "failures.drive"},
        {{"failures.drive=25"}, "failures.drive"},
        {{"failures.node=1,2"}, "failures.node"},
        {{"failures.port=1a,1b,1c,1d"}, "failures.port"},
        {{"failures.port=1e"}, "failures.port"},
        {{"failures.drive=1", "failures.rebuild=high"}, "failures.rebuild"},
        {{"failures.rebuild=high"}, "failures.rebuild"},
        {{"layout.groups=5"}, "layout.groups"},
        {{"layout.groups=8"}, "layout.groups"},
        {{"layout.raid=raid-6", "layout.groups=6"}, "layout.groups"},
        {{"layout.raid=ddp", "layout.groups=4"}, "layout.groups"},
        {{"layout.raid=ddp", "layout.preservation=3"}, "layout.preservation"},
        {{"layout.raid=ddp", "layout.segment=64KiB"}, "layout.segment"},
        {{"layout.segment=5000B"}, "layout.segment"},
        {{"volumes.size=700GB"}, "volumes.size"},
        {{"software.flush_stop=0.9"}, "software.flush_stop"},
        {{"nodes.host_interface.chips=3"}, "nodes.host_interface.chips"},
    };
    for (const Case& c : cases) EXPECT_NE(refusal(c.overrides).find(c.key), std::string::npos) << refusal(c.overrides);
}

TEST(EseriesParameters, EveryRaidKindIsAnArray) {
    for (const char* raid : {"raid-10", "raid-5", "raid-6", "ddp"}) {
        EXPECT_EQ(refusal({std::string{"layout.raid="} + raid, "nodes.count=1"}), "");
    }
    EXPECT_EQ(refusal({"layout.raid=ddp", "layout.groups=1"}), "");
}

TEST(EseriesParameters, VolumesFillHalfOfTheMirroredDrives) {
    EXPECT_NEAR(ef570().fill(), 0.5, 1e-9);  // 9.6 of 19.2 TB
    EXPECT_NEAR(ef570({"layout.raid=raid-6"}).fill(), 9.6 / 32, 1e-9);
}

TEST(EseriesParameters, HalfOfTheCacheIsThePartners) {
    EXPECT_NEAR(ef570().write_cache() * 2 / ef570({"software.cache_mirroring=false"}).write_cache(), 1, 1e-9);
}

TEST(EseriesParameters, OneControllerAloneWritesThrough) {
    EXPECT_FALSE(ef570().write_through());
    EXPECT_TRUE(ef570({"nodes.count=1"}).write_through());
}

}  // namespace
}  // namespace arraytwin::eseries
