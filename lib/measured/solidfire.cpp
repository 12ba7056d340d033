// SolidFire's Element API: GetClusterStats and ListVolumeStats. Totals only grow, so two polls make a point; the figures
// of the moment cover the last half second, and serve where there is one poll only and the cluster was busy.
#include <fmt/format.h>

#include "lib/measured/json_records.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"

namespace arraytwin::measured {

namespace {

class ElementReader {
public:
    ElementReader(ByteStream& in, RunSink& out) : in_{in}, out_{out} {}

    void visit(std::string_view name, JsonView record) {
        const auto result = name == "result" ? record : record["result"];
        if (!result) return;
        is_known_ = true;
        if (const auto cluster = result["clusterStats"]) add(cluster, "cluster");
        result["volumeStats"].each([&](JsonView volume) {
            add(volume, fmt::format("volume {:.0f}", volume["volumeID"].number().value_or(0)));
        });
    }

    void finish() {
        if (is_known_ && polls_ == 0) {
            out_.warn(1, "this call tells no performance: GetClusterStats and ListVolumeStats do");
            out_.expect_nothing();
        }
        if (polls_ == 1 && last_.iops) {
            auto& point = out_.add(1);
            const auto source = point.source;
            point = last_;
            point.source = source;
            out_.warn(1, "one poll only: the figures cover the last half second");
        }
    }

private:
    void add(JsonView stats, const std::string& object) {
        ++polls_;
        auto& sample = out_.add_counters(in_.line());
        sample.object = object;
        sample.time_s = seconds_of_timestamp(stats["timestamp"].text()).value_or(0);
        const auto count = [&](std::string_view key) { return stats[key].number().value_or(0); };
        sample.reads = count("readOps");
        sample.writes = count("writeOps");
        sample.read_us = count("readLatencyUSecTotal");
        sample.write_us = count("writeLatencyUSecTotal");
        sample.read_bytes = stats["readBytes"].number();
        sample.write_bytes = stats["writeBytes"].number();
        const auto positive = [&](std::string_view key) {
            const auto value = stats[key].number();
            return value && *value > 0 ? value : std::nullopt;
        };
        last_ = {};
        last_.label = object;
        last_.workload = "observed";
        last_.iops = positive("actualIOPS");
        last_.latency.mean = positive("latencyUSec");
        last_.in_flight = positive("clientQueueDepth");
        auto ms = positive("samplePeriodMsec");
        if (!ms) ms = positive("samplePeriodMSec");
        const auto reads = stats["readOpsLastSample"].number(), writes = stats["writeOpsLastSample"].number();
        const auto read_bytes = stats["readBytesLastSample"].number(),
                   write_bytes = stats["writeBytesLastSample"].number();
        if (!ms || !reads || !writes) return;
        last_.read_iops = *reads / *ms * 1000;
        last_.write_iops = *writes / *ms * 1000;
        if (*reads + *writes > 0) last_.read_pct = 100 * *reads / (*reads + *writes);
        if (read_bytes && write_bytes) last_.mib_per_s = (*read_bytes + *write_bytes) / *ms * 1000 / 1048576;
        if (last_.mib_per_s && last_.iops) last_.block_kib = *last_.mib_per_s * 1024 / *last_.iops;
    }

    ByteStream& in_;
    RunSink& out_;
    RunPoint last_;
    int polls_ = 0;
    bool is_known_ = false;
};

bool recognise(std::string_view head) {
    if (head.find("\"result\"") == std::string_view::npos) return false;
    for (const std::string_view key :
         {"\"clusterStats\"", "\"volumeStats\"", "\"nodeStats\"", "\"qosHistograms\"", "\"clusterCapacity\""}) {
        if (head.find(key) != std::string_view::npos) return true;
    }
    return false;
}

void read(ByteStream& in, RunSink& out) {
    ElementReader reader{in, out};
    for (int byte = in.peek(); byte != ByteStream::end; byte = in.peek()) {
        if (byte != '{' && byte != '[') {
            in.skip();
            continue;
        }
        const auto wrong = read_json(in, [&](std::string_view name, JsonView record) { reader.visit(name, record); });
        if (wrong) return out.fail(in.line(), *wrong);
    }
    reader.finish();
}

}  // namespace

const Reader solidfire{"solidfire", recognise, read};

}  // namespace arraytwin::measured
