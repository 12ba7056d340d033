// vdbench's flatfile.html: one line of column names, then a row an interval; the rows "avg_" are the points.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "lib/measured/fio_options.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"
#include "lib/measured/vdbench.hpp"

namespace arraytwin::measured {

namespace {

/// "max" and "curve" as requested rates, of 5.04 and of what was before.
bool is_sentinel(double rate) {
    constexpr std::array<double, 4> sentinels{9999988, 999988, 9999977, 999977};
    return std::find(sentinels.begin(), sentinels.end(), rate) != sentinels.end();
}

class FlatRow {
public:
    FlatRow(const std::vector<std::string>& names, const std::vector<std::string_view>& cells)
        : names_{names}, cells_{cells} {}

    std::string_view text(std::string_view name) const {
        const auto found = std::find(names_.begin(), names_.end(), name);
        return found == names_.end() ? std::string_view{} : cells_[static_cast<std::size_t>(found - names_.begin())];
    }
    std::optional<double> number(std::string_view name) const { return number_of(text(name)); }
    std::optional<double> positive(std::string_view name, double factor = 1) const {
        const auto value = number(name);
        return value && *value > 0 ? std::optional{*value * factor} : std::nullopt;
    }

private:
    const std::vector<std::string>& names_;
    const std::vector<std::string_view>& cells_;
};

void add_point(const FlatRow& row, int line, RunSink& out) {
    const auto rate = row.positive("rate");
    if (!rate || is_format(row.text("Run"))) return;
    if (row.number("version")) out.set_version(row.text("version"));
    auto& point = out.add(line);
    point.label = row.text("Run");
    point.iops = rate;
    point.mib_per_s = row.positive("MB/sec");
    point.block_kib = row.positive("bytes/io", 1.0 / 1024);
    point.read_pct = row.number("read%");
    if (point.read_pct) {
        point.read_iops = *rate * *point.read_pct / 100;
        point.write_iops = *rate - *point.read_iops;
    }
    const auto seek = row.number("seekpct");
    if (seek && *seek >= 0 && *seek <= 100) point.random_pct = seek;
    point.latency.mean = row.positive("resp", 1000);
    point.latency.max = row.positive("resp_max", 1000);
    if (const auto target = row.positive("reqrate"); target && !is_sentinel(*target)) point.target_iops = target;
    point.in_flight = row.positive("queue_depth");
    if (!point.target_iops) point.outstanding = point.in_flight;
    snap_to(point, row.positive("xfersize"), std::nullopt);
    const auto asked = row.number("rdpct");  // one of several workloads' if there are several
    if (asked && point.read_pct && std::abs(*asked - *point.read_pct) < 2) point.read_pct = asked;
    point.workload = workload_name(point);
}

bool is_header(const std::vector<std::string_view>& words) {
    const auto has = [&](std::string_view name) { return std::find(words.begin(), words.end(), name) != words.end(); };
    return !words.empty() && words[0] == "tod" && has("Run") && has("Interval");
}

bool recognise(std::string_view head) {
    for (const auto line : split(head, '\n')) {
        if (is_header(words_of(line))) return true;
    }
    return head.find("flatfile.html</title>") != std::string_view::npos;
}

void read(ByteStream& in, RunSink& out) {
    std::vector<std::string> names;
    std::string raw;
    while (in.read_line(raw)) {
        const auto line = without_tags(raw);
        const auto words = words_of(line);
        if (words.empty() || words[0].starts_with('*')) continue;
        if (is_header(words)) {
            names.assign(words.begin(), words.end());
            if (std::find(names.begin(), names.end(), "bytes/io") != names.end()) continue;
            return out.fail(in.line_read(), "a file-system run (FWD): its operations are not block I/Os");
        }
        if (names.empty()) continue;
        if (words.size() != names.size() || !in.line_is_whole()) {
            out.warn(in.line_read(),
                     fmt::format("{} columns, but the header has {}: left out", words.size(), names.size()));
            continue;
        }
        const FlatRow row{names, words};
        if (row.text("Interval").starts_with("avg")) add_point(row, in.line_read(), out);
    }
    if (names.empty()) out.fail(0, "there is no header line: the run was aborted before its first interval");
}

}  // namespace

const Reader vdbench_flatfile{"vdbench-flatfile", recognise, read};

}  // namespace arraytwin::measured
