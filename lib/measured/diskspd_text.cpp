// DiskSpd's text, the layout up to 2.1 and that of 2.2: each time span is a point.
//
// The tables "Total IO", "Read IO" and "Write IO" end in a row "total:", whose columns are found by the table's header;
// the percentiles stand under "total:" (old) or "Total latency distribution:" (2.2), to which others of single targets
// may be added. "Totals:" behind several time spans sums them up and is left out.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "lib/measured/fio_options.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

/// What "Input parameters" (or the command line) say of one time span.
struct SpanLoad {
    std::optional<double> block_bytes, read_pct, random_pct;
    double outstanding_per_thread = 0, threads_per_file = 1;
    int files = 0;

    std::optional<double> outstanding() const {
        if (outstanding_per_thread <= 0) return std::nullopt;
        return outstanding_per_thread * threads_per_file * std::max(files, 1);
    }
};

struct Span {
    SpanLoad load;
    std::map<std::string, double, std::less<>> total, read, write;  // by column: "I/O per s", "AvgLat"
    LatencyFigures latency;
    int line = 0;
    bool has_percentiles = false;
};

std::optional<double> option(std::string_view command, std::string_view flag) {
    for (const auto word : words_of(command)) {
        if (word.starts_with(flag)) {
            if (const auto value = bytes_of(word.substr(flag.size()))) return value;
        }
    }
    return std::nullopt;
}

class DiskSpdReader {
public:
    explicit DiskSpdReader(RunSink& out) : out_{out} {}

    void read_line(std::string_view raw, int number, bool is_whole) {
        const auto line = trimmed(raw);
        if (line.starts_with("Command Line:")) command_ = line;
        if (line.starts_with("timespan:")) {
            inputs_.emplace_back();
        } else if (line.starts_with("Results for timespan")) {
            finish_span();
            span_.emplace().line = number;
            span_->load = results_ < inputs_.size() ? inputs_[results_] : SpanLoad{};
            ++results_;
        } else if (line.starts_with("Totals:") || line.starts_with("*** ERROR") ||
                   line.find("interrupted before") != std::string_view::npos) {
            if (!line.starts_with("Totals:")) out_.fail(number, spec::printable(line));
            finish_span();
        } else if (span_) {
            read_result(line, number, is_whole);
        } else if (!inputs_.empty()) {
            read_input(line, number);
        }
    }

    void finish_span() {
        if (!span_) return;
        const auto span = std::move(*span_);
        span_.reset();
        const auto iops = span.total.find("I/O per s");
        if (iops == span.total.end() || iops->second <= 0)
            return out_.warn(span.line, "this time span has no whole table of totals: no point");
        write(span, iops->second);
    }

private:
    void read_input(std::string_view line, int number) {
        auto& load = inputs_.back();
        const auto after = [&](std::string_view name) {
            return line.starts_with(name) ? number_of(between(line, ":", "(")) : std::nullopt;
        };
        if (line.starts_with("path:")) {
            ++load.files;
            if (line.find("\xe2\x80\x93") != std::string_view::npos)
                out_.warn(number, "an option with an en dash was taken for a file: the run is not what was meant");
        }
        if (line.starts_with("block size:")) load.block_bytes = bytes_of(between(line, ":", "("));
        if (line.starts_with("using random I/O")) load.random_pct = 100;
        if (line.starts_with("using sequential I/O") || line.starts_with("using interlocked sequential"))
            load.random_pct = 0;
        if (line.starts_with("performing write test")) load.read_pct = 0;
        if (line.starts_with("performing read test")) load.read_pct = 100;
        if (line.starts_with("performing mix test")) load.read_pct = number_of(between(line, "ratio:", "/"));
        if (const auto n = after("number of outstanding I/O operations")) load.outstanding_per_thread = *n;
        if (const auto n = after("threads per file")) load.threads_per_file = *n;
    }

