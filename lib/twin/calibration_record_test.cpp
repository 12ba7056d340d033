#include "lib/twin/calibration_record.hpp"

#include <string>

#include <gtest/gtest.h>

namespace arraytwin::twin {
namespace {

constexpr const char* sound = R"(schema = 1
[fit]
constants = [
    ["costs.service"],
    ["workloads.sql.read_work", "workloads.oracle.read_work"],
]
covariance = [
    [0.04, -0.01],
    [-0.01, 0.09],
]
workloads = ["4k-random-read", "sql"]

[fit.unseen]
iops    = 0.05
latency = 0.1
knee    = 0.15

[fit.range]
block_size   = ["4KiB", "64KiB"]
read_share   = [0, 1]
random_share = [0.5, 1.0]
outstanding  = 4096
)";

spec::Document document(const std::string& text) { return spec::Document::from_text("fitted.toml", text).value(); }

std::string with(std::string text, const std::string& before, const std::string& after) {
    const auto at = text.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    return text.replace(at, before.size(), after);
}

TEST(CalibrationRecord, IsReadAsItIsWritten) {
    const auto record = read_record(document(sound));
    ASSERT_TRUE(record && *record);
    const CalibrationRecord& r = **record;
    EXPECT_EQ(r.constants[1], (std::vector<std::string>{"workloads.sql.read_work", "workloads.oracle.read_work"}));
    EXPECT_EQ(r.covariance[1][0], -0.01);
    EXPECT_EQ(r.unseen.knee, 0.15);
    EXPECT_EQ(r.range.block_size.low, 4096);
    EXPECT_EQ(r.range.block_size.high, 65'536);
    EXPECT_EQ(r.range.random_share.low, 0.5);
    EXPECT_EQ(r.range.outstanding, 4096);
    EXPECT_TRUE(r.has_seen("sql"));
    EXPECT_FALSE(r.has_seen("oracle"));
}

TEST(CalibrationRecord, PriorsHaveNone) {
    const auto record = read_record(document("schema = 1\nservice = \"26us\"\n"));
    ASSERT_TRUE(record);
    EXPECT_FALSE(*record);
}

struct Damage {
    const char* name;
    const char* before;
    const char* after;
    const char* blamed;
};

class DamagedRecord : public testing::TestWithParam<Damage> {};

TEST_P(DamagedRecord, IsRefusedWithThePlaceAndTheKey) {
    const auto record = read_record(document(with(sound, GetParam().before, GetParam().after)));
    ASSERT_FALSE(record);
    ASSERT_EQ(record.error().size(), 1U);
    const Diagnostic& diagnostic = record.error().front();
    EXPECT_EQ(diagnostic.file, "fitted.toml");
    EXPECT_EQ(diagnostic.line, 2);
    EXPECT_EQ(diagnostic.key, GetParam().blamed);
    EXPECT_NE(diagnostic.help.find("calibrate again"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    BadInput, DamagedRecord,
    testing::Values(Damage{"constants_a_text", "constants = [\n    [\"costs.service\"],",
                           "constants = [\n    \"costs.service\",", "fit.constants"},
                    Damage{"constants_a_number", "[\"costs.service\"]", "[1]", "fit.constants"},
                    Damage{"constant_missing", "    [\"costs.service\"],\n", "", "fit.covariance"},
                    Damage{"row_missing", "    [0.04, -0.01],\n", "", "fit.covariance"},
                    Damage{"row_too_long", "[0.04, -0.01]", "[0.04, -0.01, 0]", "fit.covariance"},
                    Damage{"row_a_text", "[0.04, -0.01]", "\"0.04\"", "fit.covariance"},
                    Damage{"cell_a_text", "[0.04, -0.01]", "[0.04, \"x\"]", "fit.covariance"},
                    Damage{"cell_not_a_number", "[0.04, -0.01]", "[nan, -0.01]", "fit.covariance"},
                    Damage{"unseen_missing", "knee    = 0.15\n", "", "fit.unseen.knee"},
                    Damage{"unseen_a_text", "iops    = 0.05", "iops = \"much\"", "fit.unseen.iops"},
                    Damage{"range_of_one", "[\"4KiB\", \"64KiB\"]", "[\"4KiB\"]", "fit.range.block_size"},
                    Damage{"range_a_number", "[0.5, 1.0]", "0.5", "fit.range.random_share"},
                    Damage{"range_missing", "outstanding  = 4096\n", "", "fit.range.outstanding"},
                    Damage{"workloads_a_text", "[\"4k-random-read\", \"sql\"]", "\"sql\"", "fit.workloads"}),
    [](const auto& damage) { return damage.param.name; });

Workload workload(int kib, double read_share, double random_share) {
    Workload load;
    load.block_size = Bytes::from_kib(kib);
    load.read_share = read_share;
    load.random_share = random_share;
    return load;
}

TEST(CalibrationRecord, SaysWhatLiesOutsideItsRange) {
    const CalibratedRange range{{4096, 65'536}, {0.2, 1}, {0.5, 1}, 1024};
    EXPECT_TRUE(outside(range, workload(4, 0.2, 0.5), 1024).empty()) << "the limits are inside";
    EXPECT_TRUE(outside(range, workload(64, 1, 1), 1).empty());
    const auto all = outside(range, workload(128, 0, 0), 1025);
    ASSERT_EQ(all.size(), 4U);
    EXPECT_EQ(all[0], "blocks of 128KiB are outside the calibrated range of 4KiB to 64KiB");
    EXPECT_EQ(all[1], "0 % reads are outside the calibrated range of 20 to 100 %");
    EXPECT_EQ(all[2], "0 % random I/O is outside the calibrated range of 50 to 100 %");
    EXPECT_EQ(all[3], "1025 outstanding I/Os are more than the 1024 that were calibrated");
    EXPECT_EQ(outside(range, workload(2, 1, 1), 1).size(), 1U) << "smaller blocks too";
}

TEST(CalibrationRecord, EachSizeOfAMixAndEachPartIsInsideOrNot) {
    const CalibratedRange range{{4096, 65'536}, {0.2, 1}, {0.5, 1}, 1024};
    Workload mix = workload(4, 1, 1);
    mix.blocks = {{Bytes::from_kib(4), 0.5}, {Bytes::from_kib(128), 0.5}};
    EXPECT_EQ(outside(range, mix, 1),
              std::vector<std::string>{"blocks of 128KiB are outside the calibrated range of 4KiB to 64KiB"});
    Workload both;
    both.parts = {{workload(4, 1, 1)}, {workload(4, 0, 1)}};
    EXPECT_EQ(outside(range, both, 1),
              std::vector<std::string>{"0 % reads are outside the calibrated range of 20 to 100 %"});
}

}  // namespace
}  // namespace arraytwin::twin
