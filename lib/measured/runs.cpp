#include "lib/measured/runs.hpp"

#include <glob.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

#include "lib/measured/archive.hpp"
#include "lib/measured/counters.hpp"
#include "lib/measured/reader.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::measured {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 100'000;

enum class Given { by_name, found };

std::string folder_of(const RunPoint& point) { return fs::path{point.source.file}.parent_path().string(); }

bool is_vdbench(const RunPoint& point, std::string_view report) {
    return point.source.format.starts_with("vdbench-") && (report.empty() || point.source.format.ends_with(report));
}

/// vdbench tells each run definition in summary.html, totals.html and flatfile.html. The flatfile knows most.
void drop_twins(std::vector<RunPoint>& points) {
    using Key = std::tuple<std::string, std::string, long long>;  // folder, run definition, IOPS
    std::map<Key, const RunPoint*> kept;
    const auto key = [](const RunPoint& point) {
        return Key{folder_of(point), point.label, std::llround(point.iops.value_or(0))};
    };
    for (const auto& point : points) {
        if (!is_vdbench(point, "") || !point.iops) continue;
        auto& best = kept.try_emplace(key(point), &point).first->second;
        if (is_vdbench(point, "flatfile")) best = &point;
    }
    const auto is_twin = [&](const RunPoint& point) {
        const auto found = is_vdbench(point, "") && point.iops ? kept.find(key(point)) : kept.end();
        return found != kept.end() && found->second != &point && found->second->source.file != point.source.file;
    };
    std::vector<std::size_t> twins;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (is_twin(points[i])) twins.push_back(i);
    }
    for (auto twin = twins.rbegin(); twin != twins.rend(); ++twin)
        points.erase(points.begin() + static_cast<std::ptrdiff_t>(*twin));
}

/// Percentiles of a vdbench histogram join the point of the same run definition in the same folder.
void join_histograms(std::vector<RunPoint>& points) {
    const auto joins = [&](const RunPoint& histogram) {
        for (auto& point : points) {
            if (is_vdbench(point, "histogram") || !is_vdbench(point, "") || point.label != histogram.label ||
                folder_of(point) != folder_of(histogram))
                continue;
            point.histogram = histogram.histogram;
            const auto told = point.latency;
            point.latency = histogram.latency;
            point.latency.max = told.max;
            point.latency.mean = told.mean;
            return true;
        }
        return false;
    };
    for (auto& point : points) {
        if (is_vdbench(point, "histogram") && joins(point)) point.source.format.clear();
    }
    points.erase(
        std::remove_if(points.begin(), points.end(), [](const RunPoint& point) { return point.source.format.empty(); }),
        points.end());
}

/// By curve, in the order in which the curves occur; inside, by what was offered, if every point tells it.
void order(std::vector<RunPoint>& points) {
    struct Curve {
        std::size_t rank = 0;
        bool tells_load = true;
    };
    using Key = std::pair<std::string, std::string>;
    std::map<Key, Curve> curves;
    const auto tells_load = [](const RunPoint& point) { return point.outstanding || point.target_iops; };
    for (const auto& point : points) {
        auto& curve = curves.try_emplace(Key{point.config, point.workload}, Curve{curves.size(), true}).first->second;
        curve.tells_load = curve.tells_load && tells_load(point);
    }
    const bool is_loose =
        curves.size() == points.size() && std::all_of(points.begin(), points.end(), [&](const RunPoint& point) {
            return tells_load(point) &&
                   point.source.format.starts_with("vdbench");  // each run definition has a name of its own
        });
    if (is_loose) std::for_each(curves.begin(), curves.end(), [](auto& curve) { curve.second.rank = 0; });
    std::vector<std::pair<const Curve*, RunPoint>> keyed;
    for (auto& point : points) {
        const auto* curve = &curves.at(Key{point.config, point.workload});
        keyed.emplace_back(curve, std::move(point));
    }
    const auto load = [](const RunPoint& point) {
        return std::pair{point.outstanding.value_or(0),
                         point.target_iops.value_or(std::numeric_limits<double>::infinity())};
    };
    std::stable_sort(keyed.begin(), keyed.end(), [&](const auto& a, const auto& b) {
        if (a.first->rank != b.first->rank) return a.first->rank < b.first->rank;
        return a.first->tells_load && load(a.second) < load(b.second);
    });
    points.clear();
    for (auto& entry : keyed) points.push_back(std::move(entry.second));
}

