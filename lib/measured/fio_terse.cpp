// fio's terse output (--minimal), versions 2 to 5: a line a job, fields between semicolons that nothing quotes.
//
// A semicolon in a job's name shifts the columns, so they are counted from the first run of twenty percentiles.
#include <algorithm>

#include <fmt/format.h>

#include "lib/measured/fio_options.hpp"
#include "lib/measured/pieces.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

constexpr std::size_t percentiles = 20;
constexpr std::size_t before_percentiles = 12;  // fields of a direction's block

using Fields = std::vector<std::string_view>;

bool is_percentile(std::string_view field) {
    const auto at = field.find("%=");
    return at != std::string_view::npos && number_of(field.substr(0, at)) && number_of(field.substr(at + 2));
}

/// Where the first run of twenty percentiles begins; the number of fields if there is none.
std::size_t find_percentiles(const Fields& fields, std::size_t from) {
    std::size_t run = 0;
    for (std::size_t i = from; i < fields.size(); ++i) {
        run = is_percentile(fields[i]) ? run + 1 : 0;
        if (run == percentiles) return i + 1 - percentiles;
    }
    return fields.size();
}

std::optional<double> field_number(const Fields& fields, std::size_t at) {
    return at < fields.size() ? number_of(fields[at]) : std::nullopt;
}

/// `block` is where the direction's block begins: KiB, KiB/s, IOPS, ms, slat, clat, percentiles, lat, bandwidth.
Piece piece_of(const Fields& fields, std::size_t block, Direction direction) {
    Piece piece;
    piece.direction = direction;
    piece.iops = field_number(fields, block + 2).value_or(0);
    if (const auto kib = field_number(fields, block + 1)) piece.bytes_per_s = *kib * 1024;
    const auto total = block + before_percentiles + percentiles;
    const auto positive = [&](std::size_t at) {
        const auto value = field_number(fields, at);
        return value && *value > 0 ? value : std::nullopt;
    };
    piece.latency.max = positive(total + 1);
    piece.latency.completion_only = true;  // lat_percentiles leaves no trace in this format
    piece.latency.mean = positive(total + 2);
    for (std::size_t i = 0; i < percentiles; ++i) {
        const auto field = fields[block + before_percentiles + i];
        const auto at = field.find("%=");
        const auto percent = number_of(field.substr(0, at)).value_or(0);
        const auto us = number_of(field.substr(at + 2));
        if (!us || *us <= 0) continue;
        if (percent == 50) piece.latency.p50 = us;
        if (percent == 95) piece.latency.p95 = us;
        if (percent == 99) piece.latency.p99 = us;
        if (percent == 99.9) piece.latency.p99_9 = us;
    }
    return piece;
}

struct TerseGroup {
    std::string label;
    std::string id;
    PieceSum sum;
    int line = 0;
};

class TerseReader {
public:
    explicit TerseReader(RunSink& out) : out_{out} {}

    void read_line(std::string_view line, int number) {
        const auto start = row_start(line);
        if (start == std::string_view::npos) return;  // text, a disk of a client, a description of its own line
        const auto fields = split(line.substr(start), ';');
        const bool has_version = fields[0] != "2";
        const std::size_t fixed = has_version ? 5 : 4;  // version, program, name, group, error
        const auto found = find_percentiles(fields, fixed);
        const std::size_t to_write = fields[0] == "5" ? 47 : 41;
        if (found + percentiles + 29 > fields.size() || found < fixed + before_percentiles) {
            return out_.warn(number,
                             "this row is cut off or is not fio's: no run of twenty percentiles where one is due");
        }
        const auto block = found - before_percentiles;
        std::string label;
        for (std::size_t i = has_version ? 2 : 1; i + 2 < block; ++i)
            label.append(label.empty() ? "" : ";").append(fields[i]);
        if (block != fixed) {
            out_.warn(
                number,
                fmt::format("the job's name '{}' holds a semicolon: the columns were counted from the percentiles",
                            spec::printable(label)));
        }
        if (has_version) out_.set_version(fields[1]);
        if (const auto error = field_number(fields, block - 1); error && *error != 0)
            out_.warn(number, fmt::format("job error {:.0f} in job '{}'", *error, spec::printable(label)));
        const auto write = find_percentiles(fields, found + percentiles);
        if (write != found + to_write) {
            return out_.warn(number, "this row is cut off: its columns of writes are not where they are due");
        }
        keep(std::move(label), std::string{fields[block - 2]}, fields, block, write - before_percentiles, number);
    }

    void finish() {
        for (const auto& group : groups_) {
            if (group.sum.empty()) {
                out_.expect_nothing();
                out_.warn(group.line, fmt::format("job '{}' did no I/O: no point", spec::printable(group.label)));
                continue;
            }
            auto& point = out_.add(group.line);
            point.label = group.label;
            group.sum.put_into(point);
            point.workload = point.label;
            if (const auto lost = group.sum.percentiles_lost(); !lost.empty()) out_.warn(group.line, lost);
        }
    }

private:
    /// Progress text may stand in front of a row: "eta 00m:01s]3;fio-3.33;...".
    static std::size_t row_start(std::string_view line) {
        for (auto at = line.find(";fio-"); at != std::string_view::npos && at > 0;) {
            return line[at - 1] >= '3' && line[at - 1] <= '5' ? at - 1 : std::string_view::npos;
        }
        return line.starts_with("2;") ? 0 : std::string_view::npos;
    }

    void keep(std::string label, std::string id, const Fields& fields, std::size_t read, std::size_t write,
              int number) {
        if (label == "All clients") {  // it replaces its parts
            groups_.clear();
            id = label;
        }
        if (groups_.empty() || groups_.back().id != id)
            groups_.push_back({std::move(label), std::move(id), {}, number});
        groups_.back().sum.add(piece_of(fields, read, Direction::read));
        groups_.back().sum.add(piece_of(fields, write, Direction::write));
    }

    RunSink& out_;
    std::vector<TerseGroup> groups_;
};

bool recognise(std::string_view head) {
    for (const auto line : split(head.substr(0, 8192), '\n')) {
        const auto at = line.find(";fio-");
        if (at != std::string_view::npos && at > 0 && line[at - 1] >= '3' && line[at - 1] <= '5') return true;
        if (line.starts_with("2;") && line.find("%=") != std::string_view::npos) return true;
    }
    return false;
}

void read(ByteStream& in, RunSink& out) {
    TerseReader reader{out};
    std::string line;
    while (in.read_line(line)) {
        if (in.line_is_whole())
            reader.read_line(line, in.line_read());
        else
            out.warn(in.line_read(), "the last line has no end, so it may be cut off: left out");
    }
    reader.finish();
}

}  // namespace

const Reader fio_terse{"fio-terse", recognise, read};

}  // namespace arraytwin::measured
