// fio's JSON and JSON+, versions 2 and 3: jobs or client_stats, one group a point.
//
// Units come from the keys: "lat_ns" is nanoseconds, "lat" microseconds. Latency is submission and completion together;
// percentiles are those of completion unless lat_percentiles was set. "iops" counts, never "iops_mean", which is the
// mean of samples of one job. The row "All clients" checks the sum of its parts, and stands in only where there are none.
#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

#include <fmt/format.h>

#include "lib/measured/fio_options.hpp"
#include "lib/measured/json_records.hpp"
#include "lib/measured/pieces.hpp"
#include "lib/measured/reader.hpp"
#include "lib/measured/text.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

constexpr std::size_t most_open = 16;

/// A latency object and how many of its units make a microsecond.
struct Latency {
    JsonView object;
    double per_us = 1;
};

Latency latency_of(JsonView direction, std::string_view kind) {
    const std::string name{kind};
    if (const auto ns = direction[name + "_ns"]) return {ns, 1000};
    if (const auto us = direction[name + "_us"]) return {us, 1};
    if (const auto ms = direction[name + "_ms"]) return {ms, 0.001};
    return {direction[kind], 1};
}

std::optional<double> positive(JsonView value, double per_unit) {
    const auto number = value.number();
    return number && *number > 0 ? std::optional{*number / per_unit} : std::nullopt;
}

void read_percentiles(Latency latency, LatencyFigures& figures) {
    latency.object["percentile"].each([&](JsonView value) {
        const auto percent = number_of(value.key());
        const auto us = positive(value, latency.per_us);
        if (!percent || !us) return;
        const auto is = [&](double wanted) { return std::abs(*percent - wanted) < 1e-6; };
        if (is(50)) figures.p50 = us;
        if (is(95)) figures.p95 = us;
        if (is(99)) figures.p99 = us;
        if (is(99.9)) figures.p99_9 = us;
    });
}

Histogram bins_of(Latency latency) {
    Histogram bins;
    latency.object["bins"].each([&](JsonView value) {
        const auto at = number_of(value.key());
        const auto count = value.number();
        if (!at || !count || *count < 1 || *count > 1e18) return;
        bins.push_back({*at / latency.per_us, *at / latency.per_us, static_cast<std::uint64_t>(*count)});
    });
    std::sort(bins.begin(), bins.end(), [](const auto& a, const auto& b) { return a.low_us < b.low_us; });
    return bins;
}

Piece piece_of(JsonView direction, Direction which) {
    Piece piece;
    piece.direction = which;
    piece.iops = direction["iops"].number().value_or(0);
    piece.ios = direction["total_ios"].number().value_or(0);
    piece.bytes_per_s = direction["bw_bytes"].number();
    if (const auto kib = direction["bw"].number(); kib && !piece.bytes_per_s) piece.bytes_per_s = *kib * 1024;

    const auto total = latency_of(direction, "lat");
    const auto completion = latency_of(direction, "clat");
    piece.latency.mean = positive(total.object["mean"], total.per_us);
    piece.latency.max = positive(total.object["max"], total.per_us);
    if (!piece.latency.mean) {  // disable_lat
        const auto submission = latency_of(direction, "slat");
        piece.latency.mean = positive(completion.object["mean"], completion.per_us);
        if (piece.latency.mean)
            *piece.latency.mean += positive(submission.object["mean"], submission.per_us).value_or(0);
    }
    const auto& told = completion.object["percentile"] || !total.object["percentile"] ? completion : total;
    read_percentiles(told, piece.latency);
    piece.latency.completion_only = told.object && told.object.key() == completion.object.key();
    piece.histogram = bins_of(told);
    return piece;
}

/// Jobs that ran at the same time.
struct Group {
    double id = 0;
    int line = 0;
    std::string label;
    PieceSum sum;
    std::map<std::string, std::pair<double, double>>
        entries;  // job and host: how many, and how many jobs one stands for
    std::optional<double> block_bytes, read_pct, random_pct;
    double outstanding = 0;
    std::optional<double> target = 0.0;
    std::set<std::string> hosts;
    bool is_uniform = true;
};

class Document {
public:
    Document(ByteStream& in, RunSink& out) : in_{in}, out_{out} {}

    void visit(std::string_view name, JsonView record) {
        if (name == "fio version") out_.set_version(record.text());
        if (name == "global options") read_options(record, global_);
        if (name == "jobs" || name == "client_stats") read_job(record);
        if (name == "disk_util") is_complete_ = true;
    }

    /// `is_cut`: the last group may lack jobs, so it is no point.
    void finish(bool is_cut) {
        if (is_cut && !is_complete_ && !groups_.empty()) {
            out_.warn(in_.line(), fmt::format("group {:.0f} is cut off and left out", groups_.back().id));
            groups_.pop_back();
        }
        if (groups_.empty() && total_ && !out_.has_points()) groups_.push_back(std::move(*total_));
        for (auto& group : groups_) write(group);
        if (total_ && groups_.size() == 1) check_total(groups_.front());
    }

    bool is_fio() const { return is_fio_; }

private:
    static void read_options(JsonView object, FioOptions& options) {
        object.each(
            [&](JsonView value) { options.insert_or_assign(std::string{value.key()}, std::string{value.text()}); });
    }

    FioOptions options_of(JsonView job, const std::string& name) {
        FioOptions options = global_;
        auto& own = by_job_[name];
        if (const auto told = job["job options"]) {
            own.clear();
            read_options(told, own);
        }  // else as the first entry of that name: client/server tells them once
        for (const auto& [key, value] : own) options.insert_or_assign(key, value);
        return options;
    }

