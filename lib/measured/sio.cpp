// SIO (sio_ntap): "key: value" lines. Version 3 tells no latency; its threads each wait for their own I/O, so the mean is
// threads / IOPS.
#include <map>

#include <fmt/format.h>

#include "lib/measured/fio_options.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"

namespace arraytwin::measured {

namespace {

using Values = std::map<std::string, std::string, std::less<>>;

bool recognise(std::string_view head) {
    return head.find("SIO_NTAP") != std::string_view::npos || head.find("sio_ntap") != std::string_view::npos;
}

std::optional<double> value_of(const Values& values, std::string_view key) {
    const auto found = values.find(key);
    if (found == values.end()) return std::nullopt;
    const auto measure = measure_of(found->second);
    return measure && measure->value > 0 ? std::optional{measure->value} : std::nullopt;
}

void add_point(const Values& values, int line, bool is_ended, RunSink& out) {
    const auto iops = value_of(values, "iops");
    if (!iops) return out.fail(line, "there is no IOPS line: the run was cut short");
    auto& point = out.add(line);
    point.label = "sio";
    point.iops = iops;
    point.outstanding = value_of(values, "threads");
    if (const auto kib = value_of(values, "kb/s")) point.mib_per_s = *kib / 1024;
    if (const auto found = values.find("block size"); found != values.end()) {
        if (const auto bytes = bytes_of(found->second)) point.block_kib = *bytes / 1024;
    }
    if (const auto found = values.find("read %"); found != values.end()) point.read_pct = number_of(found->second);
    if (const auto found = values.find("random %"); found != values.end()) point.random_pct = number_of(found->second);
    if (point.read_pct) {
        point.read_iops = *iops * *point.read_pct / 100;
        point.write_iops = *iops - *point.read_iops;
    }
    for (const auto& [key, text] : values) {
        if (key.find("latency") != std::string::npos || key.find("response") != std::string::npos)
            point.latency.mean = microseconds_of(text, 1000);
    }
    if (!point.latency.mean && point.outstanding) {
        point.latency.mean = *point.outstanding / *iops * 1e6;
        out.warn(line, "no latency in this format: derived as threads / IOPS, since each thread waits for its own I/O");
    }
    if (!is_ended) out.warn(line, "the end is missing: the file may be cut off");
    point.workload = workload_name(point);
}

void read(ByteStream& in, RunSink& out) {
    Values values;
    std::string line;
    int outputs = 0;
    bool is_ended = false;
    while (in.read_line(line)) {
        const auto text = trimmed(line);
        if (text.starts_with("Outputs")) outputs = in.line_read();
        is_ended = is_ended || text.starts_with("Terminating");
        const auto colon = text.find(':');
        if (colon == std::string_view::npos || !in.line_is_whole()) continue;
        const auto key = lowered(trimmed(text.substr(0, colon)));
        const auto value = trimmed(text.substr(colon + 1));
        if (key == "version") out.set_version(value);
        if (!value.empty()) values.insert_or_assign(key, std::string{value});
    }
    add_point(values, outputs, is_ended, out);
}

}  // namespace

const Reader sio{"sio", recognise, read};

}  // namespace arraytwin::measured
