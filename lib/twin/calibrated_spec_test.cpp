#include "lib/twin/calibrated_spec.hpp"

#include <gtest/gtest.h>

#include "lib/spec/reader.hpp"
#include "lib/twin/toy_test.hpp"

namespace arraytwin::twin {
namespace {

CalibratedSpec with_workloads(const std::string& tables) {
    return {&toy::family(), toy::document(), spec::Document::from_text("fitted.toml", "schema = 1\n" + tables).value(),
            std::nullopt};
}

Workload named(const std::string& name) {
    Workload workload;
    workload.name = name;
    workload.description = "as the file says";
    workload.outstanding_per_volume = 7;
    return workload;
}

TEST(CalibratedSpec, AWorkloadTakesItsFingerprint) {
    const auto spec = with_workloads(
        "[workloads.sql]\nread_share = { value = 0.87, source = \"fitted\", confidence = \"I\" }\nread_work = 1.5\n"
        "block_size = \"16510B\"\n");
    const Workload calibrated = as_calibrated(spec, named("sql"));
    EXPECT_EQ(calibrated.read_share, 0.87);
    EXPECT_EQ(calibrated.read_work, 1.5);
    EXPECT_EQ(calibrated.block_size, Bytes{16'510});
    EXPECT_EQ(calibrated.outstanding_per_volume, 7) << "what was not fitted stays";
    EXPECT_EQ(calibrated.description, "as the file says");
    const Workload other = as_calibrated(spec, named("oracle"));
    EXPECT_EQ(other.read_share, 1);
    EXPECT_EQ(other.read_work, 1);
}

TEST(CalibratedSpec, EachPartTakesItsOwnFingerprint) {
    Workload both;
    both.name = "sql+oracle";
    both.parts = {{named("sql")}, {named("oracle"), 8}};
    const auto spec = with_workloads("[workloads.sql]\nread_work = 1.5\n[workloads.\"sql+oracle\"]\nread_work = 9\n");
    const Workload calibrated = as_calibrated(spec, both);
    EXPECT_EQ(calibrated.parts[0].workload.read_work, 1.5);
    EXPECT_EQ(calibrated.parts[1].workload.read_work, 1);
    EXPECT_EQ(calibrated.parts[1].volumes, 8);
}

TEST(CalibratedSpec, AWorkloadOfAnyNameHasADocument) {
    for (const char* const name : {"", "a \"quoted\" one", "back\\slash", "8k:70r:100rand", "\x1b[31mred"}) {
        Workload workload = named(name);
        workload.read_share = 0.25;
        const auto read = spec::read<Workload>(document_of(workload));
        ASSERT_TRUE(read) << name;
        EXPECT_EQ(read->read_share, 0.25);
        if (*name != '\0') {
            EXPECT_EQ(read->name, name);
        }
    }
}

TEST(CalibratedSpec, SoundTablesHaveNoFault) {
    EXPECT_TRUE(check_workloads(spec::Document::from_text("a.toml", "schema = 1\n").value()).empty());
    EXPECT_TRUE(check_workloads(with_workloads("[workloads.sql]\nread_share = 0.5\n").calibration).empty());
}

TEST(CalibratedSpec, AMisspeltKeyOfAWorkloadIsLocated) {
    const auto wrong =
        check_workloads(with_workloads("[workloads.sql]\nread_work = 1.2\nread_shar = 0.5\n").calibration);
    ASSERT_FALSE(wrong.empty());
    EXPECT_EQ(wrong[0].file, "fitted.toml");
    EXPECT_EQ(wrong[0].line, 4);
    EXPECT_EQ(wrong[0].column, 1);
    EXPECT_EQ(wrong[0].key, "workloads.sql.read_shar");
}

TEST(CalibratedSpec, AValueOutOfRangeIsLocated) {
    const auto wrong = check_workloads(with_workloads("[workloads.sql]\nread_share = 87\n").calibration);
    ASSERT_EQ(wrong.size(), 1U);
    EXPECT_EQ(wrong[0].line, 3);
    EXPECT_EQ(wrong[0].key, "workloads.sql.read_share");
}

TEST(CalibratedSpec, AnArrayWithABrokenFingerprintIsRefused) {
    ResolvedArray array = toy::resolved();
    array.calibration = with_workloads("[workloads.sql]\nread_shar = 0.5\n").calibration;
    EXPECT_FALSE(build_array(array));
    array.calibration = with_workloads("[fit]\nconstants = 1\n").calibration;
    EXPECT_FALSE(build_array(array));
    array.calibration = with_workloads("").calibration;
    EXPECT_TRUE(build_array(array));
}

}  // namespace
}  // namespace arraytwin::twin
