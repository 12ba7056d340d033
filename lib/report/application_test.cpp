#include "lib/report/application.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

namespace arraytwin::report {
namespace {

ApplicationCurve sample() {
    ApplicationCurve curve;
    curve.array = "array\x1b[31m";
    curve.application = "bank";
    curve.measured_as = "array-fc";
    curve.grade = Grade::calibrated;
    for (const int vms : {8, 16}) {
        ApplicationPoint point;
        point.vms = vms;
        point.clients = 32 * vms;
        point.transactions.iops = 10'000;
        point.transactions.latency.mean = 3'200.0 * vms;
        point.transactions.latency.p99 = std::numeric_limits<double>::quiet_NaN();
        point.transactions.bottleneck = "host.1.cpu";
        point.transactions.utilization = {{"host.1.cpu", vms / 16.0}, {"node.1.cpu", 0.2}};
        point.array_iops = 130'000;
        point.host_ceiling = vms == 8 ? std::numeric_limits<double>::infinity() : 10'000;
        point.at_hosts = true;
        curve.points.push_back(point);
    }
    curve.measured.push_back({"array-fc", "bank", 8, 256, 8'000, 32'000, 60'000, "by hand"});
    curve.measured.push_back({"array-fc", "bank", 32, 1'024, 12'000, {}, {}, ""});
    return curve;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(ApplicationTable, HasRowsErrorsAndTheLimit) {
    const auto table = application_table(sample(), {false, 140});
    for (const char* part :
         {"bank", "calibrated on this array", "10,000", "130,000", "◆  8", "TPS +25.0 %, mean -20.0 %", "not predicted",
          "the hosts are the limit, not the array", "TPS 25.00 % (1)"}) {
        EXPECT_TRUE(contains(table, part)) << part << "\n" << table;
    }
    EXPECT_FALSE(contains(table, "\x1b")) << "a name drives the terminal";
    EXPECT_FALSE(contains(table, "nan"));
    EXPECT_FALSE(contains(table, "inf"));
}

TEST(ApplicationJson, HasNullForWhatIsNotKnown) {
    const auto document = nlohmann::json::parse(application_json({{sample()}, {}}), nullptr, false);
    ASSERT_TRUE(document.is_object());
    const auto& application = document["applications"].at(0);
    EXPECT_EQ(application["points"][0]["tps"], 10'000);
    EXPECT_TRUE(application["points"][0]["latency_us"]["p99"].is_null());
    EXPECT_TRUE(application["points"][0]["host_ceiling_tps"].is_null());
    EXPECT_EQ(application["points"][1]["host_ceiling_tps"], 10'000);
    EXPECT_EQ(application["points"][1]["bottleneck_at"], "hosts");
    EXPECT_NEAR(application["measured"][0]["error_pct"]["tps"], 25, 1e-9);
    EXPECT_NEAR(application["measured"][0]["error_pct"]["tps_given_latency"], 0, 1e-9);
    EXPECT_TRUE(application["measured"][1]["error_pct"]["tps"].is_null());
}

TEST(ApplicationCsv, EachRowHasAllColumns) {
    const auto csv = application_csv({{sample()}, {}});
    std::size_t begin = 0;
    int lines = 0;
    for (auto end = csv.find("\r\n"); end != std::string::npos; begin = end + 2, end = csv.find("\r\n", begin)) {
        EXPECT_EQ(std::count(csv.begin() + static_cast<std::ptrdiff_t>(begin),
                             csv.begin() + static_cast<std::ptrdiff_t>(end), ','),
                  26)
            << csv.substr(begin, end - begin);
        ++lines;
    }
    EXPECT_EQ(lines, 1 + 2 + 2);
}

}  // namespace
}  // namespace arraytwin::report
