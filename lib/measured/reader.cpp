#include "lib/measured/reader.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "lib/measured/text.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

constexpr std::size_t most_warnings = 100;  // of a file

std::string first_line_of(std::string_view head) {
    head = trimmed(head);
    return spec::printable(trimmed(head.substr(0, head.find('\n'))), 160);
}

/// Twelve digits: 1.0093 ms are 1009.3 us, not 1009.3000000000001, and the audit sees how many were printed.
double without_noise(double value) {
    if (value == 0) return value;
    const double scale = std::pow(10.0, 11 - std::floor(std::log10(std::abs(value))));
    return scale >= 1 && scale <= 1e22 ? std::round(value * scale) / scale : value;
}

void drop_unless(bool (*holds)(double), std::initializer_list<std::optional<double>*> figures) {
    for (auto* figure : figures) {
        if (*figure && !(std::isfinite(**figure) && holds(**figure))) figure->reset();
        if (*figure) *figure = without_noise(**figure);
    }
}

/// A 0 where a benchmark prints one for "not measured" is no figure, and neither is what a broken file makes of it.
void normalise(RunPoint& point) {
    auto& latency = point.latency;
    drop_unless(
        [](double value) { return value > 0; },
        {&point.block_kib, &point.iops, &point.mib_per_s, &point.outstanding, &point.in_flight, &point.target_iops,
         &latency.mean, &latency.p50, &latency.p95, &latency.p99, &latency.p99_9, &latency.max});
    drop_unless([](double value) { return value >= 0; }, {&point.read_iops, &point.write_iops});
    drop_unless([](double value) { return value >= 0 && value <= 100.001; }, {&point.read_pct, &point.random_pct});
}

bool says_nothing(const RunPoint& point) {
    return !point.iops && !point.mib_per_s && !point.latency.mean && point.histogram.empty();
}

}  // namespace

RunSink::RunSink(std::string file, std::string_view format) : source_{std::move(file), std::string{format}, ""} {}

RunPoint& RunSink::add(int line) {
    auto& point = run.points.emplace_back();
    point.source = source_;
    point.line = line;
    return point;
}

CounterSample& RunSink::add_counters(int line) {
    auto& sample = counters.emplace_back();
    sample.source = source_;
    sample.line = line;
    return sample;
}

void RunSink::warn(int line, std::string text) {
    if (run.warnings.size() < most_warnings) {
        run.warnings.push_back({source_.file, line, std::move(text)});
    } else {
        ++untold_;
    }
}

void RunSink::fail(int line, std::string message, std::string help) {
    wrong_.push_back({source_.file, line, 0, "", std::move(message), std::move(help)});
}

Diagnostics RunSink::finish() {
    auto& points = run.points;
    std::for_each(points.begin(), points.end(), normalise);
    points.erase(std::remove_if(points.begin(), points.end(), says_nothing), points.end());
    if (untold_ > 0) run.warnings.push_back({source_.file, 0, fmt::format("and {} more warnings", untold_)});
    if (has_points() || (may_be_empty_ && wrong_.empty())) {
        for (auto& wrong : wrong_)
            run.warnings.push_back({wrong.file, wrong.line, wrong.message + "; the points before it are whole"});
        return {};
    }
    if (wrong_.empty()) {
        auto why = run.warnings.empty() ? std::string{} : ": " + run.warnings.front().text;
        const int line = run.warnings.empty() ? 0 : run.warnings.front().line;
        wrong_.push_back({source_.file, line, 0, "", "there is no measured point in it" + why, ""});
    }
    wrong_.resize(1);
    return wrong_;
}

Diagnostics read_stream(ByteStream& in, RunSink& out) {
    const auto head = in.buffered();
    if (trimmed(head).empty()) {
        if (out.file().ends_with(".log")) {  // fio makes one for each part of the latency, used or not
            out.warn(0, "the log is empty: this part was not measured");
            return {};
        }
        return {{out.file(), 0, 0, "", "the file is empty", "the benchmark may have ended before it wrote anything"}};
    }
    for (const Reader* reader : readers()) {
        if (!reader->recognise(head)) continue;
        RunSink found{out.file(), reader->name};
        reader->read(in, found);
        auto wrong = found.finish();
        out = std::move(found);
        return wrong;
    }
    std::vector<std::string> names;
    for (const Reader* reader : readers()) names.emplace_back(reader->name);
    return {{out.file(), 1, 0, "",
             fmt::format("not the output of a benchmark that is known; it begins '{}'", first_line_of(head)),
             "known are " + spec::listed(names)}};
}

}  // namespace arraytwin::measured
