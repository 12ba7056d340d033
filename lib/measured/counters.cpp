#include "lib/measured/counters.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "lib/measured/pieces.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

constexpr double few_ios = 10;  // fewer give no mean that means something

struct Interval {
    PieceSum sum;
    int good = 0;
    int bad = 0;
    const CounterSample* last = nullptr;
};

using Intervals = std::map<std::tuple<std::string, double, double>, Interval>;  // format, from, to

bool went_back(const CounterSample& a, const CounterSample& b) {
    return b.reads < a.reads || b.writes < a.writes || b.read_us < a.read_us || b.write_us < a.write_us ||
           (a.read_bytes && b.read_bytes && *b.read_bytes < *a.read_bytes) ||
           (a.write_bytes && b.write_bytes && *b.write_bytes < *a.write_bytes);
}

void add_piece(Interval& interval, Direction direction, double seconds, double ios, double us,
               std::optional<double> bytes) {
    Piece piece;
    piece.direction = direction;
    piece.ios = ios;
    piece.iops = ios / seconds;
    if (ios > 0 && us > 0) piece.latency.mean = us / ios;
    if (bytes) piece.bytes_per_s = *bytes / seconds;
    interval.sum.add(piece);
}

std::optional<double> grown(const std::optional<double>& from, const std::optional<double>& to) {
    return from && to ? std::optional{*to - *from} : std::nullopt;
}

void add_interval(Interval& interval, const CounterSample& a, const CounterSample& b) {
    const double seconds = b.time_s - a.time_s;
    ++interval.good;
    add_piece(interval, b.split ? Direction::read : Direction::both, seconds, b.reads - a.reads, b.read_us - a.read_us,
              grown(a.read_bytes, b.read_bytes));
    if (b.split) {
        add_piece(interval, Direction::write, seconds, b.writes - a.writes, b.write_us - a.write_us,
                  grown(a.write_bytes, b.write_bytes));
    }
}

/// `samples` are of one object, in the order of time.
void add_object(const std::vector<const CounterSample*>& samples, Intervals& intervals, Run& run) {
    bool suspicious = false;  // the earlier poll
    for (std::size_t i = 1; i < samples.size(); ++i) {
        const auto& a = *samples[i - 1];
        const auto& b = *samples[i];
        if (b.time_s <= a.time_s) continue;
        auto& interval = intervals[{b.source.format, a.time_s, b.time_s}];
        interval.last = &b;
        const bool reset = a.epoch != b.epoch;
        const bool back = !reset && went_back(a, b);
        const auto span = fmt::format("'{}' from {:.0f} to {:.0f} s", spec::printable(b.object), a.time_s, b.time_s);
        if (reset)
            run.warnings.push_back(
                {b.source.file, b.line, span + ": the counters were reset or changed their owner: a gap"});
        if (back) run.warnings.push_back({b.source.file, b.line, span + ": a counter went back: a gap"});
        if (suspicious && !reset && !back)
            run.warnings.push_back(
                {b.source.file, b.line, span + ": begins at the poll whose counter went back: a gap"});
        if (reset || back || suspicious) {
            ++interval.bad;
        } else {
            add_interval(interval, a, b);
            const double ios = b.reads - a.reads + b.writes - a.writes;
            if (ios > 0 && ios < few_ios)
                run.warnings.push_back({b.source.file, b.line,
                                        span + fmt::format(": low sample, {:.0f} I/Os: its latency says little", ios)});
        }
        suspicious = back;
    }
}

}  // namespace

void add_points_of(std::vector<CounterSample> samples, Run& run) {
    std::stable_sort(samples.begin(), samples.end(),
                     [](const CounterSample& a, const CounterSample& b) { return a.time_s < b.time_s; });
    std::map<std::pair<std::string, std::string>, std::vector<const CounterSample*>> objects;
    for (const auto& sample : samples) objects[{sample.source.format, sample.object}].push_back(&sample);
    Intervals intervals;
    for (const auto& [name, polls] : objects) {
        add_object(polls, intervals, run);
        if (polls.front()->time_s == polls.back()->time_s) {
            run.warnings.push_back({polls.front()->source.file, polls.front()->line,
                                    fmt::format("'{}' was polled once: totals since the start become rates with a "
                                                "second poll; give both files together",
                                                spec::printable(name.second))});
        }
    }
    for (const auto& [key, interval] : intervals) {
        if (interval.sum.empty() && interval.good > 0) continue;  // idle
        auto& point = run.points.emplace_back();
        point.source = interval.last->source;
        point.line = interval.last->line;
        point.label = fmt::format("{:.0f}-{:.0f} s", std::get<1>(key), std::get<2>(key));
        point.workload = "observed";
        if (!interval.sum.empty()) interval.sum.put_into(point);
    }
}

}  // namespace arraytwin::measured
