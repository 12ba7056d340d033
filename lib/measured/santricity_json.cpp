// SANtricity's REST interface: raw counters of volumes (two polls make a point), or analysed statistics, which are rates.
#include <map>

#include <fmt/format.h>

#include "lib/measured/json_records.hpp"
#include "lib/measured/pieces.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"

namespace arraytwin::measured {

namespace {

std::optional<double> time_of(JsonView record) {
    if (const auto ms = record["observedTimeInMS"].number()) return *ms / 1000;
    return seconds_of_timestamp(record["observedTime"].text());
}

/// Times are microseconds; a reset or another owning controller begins a new count.
void add_counters(JsonView record, int line, RunSink& out) {
    const auto time = time_of(record);
    if (!time || !record["readTimeTotal"]) return;
    auto& sample = out.add_counters(line);
    sample.object = record["volumeName"].text();
    if (sample.object.empty()) sample.object = record["volumeId"].text();
    sample.epoch =
        std::string{record["lastResetTimeInMS"].text()} + "/" + std::string{record["sourceController"].text()};
    sample.time_s = *time;
    sample.reads = record["readOps"].number().value_or(0);
    sample.writes = record["writeOps"].number().value_or(0);
    sample.read_us = record["readTimeTotal"].number().value_or(0);
    sample.write_us = record["writeTimeTotal"].number().value_or(0);
    sample.read_bytes = record["readBytes"].number();
    sample.write_bytes = record["writeBytes"].number();
}

/// Response times are milliseconds, throughput MB (2^20) a second.
void add_rates(JsonView record, PieceSum& sum) {
    for (const auto& [name, direction] : {std::pair{"read", Direction::read}, std::pair{"write", Direction::write}}) {
        Piece piece;
        piece.direction = direction;
        piece.iops = record[std::string{name} + "IOps"].number().value_or(0);
        const auto ms = record[std::string{name} + "ResponseTime"].number();
        if (ms && *ms > 0) piece.latency.mean = *ms * 1000;
        if (const auto mib = record[std::string{name} + "Throughput"].number()) piece.bytes_per_s = *mib * 1048576;
        sum.add(piece);
    }
}

bool recognise(std::string_view head) {
    return head.find("\"readTimeTotal\"") != std::string_view::npos ||
           (head.find("\"combinedIOps\"") != std::string_view::npos &&
            head.find("\"volumeName\"") != std::string_view::npos);
}

void read(ByteStream& in, RunSink& out) {
    std::map<double, PieceSum> rates;  // by time
    const auto take = [&](std::string_view, JsonView record) {
        if (record["combinedIOps"])
            add_rates(record, rates[time_of(record).value_or(0)]);
        else
            add_counters(record, in.line(), out);
    };
    for (int byte = in.peek(); byte != ByteStream::end; byte = in.peek()) {
        if (byte != '{' && byte != '[') {
            in.skip();
            continue;
        }
        if (const auto wrong = read_json(in, take)) {
            out.fail(in.line(), *wrong);
            if (!rates.empty()) rates.erase(std::prev(rates.end()));  // volumes of that moment may be missing
            break;
        }
    }
    for (const auto& [time, sum] : rates) {
        if (sum.empty()) continue;
        auto& point = out.add(1);
        point.workload = "observed";
        point.label = fmt::format("{:.0f} s", time);
        sum.put_into(point);
    }
}

}  // namespace

const Reader santricity_json{"santricity-json", recognise, read};

}  // namespace arraytwin::measured
