// elbencho's CSV: a row a phase, those that read or write are points. "[last]" is when the slowest thread was done, and
// counts. With --rwmixpct the plain columns are the writes, those of "rwmix read" the reads.
#include <cmath>

#include <fmt/format.h>

#include "lib/measured/csv_table.hpp"
#include "lib/measured/fio_options.hpp"
#include "lib/measured/pieces.hpp"
#include "lib/measured/reader.hpp"

namespace arraytwin::measured {

namespace {

bool is_header(std::string_view line) {
    return line.starts_with("ISO date,label,") || line.starts_with("label,path type,");
}

Piece piece_of(const CsvTable& table, const std::string& prefix, Direction direction) {
    Piece piece;
    piece.direction = direction;
    piece.iops = table.number(prefix + "IOPS [last]").value_or(0);
    piece.latency.mean = table.positive(prefix + "IO lat us [avg]");
    piece.latency.max = table.positive(prefix + "IO lat us [max]");
    if (const auto mib = table.number(prefix + "MiB/s [last]")) piece.bytes_per_s = *mib * 1048576;
    return piece;
}

void add_point(const CsvTable& table, int line, RunSink& out) {
    const auto operation = table.text("operation");
    const bool is_mix = table.positive("rwmix read IOPS [last]").has_value();
    PieceSum sum;
    sum.add(piece_of(table, "", operation == "READ" ? Direction::read : Direction::write));
    if (is_mix) sum.add(piece_of(table, "rwmix read ", Direction::read));
    if (sum.empty()) return;  // SYNC, MKDIRS, ...
    out.set_version(table.text("version"));
    auto& point = out.add(line);
    point.label = operation;
    if (const auto block = table.positive("block size")) point.block_kib = *block / 1024;
    sum.put_into(point);
    if (const auto random = table.number("random")) point.random_pct = *random > 0 ? 100 : 0;
    const auto hosts = table.positive("hosts");
    const auto threads = table.positive("threads");
    if (threads) point.outstanding = hosts.value_or(1) * *threads * table.positive("IO depth").value_or(1);
    if (hosts && *hosts < 1e6) point.hosts = static_cast<int>(*hosts);
    point.workload = workload_name(point);
    const auto first = table.positive("IOPS [first]");
    const auto last = table.positive("IOPS [last]");
    if (first && last && *first > 1.2 * *last) {
        out.warn(line, fmt::format("the fastest thread was done at {:.0f} IOPS, the slowest at {:.0f}, which counts: "
                                   "the load was uneven at the end",
                                   *first, *last));
    }
}

bool recognise(std::string_view head) {
    return is_header(head) || head.starts_with("Label,Phase,RuntimeMS,") ||
           head.starts_with("ISO Date,Label,Phase,RuntimeMS,");
}

void read(ByteStream& in, RunSink& out) {
    CsvTable table;
    std::string line;
    while (in.read_line(line)) {
        if (is_header(line)) {
            table = CsvTable{cells_of(line, ',')};
            continue;
        }
        if (table.empty())
            return out.fail(in.line_read(), "a live log of elbencho, which has no latency",
                            "give the file of --csvfile");
        table.set_row(cells_of(line, ','));  // the command at the end has quotes of its own, and nothing behind it
        if (table.cells() < table.width() ||
            (!in.line_is_whole() && table.cells() == table.width() && table.text("version").empty())) {
            out.warn(in.line_read(), "this row is cut off: left out");
        } else {
            if (!in.line_is_whole()) out.warn(in.line_read(), "the last line has no end, so it may be cut off");
            add_point(table, in.line_read(), out);
        }
    }
}

}  // namespace

const Reader elbencho{"elbencho", recognise, read};

}  // namespace arraytwin::measured
