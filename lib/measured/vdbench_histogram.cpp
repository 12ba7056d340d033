// vdbench's histogram.html: how many I/Os took from a to b milliseconds, for each run definition. It says nothing about
// IOPS; beside the summary of the same run its percentiles join that point (runs.cpp).
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "lib/measured/histogram.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"
#include "lib/measured/vdbench.hpp"

namespace arraytwin::measured {

namespace {

/// "  0.100 <       0.200         1,234  61.7000  61.7000  +++"
std::optional<HistogramBin> bin_of(std::string_view line) {
    const auto words = words_of(line);
    if (words.size() < 5 || words[1] != "<") return std::nullopt;
    const auto low = number_of(words[0]), high = number_of(words[2]), count = number_of(words[3]);
    if (!low || !count || *count < 0 || *count > 1e18 || (!high && words[2] != "max")) return std::nullopt;
    return HistogramBin{*low * 1000, high ? *high * 1000 : std::numeric_limits<double>::infinity(),
                        static_cast<std::uint64_t>(*count)};
}

class HistogramReader {
public:
    explicit HistogramReader(RunSink& out) : out_{out} {}

    void read_line(std::string_view line, int number) {
        if (auto run = run_definition(line)) {
            finish();
            run_ = std::move(*run);
        } else if (trimmed(line).starts_with("Reads and writes:") || trimmed(line).starts_with("Reads:") ||
                   trimmed(line).starts_with("Writes:")) {
            finish();
            is_all_ = trimmed(line).starts_with("Reads and writes:");
            line_ = number;
        } else if (const auto bin = bin_of(line); bin && is_all_) {
            is_closed_ = !std::isfinite(bin->high_us);
            if (bin->count > 0) bins_.push_back(*bin);
        }
    }

    void finish() {
        if (!bins_.empty() && !is_closed_) {
            out_.warn(line_, "the histogram is cut off before its last bucket: left out");
        } else if (!bins_.empty()) {
            auto& point = out_.add(line_);
            point.label = point.workload = run_.name;
            point.target_iops = run_.target_iops;
            point.histogram = std::move(bins_);
            fill_percentiles(point.latency, point.histogram);
        }
        bins_.clear();
        is_all_ = is_closed_ = false;
    }

private:
    RunSink& out_;
    RunDefinition run_;
    Histogram bins_;
    int line_ = 0;
    bool is_all_ = false;
    bool is_closed_ = false;
};

bool recognise(std::string_view head) { return head.find("min(ms) <") != std::string_view::npos; }

void read(ByteStream& in, RunSink& out) {
    HistogramReader reader{out};
    std::string line;
    while (in.read_line(line)) {
        if (in.line_is_whole() || line.find("max") != std::string::npos)
            reader.read_line(without_tags(line), in.line_read());
    }
    reader.finish();
}

}  // namespace

const Reader vdbench_histogram{"vdbench-histogram", recognise, read};

}  // namespace arraytwin::measured
