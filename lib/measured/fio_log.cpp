// fio's logs: `time_ms, value, direction, block size[, offset[, priority]]`, one file a job and a kind.
//
// The kind stands in the file's name only (`_lat.1.log`). Four columns are fio 2 and microseconds, more are fio 3 and
// nanoseconds. Rows with a block size of 0, or of fio 2 at equal distances, are averages over a window: each becomes a point. Rows
// of single I/Os become one point with a histogram.
#include <cmath>

#include <fmt/format.h>

#include "lib/measured/histogram.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"

namespace arraytwin::measured {

namespace {

enum class Kind { latency, part_of_latency, iops, bandwidth };

struct LogRow {
    double ms = 0, value = 0, direction = 0, block = 0;
    int line = 0;
};

constexpr std::size_t most_windows = 100'000;

Kind kind_of(std::string_view file) {
    const auto name = file.substr(file.find_last_of("/\\") + 1);
    const auto holds = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
    if (holds("_clat") || holds("_slat")) return Kind::part_of_latency;
    if (holds("_iops")) return Kind::iops;
    if (holds("_bw")) return Kind::bandwidth;
    return Kind::latency;
}

bool read_row(std::string_view line, LogRow& row, std::size_t& columns) {
    const auto cells = split(line, ',');
    columns = cells.size();
    if (columns < 4 || columns > 7) return false;
    const auto ms = number_of(cells[0]), value = number_of(cells[1]), direction = number_of(cells[2]),
               block = number_of(cells[3]);
    if (!ms || !value || !direction || !block || *direction < 0 || *direction > 2 || *value < 0) return false;
    row = {*ms, *value, *direction, *block, 0};
    return true;
}

bool is_windowed(const std::vector<LogRow>& rows, std::size_t columns) {
    if (rows.front().block == 0) return true;
    if (columns > 4) return false;  // fio 2 tells a block size in windows too
    double last = rows.front().ms;
    double step = 0;
    for (const auto& row : rows) {
        if (row.ms == last) continue;
        if (step == 0) step = row.ms - last;
        if (step <= 1 || std::abs(row.ms - last - step) > 0.1 * step) return false;
        last = row.ms;
    }
    return step > 0;
}

/// Reads and writes of one window are two rows; which of them did more I/O, the log of latencies does not tell.
void add_windows(const std::vector<LogRow>& rows, Kind kind, double per_us, RunSink& out) {
    for (const auto& row : rows) {
        auto& point = out.add(row.line);
        point.label = fmt::format("{:.0f} ms", row.ms);
        point.workload = row.direction == 0 ? "read" : row.direction == 1 ? "write" : "trim";
        if (row.direction < 2) point.read_pct = row.direction == 0 ? 100 : 0;
        if (row.block > 0) point.block_kib = row.block / 1024;
        if (row.value == 0) continue;  // none in this window
        if (kind == Kind::latency) point.latency.mean = row.value / per_us;
        if (kind == Kind::iops) point.iops = row.value;
        if (kind == Kind::bandwidth) point.mib_per_s = row.value / 1024;
    }
}

void add_histogram(const std::vector<LogRow>& rows, double per_us, RunSink& out) {
    Histogram all;
    double sum = 0, reads = 0, bytes = 0, max = 0;
    for (const auto& row : rows) {
        const double us = row.value / per_us;
        all.push_back({us, us, 1});
        sum += us;
        max = std::max(max, us);
        reads += row.direction == 0 ? 1 : 0;
        bytes += row.block;
    }
    const auto count = static_cast<double>(rows.size());
    auto& point = out.add(rows.front().line);
    point.label = point.workload = "all I/Os of the log";
    merge_into(point.histogram, all);
    fill_percentiles(point.latency, point.histogram);
    point.latency.mean = sum / count;
    point.latency.max = max;
    point.read_pct = 100 * reads / count;
    point.block_kib = bytes / count / 1024;
    const double seconds = (rows.back().ms - rows.front().ms) / 1000;
    if (seconds > 0) point.iops = (count - 1) / seconds;
}

bool recognise(std::string_view head) {
    LogRow row;
    std::size_t columns = 0;
    return read_row(trimmed(head.substr(0, head.find('\n'))), row, columns);
}

void read(ByteStream& in, RunSink& out) {
    const auto kind = kind_of(out.file());
    std::vector<LogRow> rows;
    std::string line;
    std::size_t columns = 0, widest = 0;
    while (in.read_line(line)) {
        LogRow row;
        if (!in.line_is_whole()) out.warn(in.line_read(), "the last line has no end, so it may be cut off");
        if (!read_row(line, row, columns)) {
            out.warn(in.line_read(), "not a row of a fio log: left out");
            continue;
        }
        widest = std::max(widest, columns);
        row.line = in.line_read();
        if (rows.size() < 4 * most_windows) rows.push_back(row);
    }
    if (rows.empty()) return;
    if (kind == Kind::part_of_latency) {
        out.expect_nothing();
        return out.warn(
            1, "a log of submission or completion latency alone, which is only part of the latency: give the _lat log");
    }
    if (kind == Kind::latency) {
        out.set_version(widest == 4 ? "2" : "3");
        out.warn(1, widest == 4 ? "four columns: taken for fio 2, latencies in microseconds"
                                : "more than four columns: taken for fio 3, latencies in nanoseconds");
    }
    const double per_us = widest == 4 ? 1 : 1000;
    const bool windowed = is_windowed(rows, widest);
    if (windowed || kind != Kind::latency) return add_windows(rows, kind, per_us, out);
    add_histogram(rows, per_us, out);
}

}  // namespace

const Reader fio_log{"fio-log", recognise, read};

}  // namespace arraytwin::measured