    void read_result(std::string_view line, int number, bool is_whole) {
        if (line == "Total IO" || line == "Read IO" || line == "Write IO") {
            table_ = line == "Total IO" ? &span_->total : line == "Read IO" ? &span_->read : &span_->write;
        } else if (line.starts_with("thread |")) {
            names_.clear();
            for (const auto column : split(line, '|')) names_.emplace_back(trimmed(column));
        } else if (line.starts_with("total:") && line.find('|') != std::string_view::npos && table_ != nullptr) {
            const auto cells = split(line.substr(6), '|');
            for (std::size_t i = 0; i < cells.size() && i + 1 < names_.size(); ++i) {
                const auto value = number_of(cells[i]);
                if (value && (is_whole || i + 1 < cells.size())) table_->insert_or_assign(names_[i + 1], *value);
            }
            table_ = nullptr;
        } else if (line.starts_with("%-ile")) {
            in_percentiles_ = !span_->has_percentiles;
            names_.clear();
            for (const auto column : split(line, '|')) names_.emplace_back(trimmed(column));
        } else if (line.find("latency distribution:") != std::string_view::npos) {
            is_of_target_ = !line.starts_with("Total");
        } else if (in_percentiles_ && !is_of_target_) {
            read_percentile(line);
            if (!is_whole) out_.warn(number, "the last line has no end, so it may be cut off");
        }
    }

    void read_percentile(std::string_view line) {
        const auto cells = split(line, '|');
        if (cells.size() < 4 || cells.size() != names_.size()) return;
        const auto name = trimmed(cells[0]);
        const auto value = number_of(cells[3]);
        const auto us = value && *value > 0 ? std::optional{*value * 1000} : std::nullopt;
        if (name == "50th") span_->latency.p50 = us;
        if (name == "95th") span_->latency.p95 = us;
        if (name == "99th") span_->latency.p99 = us;
        if (name == "3-nines") span_->latency.p99_9 = us;
        if (name != "max") return;
        span_->latency.max = us;
        span_->has_percentiles = true;
        in_percentiles_ = false;
    }

    void write(const Span& span, double iops) {
        const auto cell = [](const auto& table, std::string_view name) -> std::optional<double> {
            const auto found = table.find(name);
            return found == table.end() ? std::nullopt : std::optional{found->second};
        };
        auto& point = out_.add(span.line);
        point.label = fmt::format("time span {}", results_);
        point.iops = iops;
        point.read_iops = cell(span.read, "I/O per s");
        point.write_iops = cell(span.write, "I/O per s");
        const auto ios = cell(span.total, "I/Os"), bytes = cell(span.total, "bytes"), reads = cell(span.read, "I/Os");
        point.mib_per_s = cell(span.total, "MiB/s");
        if (!point.mib_per_s) point.mib_per_s = cell(span.total, "MB/s");  // 2.0 means the same
        if (ios && bytes && *ios > 0) {
            point.block_kib = *bytes / *ios / 1024;
            if (point.mib_per_s) point.mib_per_s = *bytes / *ios * iops / 1048576;  // with all its digits
            if (reads) point.read_pct = 100 * *reads / *ios;
        }
        point.latency = span.latency;
        if (const auto mean = cell(span.total, "AvgLat"); mean && *mean > 0) point.latency.mean = *mean * 1000;
        put_load(span.load, point);
        if (!point.latency.mean)
            out_.warn(span.line, "no latency: DiskSpd measures it only with -L");
        else if (!span.has_percentiles)
            out_.warn(span.line, "the table of percentiles is missing or cut off");
    }

    void put_load(const SpanLoad& load, RunPoint& point) {
        snap_to(point, load.block_bytes, load.read_pct);
        point.random_pct = load.random_pct;
        point.outstanding = load.outstanding();
        const auto per_thread = option(command_, "-o"), threads = option(command_, "-t");
        if (!point.outstanding && per_thread)
            point.outstanding = *per_thread * threads.value_or(1) * std::max(load.files, 1);
        if (!point.random_pct && !command_.empty())
            point.random_pct = command_.find(" -r") != std::string::npos ? 100 : 0;
        const auto writes = option(command_, "-w");
        if (!load.read_pct && writes) snap_to(point, std::nullopt, 100 - *writes);
        point.workload = workload_name(point);
    }

    RunSink& out_;
    std::string command_;
    std::vector<SpanLoad> inputs_;
    std::optional<Span> span_;
    std::map<std::string, double, std::less<>>* table_ = nullptr;
    std::vector<std::string> names_;
    std::size_t results_ = 0;
    bool in_percentiles_ = false;
    bool is_of_target_ = false;
};

bool recognise(std::string_view head) {
    return head.find("Results for timespan") != std::string_view::npos ||
           (head.find("Input parameters:") != std::string_view::npos &&
            head.find("timespan:") != std::string_view::npos);
}

void read(ByteStream& in, RunSink& out) {
    DiskSpdReader reader{out};
    std::string line;
    while (in.read_line(line)) reader.read_line(line, in.line_read(), in.line_is_whole());
    reader.finish_span();
}

}  // namespace

const Reader diskspd_text{"diskspd-text", recognise, read};

}  // namespace arraytwin::measured
