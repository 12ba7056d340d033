#include "lib/workload/workload.hpp"

#include <gtest/gtest.h>

#include <map>

#include "lib/spec/reader.hpp"

namespace arraytwin {
namespace {

const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};

Workload value_of(const Result<Workload>& workload) {
    if (!workload) ADD_FAILURE() << to_text(workload.error());
    return workload ? *workload : Workload{};
}

std::string read_with(const std::string& override) {
    const auto document = data.load("workloads", "sql", {override});
    if (!document) return to_text(document.error());
    const auto workload = spec::read<Workload>(*document);
    return workload ? "" : to_text(workload.error());
}

TEST(Workload, EachDocumentIsSoundAndNamedAsItsFile) {
    for (const std::string& name : data.names("workloads")) EXPECT_EQ(value_of(load_workload(data, name)).name, name);
}

/// The populations that the reviews don't print; Little's law finds them in the peaks.
TEST(Workload, ThirtyTwoVolumesMakeTheMeasuredPopulations) {
    const std::map<std::string, int> populations{{"4k-random-read", 4096},
                                                 {"4k-random-write", 2048},
                                                 {"64k-sequential-read", 512},
                                                 {"64k-sequential-write", 256},
                                                 {"sql", 1024},
                                                 {"sql-90-10", 1024},
                                                 {"sql-80-20", 1024},
                                                 {"oracle", 1280},
                                                 {"oracle-90-10", 640},
                                                 {"oracle-80-20", 640},
                                                 {"vdi-full-clone-boot", 1024},
                                                 {"vdi-full-clone-initial-login", 896},
                                                 {"vdi-full-clone-monday-login", 512},
                                                 {"vdi-linked-clone-boot", 512},
                                                 {"vdi-linked-clone-initial-login", 256},
                                                 {"vdi-linked-clone-monday-login", 512}};
    for (const auto& [name, outstanding] : populations) {
        EXPECT_EQ(value_of(load_workload(data, name)).outstanding_per_volume * 32, outstanding) << name;
    }
}

TEST(Workload, MixesHaveTheReadShareOfTheirNames) {
    for (const char* database : {"sql", "oracle"}) {
        EXPECT_EQ(value_of(load_workload(data, std::string{database} + "-90-10")).read_share, 0.9);
        EXPECT_EQ(value_of(load_workload(data, std::string{database} + "-80-20")).read_share, 0.8);
    }
}

TEST(Workload, TouchesAllOfTheVolumesUnlessItSaysOtherwise) {
    EXPECT_EQ(value_of(load_workload(data, "sql")).working_set, 1);
    EXPECT_EQ(value_of(parse_inline_workload("8k:70r")).working_set, 1);
    const auto document = data.load("workloads", "sql", {"working_set=0.05"});
    ASSERT_TRUE(document);
    EXPECT_EQ(value_of(spec::read<Workload>(*document)).working_set, 0.05);
}

TEST(Workload, TouchesMoreThanNothingAndAtMostAll) {
    for (const char* bad : {"working_set=0", "working_set=1.5"}) {
        EXPECT_NE(read_with(bad).find("working_set"), std::string::npos) << bad;
    }
}

}  // namespace
}  // namespace arraytwin