class Collector {
public:
    void read_path(const std::string& path) {
        std::error_code error;
        if (fs::is_directory(path, error)) return read_folder(path);
        if (fs::exists(path, error) || path.find_first_of("*?[") == std::string::npos)
            return read_file(path, Given::by_name);
        glob_t matches{};
        if (::glob(path.c_str(), GLOB_BRACE, nullptr, &matches) == 0) {
            for (std::size_t i = 0; i < matches.gl_pathc; ++i) {
                const std::string match = matches.gl_pathv[i];
                fs::is_directory(match, error) ? read_folder(match) : read_file(match, Given::found);
            }
        } else {
            wrong_.push_back({spec::printable(path, 300), 0, 0, "", "no file matches this pattern", ""});
        }
        ::globfree(&matches);
    }

    void read_stream_as(const std::string& name, ByteStream& in, Given given) {
        RunSink sink{name, ""};
        auto wrong = read_stream(in, sink);
        for (auto& point : sink.run.points) run_.points.push_back(std::move(point));
        for (auto& warning : sink.run.warnings) run_.warnings.push_back(std::move(warning));
        for (auto& sample : sink.counters) samples_.push_back(std::move(sample));
        take(std::move(wrong), given);
    }

    Result<Run> finish() {
        if (!wrong_.empty()) return tl::unexpected(std::move(wrong_));
        const bool nothing = run_.points.empty() && samples_.empty();
        if (nothing && !skipped_.empty()) return tl::unexpected(Diagnostics{skipped_.begin(), skipped_.begin() + 1});
        for (auto& skipped : skipped_)
            run_.warnings.push_back({skipped.file, skipped.line, "skipped: " + skipped.message});
        add_points_of(std::move(samples_), run_);
        drop_twins(run_.points);
        join_histograms(run_.points);
        order(run_.points);
        return std::move(run_);
    }

private:
    void take(Diagnostics wrong, Given given) {
        auto& there = given == Given::by_name ? wrong_ : skipped_;
        for (auto& diagnostic : wrong) {
            diagnostic.file = spec::printable(diagnostic.file, 300);
            there.push_back(std::move(diagnostic));
        }
    }

    void read_folder(const std::string& path) {
        std::vector<std::string> files;
        std::error_code error;
        for (fs::recursive_directory_iterator entry{path, error}, end; !error && entry != end; entry.increment(error)) {
            std::error_code ignored;
            if (entry->is_regular_file(ignored)) files.push_back(entry->path().string());
            if (files.size() >= most_files) break;
        }
        if (error) take({{path, 0, 0, "", "the folder cannot be read: " + error.message(), ""}}, Given::by_name);
        if (files.empty()) take({{path, 0, 0, "", "there is no file in this folder", ""}}, Given::by_name);
        std::sort(files.begin(), files.end());
        for (const auto& file : files) read_file(file, Given::found);
    }

    void read_file(const std::string& path, Given given) {
        const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file{std::fopen(path.c_str(), "rb"), &std::fclose};
        if (!file) {
            const auto reason = std::error_code{errno, std::generic_category()};
            return take({{path, 0, 0, "", "cannot be opened: " + reason.message(), ""}}, given);
        }
        ByteStream in{[&](char* buffer, std::size_t size) { return std::fread(buffer, 1, size, file.get()); }};
        if (!in.buffered().starts_with("PK\x03\x04")) return read_stream_as(path, in, given);
        const auto broken = read_zip(path, [&](const std::string& name, ByteStream& member) {
            read_stream_as(path + "/" + name, member, Given::found);
        });
        if (broken) take({{path, 0, 0, "", "the archive " + *broken, ""}}, given);
    }

    Run run_;
    std::vector<CounterSample> samples_;
    Diagnostics wrong_;
    Diagnostics skipped_;
};

}  // namespace

Result<Run> read_runs(const std::vector<std::string>& paths) {
    Collector collector;
    for (const auto& path : paths) collector.read_path(path);
    return collector.finish();
}

Result<Run> parse_run(const std::string& name, std::string_view text) {
    Collector collector;
    auto in = ByteStream::of_text(text);
    collector.read_stream_as(name, in, Given::by_name);
    return collector.finish();
}

}  // namespace arraytwin::measured
