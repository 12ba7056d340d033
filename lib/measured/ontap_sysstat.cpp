// ONTAP's `sysstat -x`: operations and throughput a row, no latency. What was observed, not a controlled load.
#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"

namespace arraytwin::measured {

namespace {

bool is_header(std::string_view line) {
    const auto words = words_of(line);
    return words.size() > 4 && words[0] == "CPU" && std::find(words.begin(), words.end(), "Total") != words.end();
}

/// Behind "Total", network in and out; the last four of a wide layout are FCP and iSCSI, in and out.
std::optional<double> host_kib(const std::vector<std::string_view>& cells, std::size_t total, bool has_blocks) {
    double sum = 0;
    std::vector<std::size_t> places{total + 1, total + 2};
    for (std::size_t i = 1; has_blocks && i <= 4; ++i) places.push_back(cells.size() - i);
    for (const auto at : places) {
        const auto value = at < cells.size() ? number_of(cells[at]) : std::nullopt;
        if (!value) return std::nullopt;
        sum += *value;
    }
    return sum;
}

bool recognise(std::string_view head) {
    const auto lines = split(head.substr(0, 4096), '\n');
    return std::any_of(lines.begin(), lines.end(), is_header);
}

void read(ByteStream& in, RunSink& out) {
    std::string line;
    std::size_t total = 0, width = 0;
    bool has_blocks = false;
    int rows = 0;
    while (in.read_line(line)) {
        const auto cells = words_of(line);
        if (is_header(line)) {
            total = static_cast<std::size_t>(std::find(cells.begin(), cells.end(), "Total") - cells.begin());
            has_blocks = std::find(cells.begin(), cells.end(), "iSCSI") != cells.end();
            continue;
        }
        if (line.starts_with("--")) break;  // a summary follows
        if (total == 0 || cells.size() <= total || !cells[0].ends_with('%')) continue;
        width = std::max(width, cells.size());
        if (cells.size() < width || !in.line_is_whole()) {
            out.warn(in.line_read(), "this row is cut off: left out");
            continue;
        }
        ++rows;
        const auto ops = number_of(cells[total]);
        if (!ops || *ops <= 0) continue;
        auto& point = out.add(in.line_read());
        point.label = fmt::format("row {}", rows);
        point.workload = "observed";
        point.iops = ops;
        if (const auto kib = host_kib(cells, total, has_blocks); kib && *kib > 0) point.mib_per_s = *kib / 1024;
    }
    if (rows > 0) out.warn(1, "sysstat tells no latency: operations of all protocols, as observed");
    if (rows > 0) out.expect_nothing();
}

}  // namespace

const Reader ontap_sysstat{"ontap-sysstat", recognise, read};

}  // namespace arraytwin::measured
