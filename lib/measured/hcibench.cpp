// HCIBench's "-res.txt": "KEY = value unit" lines for each run. Latencies are plain means over virtual machines, and the
// "95%tile" of vdbench runs is mean + 1.645 x standard deviation: no percentile, so it is told but not taken.
#include <fmt/format.h>

#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"
#include "lib/measured/vdbench.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

class HciBenchReader {
public:
    explicit HciBenchReader(RunSink& out) : out_{out} {}

    void read_line(std::string_view line, int number) {
        line = trimmed(line);
        if (line.starts_with("Version:")) out_.set_version(trimmed(line.substr(8)));
        if (line.starts_with("Run Def")) definition_ = line;
        if (line.starts_with("====")) return finish();
        const auto at = line.find('=');
        if (at == std::string_view::npos) return;
        const auto key = trimmed(line.substr(0, at));
        const auto value = trimmed(line.substr(at + 1));
        if (key == "IOPS") {
            finish();
            point_.emplace().iops = measured(value);
            line_ = number;
        }
        if (point_) take(key, value, number);
    }

    /// `is_whole`: the line of "=" behind a run was there.
    void finish(bool is_whole = true) {
        if (!point_ || !point_->iops) return point_.reset();
        if (!is_whole) out_.warn(line_, "the end of this run is missing: the file may be cut off");
        auto& point = out_.add(line_);
        const auto source = point.source;
        point = std::move(*point_);
        point.source = source;
        point.line = line_;
        point_.reset();
        if (!point.latency.mean) point.latency.mean = only_direction();
        read_us_ = write_us_ = std::nullopt;
        point.label = point.workload = std::string{trimmed(between(definition_, "RD=", ";"))};
        if (point.label.empty()) point.label = point.workload = "hcibench";
        point.target_iops = number_of(between(definition_, "I/O rate:", ";"));
    }

private:
    static std::optional<double> measured(std::string_view value) {
        const auto measure = measure_of(value);
        return measure && measure->value > 0 ? std::optional{measure->value} : std::nullopt;
    }

    void take(std::string_view key, std::string_view value, int number) {
        if (key == "THROUGHPUT") point_->mib_per_s = measured(value);
        if (key == "LATENCY") point_->latency.mean = microseconds_of(value, 1000);
        if (key == "R_LATENCY") read_us_ = microseconds_of(value, 1000);
        if (key == "W_LATENCY") write_us_ = microseconds_of(value, 1000);
        if (point_->mib_per_s && point_->iops) point_->block_kib = *point_->mib_per_s / *point_->iops * 1024;
        if (key.find("%tile") == std::string_view::npos) return;
        out_.warn(number,
                  fmt::format(
                      "{} = {} is estimated (normal: mean + 1.645 x stddev, or a plain mean over VMs), not a measured "
                      "percentile: not taken as p95",
                      spec::printable(key), spec::printable(value)));
    }

    /// fio mode tells the two directions only, and not their rates.
    std::optional<double> only_direction() {
        if (read_us_ && write_us_ && *read_us_ > 0 && *write_us_ > 0)
            out_.warn(line_, "only the latencies of reads and of writes are told, not their shares: no mean latency");
        else if (read_us_ && *read_us_ > 0)
            return read_us_;
        else if (write_us_ && *write_us_ > 0)
            return write_us_;
        return std::nullopt;
    }

    RunSink& out_;
    std::string definition_;
    std::optional<RunPoint> point_;
    std::optional<double> read_us_, write_us_;
    int line_ = 0;
};

bool recognise(std::string_view head) {
    return head.find("VMs") != std::string_view::npos && head.find("IOPS") != std::string_view::npos &&
           (head.find("%tile_") != std::string_view::npos || head.find("THROUGHPUT") != std::string_view::npos);
}

void read(ByteStream& in, RunSink& out) {
    HciBenchReader reader{out};
    std::string line;
    while (in.read_line(line)) {
        if (in.line_is_whole() || line.starts_with("====")) reader.read_line(line, in.line_read());
    }
    reader.finish(false);
}

}  // namespace

const Reader hcibench{"hcibench", recognise, read};

}  // namespace arraytwin::measured