    Group& group_of(double id, int line) {
        for (auto& group : groups_) {
            if (group.id == id) return group;
        }
        if (groups_.size() >= most_open) {  // jobs come in the order of their groups
            write(groups_.front());
            groups_.pop_front();
        }
        auto& group = groups_.emplace_back();
        group.id = id;
        group.line = line;
        return group;
    }

    static void add_pieces(JsonView job, PieceSum& sum) {
        if (const auto mixed = job["mixed"]; mixed && !job["read"]) return sum.add(piece_of(mixed, Direction::both));
        sum.add(piece_of(job["read"], Direction::read));
        sum.add(piece_of(job["write"], Direction::write));
    }

    void read_job(JsonView job) {
        is_fio_ = true;
        const std::string name{job["jobname"].text()};
        const int line = in_.line();
        if (name == "All clients") {
            total_.emplace().label = name;
            is_complete_ = true;  // it comes last
            return add_pieces(job, total_->sum);
        }
        if (const auto error = job["error"].number(); error && *error != 0)
            out_.warn(line, fmt::format("job error {:.0f} in job '{}': the point may not be what was asked for", *error,
                                        spec::printable(name)));
        auto& group = group_of(job["groupid"].number().value_or(0), line);
        if (group.label.empty()) group.label = name;
        add_pieces(job, group.sum);
        const std::string host{job["hostname"].text()};
        if (!host.empty()) group.hosts.insert(fmt::format("{}:{}", host, job["port"].number().value_or(0)));
        add_load(group, name + "@" + host, load_of(options_of(job, name)), group.entries.empty());
    }

    /// Entries of one job and host: as many as numjobs says, or one that stands for all of them.
    static void add_load(Group& group, const std::string& entry, const FioLoad& load, bool is_first) {
        auto& [seen, stood_for] = group.entries[entry];
        seen += 1;
        const double now = std::max(load.jobs, seen);
        const double more = now - stood_for;
        stood_for = now;
        group.outstanding += more * load.depth;
        if (group.target && load.target_iops) *group.target += more * *load.target_iops;
        if (!load.target_iops) group.target.reset();
        const auto same = [&](std::optional<double>& all, std::optional<double> own) {
            if (is_first) all = own;
            if (all != own) all.reset();
        };
        same(group.block_bytes, load.block_bytes);
        same(group.read_pct, load.read_pct);
        same(group.random_pct, load.random_pct);
    }

    void write(const Group& group) {
        if (group.sum.empty()) {
            out_.expect_nothing();
            return out_.warn(group.line, fmt::format("job '{}' did no I/O: no point", spec::printable(group.label)));
        }
        auto& point = out_.add(group.line);
        point.label = group.label;
        group.sum.put_into(point);
        snap_to(point, group.block_bytes, group.read_pct);
        point.random_pct = group.random_pct;
        if (group.outstanding > 0) point.outstanding = group.outstanding;
        if (group.target && *group.target > 0) point.target_iops = group.target;
        if (!group.hosts.empty()) point.hosts = static_cast<int>(group.hosts.size());
        point.workload = workload_name(point);
        if (!point.latency.mean)
            out_.warn(group.line, fmt::format("job '{}' measured no latency (gtod_reduce or disable_lat)",
                                              spec::printable(group.label)));
        if (const auto lost = group.sum.percentiles_lost(); !lost.empty()) out_.warn(group.line, lost);
    }

    void check_total(const Group& group) {
        const double told = total_->sum.iops();
        if (told > 0 && std::abs(group.sum.iops() / told - 1) > 0.02)
            out_.warn(
                0, fmt::format(
                       "'All clients' says {:.6g} IOPS, but its parts add up to {:.6g}: the sum of the parts is used",
                       told, group.sum.iops()));
    }

    ByteStream& in_;
    RunSink& out_;
    FioOptions global_;
    std::map<std::string, FioOptions> by_job_;
    std::deque<Group> groups_;  // that further jobs may join
    std::optional<Group> total_;
    bool is_complete_ = false;
    bool is_fio_ = false;
};

bool recognise(std::string_view head) {
    return head.find("\"fio version\"") != std::string_view::npos || trimmed(head).starts_with("fio: ");
}

/// Documents that follow each other are the same run at several moments (--status-interval): the last whole one counts.
void read(ByteStream& in, RunSink& out) {
    const auto before = skip_to_json(in);
    if (in.peek() == ByteStream::end) {
        return out.fail(1, fmt::format("no JSON object found; the file begins '{}'", spec::printable(before, 200)),
                        "the run failed before fio wrote its result");
    }
    if (!before.empty()) out.warn(1, fmt::format("text before JSON, skipped: '{}'", spec::printable(before, 200)));
    for (int documents = 0; in.peek() == '{'; ++documents) {
        RunSink next{out.file(), fio_json.name};
        Document document{in, next};
        const auto wrong = read_json(in, [&](std::string_view name, JsonView record) { document.visit(name, record); });
        if (wrong && documents > 0) {
            out.warn(in.line(), *wrong + "; the status before it is used");
            return;
        }
        document.finish(wrong.has_value());
        if (wrong) next.fail(in.line(), *wrong);
        if (documents > 0) out.run.points.clear();
        const auto warnings = std::move(out.run.warnings);
        out = std::move(next);
        out.run.warnings.insert(out.run.warnings.begin(), warnings.begin(), warnings.end());
        if (wrong) return;
        skip_to_json(in);
    }
}

}  // namespace

const Reader fio_json{"fio-json", recognise, read};

}  // namespace arraytwin::measured
