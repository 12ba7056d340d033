// ONTAP's `qos statistics ... show`: a row a policy group, workload or volume is a point, and so is "-total-", which is
// not added to the others. Units stand in each cell ("600.00us", "1.50ms"); the columns depend on the release.
#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/csv_table.hpp"
#include "lib/measured/reader.hpp"

namespace arraytwin::measured {

namespace {

/// Names of two words as one, since rows have one word a column.
std::string joined(std::string line) {
    for (const std::string_view name : {"Policy Group", "QoS Max", "QoS Min", "SM Sync"}) {
        const auto blank = name.find(' ');
        if (const auto at = line.find(name); at != std::string::npos) line[at + blank] = '_';
    }
    return line;
}

bool is_header(std::string_view line) {
    return line.find("Latency") != std::string_view::npos &&
           (line.starts_with("Policy Group") || line.starts_with("Workload ") || line.starts_with("Volume ") ||
            line.starts_with("Vserver "));
}

void add_point(const CsvTable& table, int line, RunSink& out) {
    const auto name = table.has("Policy_Group") ? table.text("Policy_Group")
                      : table.has("Workload")   ? table.text("Workload")
                                                : table.text("Volume");
    const auto latency = microseconds_of(table.text("Latency"));
    const auto iops = table.positive("IOPS");
    if ((!iops && table.has("IOPS")) || !latency || *latency <= 0) return;  // idle
    auto& point = out.add(line);
    point.label = point.workload = name;
    point.iops = iops;
    point.latency.mean = latency;
    if (const auto mib = mib_per_s_of(table.text("Throughput")); mib && *mib > 0) point.mib_per_s = mib;
    if (iops && point.mib_per_s) point.block_kib = *point.mib_per_s * 1024 / *iops;
    for (const std::string_view limit : {"QoS_Max", "QoS"}) {
        const auto throttled = microseconds_of(table.text(limit));
        if (throttled && *throttled > 0)
            out.warn(line,
                     fmt::format(
                         "{:.6g} us of this latency are throttling by QoS, not the array's: subtract them to compare",
                         *throttled));
    }
}

bool recognise(std::string_view head) {
    if (head.find("qos statistics") != std::string_view::npos) return true;
    const auto lines = split(head.substr(0, 4096), '\n');
    return std::any_of(lines.begin(), lines.end(), is_header);
}

void read(ByteStream& in, RunSink& out) {
    CsvTable table;
    std::string line;
    while (in.read_line(line)) {
        if (is_header(line)) {
            const auto header = joined(line);
            const auto words = words_of(header);
            table = CsvTable{{words.begin(), words.end()}};
            continue;
        }
        const auto words = words_of(line);
        if (table.empty() || words.empty() || words[0].starts_with("---")) continue;
        if (words.size() != table.width() || !in.line_is_whole()) {
            const bool is_row = words.size() > 1 && line.find("::>") == std::string::npos;
            if (is_row) out.warn(in.line_read(), "not a whole row of the table: left out");
            continue;
        }
        table.set_row({words.begin(), words.end()});
        add_point(table, in.line_read(), out);
    }
}

}  // namespace

const Reader ontap_qos{"ontap-qos", recognise, read};

}  // namespace arraytwin::measured
