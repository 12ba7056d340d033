// Iometer's results.csv: each block of results is a point, its row ALL; the rows below repeat the same I/O by manager,
// worker and disk. Columns differ by version and are found by name.
#include <fmt/format.h>

#include "lib/measured/csv_table.hpp"
#include "lib/measured/fio_options.hpp"
#include "lib/measured/histogram.hpp"
#include "lib/measured/reader.hpp"

namespace arraytwin::measured {

namespace {

struct Bucket {
    std::string_view name;
    double low_us, high_us;
};

constexpr Bucket buckets[] = {
    {"0 to 50 uS", 0, 50},         {"50 to 100 uS", 50, 100},       {"100 to 200 uS", 100, 200},
    {"200 to 500 uS", 200, 500},   {"0.5 to 1 mS", 500, 1e3},       {"1 to 2 mS", 1e3, 2e3},
    {"2 to 5 mS", 2e3, 5e3},       {"5 to 10 mS", 5e3, 10e3},       {"10 to 15 mS", 10e3, 15e3},
    {"15 to 20 mS", 15e3, 20e3},   {"20 to 30 mS", 20e3, 30e3},     {"30 to 50 mS", 30e3, 50e3},
    {"50 to 100 mS", 50e3, 100e3}, {"100 to 200 mS", 100e3, 200e3}, {"200 to 500 mS", 200e3, 500e3},
    {"0.5 to 1 S", 500e3, 1e6},    {"1 to 2 s", 1e6, 2e6},          {"2 to 4.7 s", 2e6, 4.7e6},
    {"4.7 to 5 s", 4.7e6, 5e6},    {"5 to 10 s", 5e6, 10e6}};

class IometerReader {
public:
    explicit IometerReader(RunSink& out) : out_{out} {}

    void read_line(const std::string& line, int number, bool is_whole) {
        if (line.starts_with('\'')) {
            section_ = line.substr(0, line.find(','));
            if (section_ == "'Target Type") table_ = CsvTable{cells_of(line.substr(1), ',')};
            return;
        }
        if (section_ == "'Version") out_.set_version(trimmed(line));
        if (section_ == "'size") read_specification(line);
        const bool is_total = line.starts_with("ALL,") || line.find(",ALL,All") != std::string::npos;
        if (section_ != "'Target Type" || !is_total) return;
        auto cells = cells_of(line, ',');
        if (cells[0] != "ALL") cells.erase(cells.begin());           // instantaneous files put the time in front
        while (cells.size() > table_.width() && cells.size() > 3) {  // a comma in the specification's name
            cells[2] += "," + cells[3];
            cells.erase(cells.begin() + 3);
        }
        table_.set_row(std::move(cells));
        if (table_.cells() < table_.width() || !is_whole)
            return out_.warn(number, "this row of results is cut off: left out");
        add_point(number);
    }

private:
    /// "4096,100,67,100,0,1,4096,0": size, % of size, % reads, % random
    void read_specification(const std::string& line) {
        const auto cells = cells_of(line, ',');
        if (cells.size() < 4) return;
        const bool is_only = number_of(cells[1]) == 100.0;
        random_pct_ = is_only ? number_of(cells[3]) : std::nullopt;
    }

    void add_point(int number) {
        const auto iops = table_.positive("IOps");
        if (!iops) return out_.warn(number, "no I/O in this block of results: no point");
        auto& point = out_.add(number);
        point.label = table_.text("Access Specification Name");
        point.iops = iops;
        point.read_iops = table_.number("Read IOps");
        point.write_iops = table_.number("Write IOps");
        if (point.read_iops) point.read_pct = 100 * *point.read_iops / *iops;
        for (const std::string_view name : {"MiBps (Binary)", "MBps (Binary)", "MBps"}) {
            if (!point.mib_per_s) point.mib_per_s = table_.positive(name);
        }
        if (!point.mib_per_s) point.mib_per_s = table_.positive("MBps (Decimal)", 1e6 / 1048576);
        const auto ios = table_.number("Read I/Os").value_or(0) + table_.number("Write I/Os").value_or(0);
        const auto bytes = table_.number("Bytes Read").value_or(0) + table_.number("Bytes Written").value_or(0);
        if (ios > 0 && bytes > 0) point.block_kib = bytes / ios / 1024;
        point.random_pct = random_pct_;
        point.latency.mean = table_.positive("Average Response Time", 1000);
        point.latency.max = table_.positive("Maximum Response Time", 1000);
        if (const auto depth = table_.positive("Queue Depth"))
            point.outstanding = *depth * table_.positive("# Disks").value_or(1);
        for (const auto& bucket : buckets) {
            if (const auto count = table_.positive(bucket.name); count && *count < 1e18)
                point.histogram.push_back({bucket.low_us, bucket.high_us, static_cast<std::uint64_t>(*count)});
        }
        fill_percentiles(point.latency, point.histogram);
        point.workload = workload_name(point);
    }

    RunSink& out_;
    std::string section_;
    CsvTable table_;
    std::optional<double> random_pct_;
};

bool recognise(std::string_view head) {
    return head.find("'Target Type,") != std::string_view::npos || trimmed(head).starts_with("'Test Type,");
}

void read(ByteStream& in, RunSink& out) {
    IometerReader reader{out};
    std::string line;
    while (in.read_line(line)) reader.read_line(line, in.line_read(), in.line_is_whole());
}

}  // namespace

const Reader iometer{"iometer", recognise, read};

}  // namespace arraytwin::measured
