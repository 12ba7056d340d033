#include "lib/application/application.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lib/spec/reader.hpp"

namespace arraytwin {
namespace {

const spec::DataFolder data{ARRAYTWIN_SOURCE_DIR "/data"};

std::string read_with(const std::string& override) {
    const auto document = data.load("applications", "sysbench-oltp", {override});
    if (!document) return to_text(document.error());
    const auto application = spec::read<Application>(*document);
    return application ? "" : to_text(application.error());
}

TEST(Application, EachDocumentIsSoundNamedAsItsFileAndHasItsWorkload) {
    ASSERT_FALSE(data.names("applications").empty());
    for (const std::string& name : data.names("applications")) {
        const auto application = load_application(data, name);
        ASSERT_TRUE(application) << to_text(application.error());
        EXPECT_EQ(application->name, name);
        EXPECT_EQ(application->io.name, application->workload);
    }
}

TEST(Application, WhatTheReviewsTell) {
    const auto sysbench = load_application(data, "sysbench-oltp").value();
    EXPECT_EQ(sysbench.clients(32), 1'024);
    EXPECT_EQ(sysbench.think_time, Duration{});
    const auto tpcc = load_application(data, "sqlserver-tpcc").value();
    EXPECT_EQ(tpcc.clients(4), 60'000);
    EXPECT_EQ(tpcc.think_time, Duration::from_seconds(4.743));
}

/// Virtual machines are spread over the hosts; each has its own limit of cores, and so has each host.
TEST(Application, TheHostCeilingFollowsTheCoresInUse) {
    Application application;
    application.hosts = {.count = 4, .cores = 32, .vcpus_per_vm = 16, .cpu_time = Duration::from_seconds(0.004)};
    EXPECT_EQ(application.host_ceiling(1), 16 / 0.004);
    EXPECT_EQ(application.host_ceiling(4), 64 / 0.004);
    EXPECT_EQ(application.host_ceiling(5), 80 / 0.004);
    EXPECT_EQ(application.host_ceiling(8), 128 / 0.004);
    EXPECT_EQ(application.host_ceiling(99), 128 / 0.004);
    application.hosts.cpu_time = {};
    EXPECT_TRUE(std::isinf(application.host_ceiling(1)));
}

TEST(Application, RefusesWhatHasNoMeaning) {
    for (const char* bad : {"clients_per_vm=0", "ios=-1", "hosts.cores=0", "hosts.cpu_time=5", "think_time=-1s"}) {
        EXPECT_NE(read_with(bad), "") << bad;
    }
    EXPECT_NE(load_application(data, "sysbench").error().at(0).help.find("sysbench-oltp"), std::string::npos);
}

}  // namespace
}  // namespace arraytwin
