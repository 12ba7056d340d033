// ONTAP's REST statistics: raw counters of volumes, summed latency in microseconds. Two polls make a point.
#include <fmt/format.h>

#include "lib/measured/json_records.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

void add_record(JsonView record, int line, RunSink& out) {
    const auto statistics = record["statistics"];
    const auto ops = statistics["iops_raw"], latency = statistics["latency_raw"], bytes = statistics["throughput_raw"];
    const auto time = seconds_of_timestamp(statistics["timestamp"].text());
    if (!ops || !latency || !time) return;
    const auto name = std::string{record["svm"]["name"].text()} + "/" + std::string{record["name"].text()};
    if (const auto status = statistics["status"].text(); !status.empty() && status != "ok")
        return out.warn(line, fmt::format("'{}' is '{}': its counters are incomplete and left out",
                                          spec::printable(name), spec::printable(status)));
    auto& sample = out.add_counters(line);
    sample.object = name;
    sample.time_s = *time;
    sample.reads = ops["read"].number().value_or(0);
    sample.writes = ops["write"].number().value_or(0);
    sample.read_us = latency["read"].number().value_or(0);
    sample.write_us = latency["write"].number().value_or(0);
    sample.read_bytes = bytes["read"].number();
    sample.write_bytes = bytes["write"].number();
}

bool recognise(std::string_view head) {
    return head.find("\"iops_raw\"") != std::string_view::npos &&
           head.find("\"latency_raw\"") != std::string_view::npos;
}

void read(ByteStream& in, RunSink& out) {
    for (skip_to_json(in); in.peek() == '{'; skip_to_json(in)) {
        const auto wrong = read_json(in, [&](std::string_view name, JsonView record) {
            if (name == "records" || name.empty()) add_record(record, in.line(), out);
        });
        if (wrong) return out.fail(in.line(), *wrong);
    }
}

}  // namespace

const Reader ontap_rest{"ontap-rest", recognise, read};

}  // namespace arraytwin::measured
