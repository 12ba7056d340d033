// predict: curves of arrays under workloads.
#include <algorithm>
#include <iterator>
#include <optional>
#include <thread>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/report_options.hpp"
#include "apps/cli/values.hpp"
#include "arraytwin/arraytwin.hpp"
#include "lib/measured/curves_csv.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::int64_t fewest_ios = 1000;  // fewer say nothing
constexpr std::int64_t most_ios = 1'000'000'000'000;
constexpr std::int64_t most_jobs = 1024;

constexpr std::string_view more = R"(Examples:
  arraytwin predict aff-a800 -w 4k-random-read
  arraytwin predict aff-a800 -w 8k:70r:100rand --at outstanding=256 --at iops=300000 --json -
  arraytwin predict aff-a800 -w 4k-random-read 64k-sequential-write --set media.count=48 --html curves.html

Without --at, the curve is what StorageReview measures: the most that the workload's threads can do, then paced steps of
10 to 120 % of it. Each point is simulated until the 95 % intervals of mean and p99 are within the precision, or until
--max-ios. Points that fell short are marked with '!' in the table ("precision_reached" in JSON); if --precision was
given, the exit code then is 3.

An inline workload is BLOCK:READr:RANDOMrand: 8k:70r:100rand is 8 KiB, 70 % reads, all of it random.
)";

class Predict final : public Command {
public:
    std::string_view name() const override { return "predict"; }
    std::string_view summary() const override { return "IOPS-latency curves, what limits them, how far to trust them"; }
    std::string_view usage() const override { return "ARRAY... -w WORKLOAD... [OPTION]..."; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override;
    Exit run() override;

private:
    Diagnostics read();
    void read_cases(const spec::DataFolder& data, Diagnostics& wrong);
    Diagnostics missing() const;
    Result<Prediction> predict_all() const;
    void lay_measured(Curve& curve) const;
    void note(const std::string& text) const;
    Exit judge(const Prediction& prediction) const;

    // As given.
    std::vector<std::string> arrays_;
    std::vector<std::string> workloads_;
    std::vector<std::string> overrides_;
    std::vector<std::string> at_;
    std::string solver_ = "simulate";
    std::optional<std::string> measured_file_;
    std::optional<std::string> precision_;
    std::int64_t max_ios_ = twin::RunOptions{}.max_ios;
    std::int64_t seed_ = 1;
    std::int64_t jobs_ = 0;
    DataOption data_;
    ReportOptions report_;

    // As read.
    PredictOptions predict_;
    std::vector<std::pair<std::string, BuiltTwin>> built_;
    std::vector<Workload> loads_;
    std::vector<MeasuredPoint> measured_;
};

void Predict::declare(Options& options) {
    options.arguments("ARRAY", arrays_, "a name in data/arrays (see 'arraytwin list'), or the path of a document");
    options.lists("-w,--workload", "WORKLOAD", workloads_,
                  "a name in data/workloads, a path, or inline: 8k:70r:100rand");
    options.texts("--set", "KEY=VALUE", overrides_, "change a key of the arrays, such as media.count=48; repeatable");
    options.texts("--at", "LOAD", at_,
                  "a single point instead of the curve: outstanding=N, iops=X or both with a comma; repeatable");
    options.text(
        "--measured", "FILE.csv", measured_file_,
        "lay measured points beside the curve: the rows with the array's 'measured_as' and the workload's name");
    options.word("--solver", solver_, {"simulate", "fast"}, "every I/O (the default), or mean values in milliseconds");
    options.text("--precision", "LIMITS", precision_,
                 "95 % half-widths at which a point is good enough (mean=1%,p99=2.5%)");
    options.whole_number("--max-ios", max_ios_, fewest_ios, most_ios,
                         fmt::format("I/Os after which a point ends ({})", max_ios_));
    options.whole_number("--seed", seed_, 0, std::numeric_limits<std::int64_t>::max(), "of the random numbers (1)");
    options.whole_number("--jobs", jobs_, 0, most_jobs,
                         "threads (0: one for each core); the result does not depend on it");
    report_.declare(options);
    data_.declare(options);
}

void append(Diagnostics& all, Diagnostics more_of_them) {
    std::move(more_of_them.begin(), more_of_them.end(), std::back_inserter(all));
}

Diagnostics Predict::missing() const {
    Diagnostics wrong;
    if (arrays_.empty()) {
        wrong.push_back({"arraytwin predict", 0, 0, "", "an ARRAY is missing",
                         "it stands before -w: arraytwin predict aff-a800 -w 4k-random-read"});
    }
    if (workloads_.empty()) {
        wrong.push_back({"arraytwin predict", 0, 0, "", "a workload is missing",
                         "-w 4k-random-read, or inline: -w 8k:70r:100rand"});
    }
    return wrong;
}

bool is_name(const std::vector<std::string>& names, const std::string& word) {
    return std::find(names.begin(), names.end(), word) != names.end();
}

void Predict::read_cases(const spec::DataFolder& data, Diagnostics& wrong) {
    for (const std::string& array : arrays_) {
        auto resolved = resolve_array(data, array, overrides_);
        if (!resolved) {
            append(wrong, resolved.error());
            continue;
        }
        auto built = build_array(*resolved);
        if (built) built_.emplace_back(document_name(array), std::move(*built));
        if (!built) append(wrong, built.error());
    }
    for (const std::string& workload : workloads_) {
        // -w takes all that follows, even the array; that it is missing has been told, and where it stands.
        if (arrays_.empty() && is_name(data.names("arrays"), workload)) continue;
        auto loaded = load_workload(data, workload);
        if (loaded) loads_.push_back(std::move(*loaded));
        if (!loaded) append(wrong, loaded.error());
    }
}

/// All that can be wrong before anything is simulated.
Diagnostics Predict::read() {
    auto wrong = missing();
    append(wrong, report_.faults());
    auto loads = parse_loads(at_);
    if (loads) predict_.loads = std::move(*loads);
    if (!loads) append(wrong, loads.error());
    if (precision_) {
        const auto precision = parse_precision(*precision_);
        if (precision) predict_.run.precision = *precision;
        if (!precision) append(wrong, precision.error());
    }
    if (measured_file_) {
        auto measured = measured::read_curves_csv(*measured_file_);
        if (measured) measured_ = std::move(*measured);
        if (!measured) append(wrong, measured.error());
    }
    const auto data = data_.folder();
    if (data) read_cases(*data, wrong);
    if (!data) append(wrong, data.error());
    predict_.seed = static_cast<std::uint64_t>(seed_);
    predict_.jobs =
        jobs_ > 0 ? static_cast<int>(jobs_) : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    predict_.solver = solver_ == "fast" ? Solver::fast : Solver::simulate;
    predict_.run.max_ios = max_ios_;
    return wrong;
}

void Predict::note(const std::string& text) const {
    if (!report_.quiet()) complain("note: " + text + "\n");
}

void Predict::lay_measured(Curve& curve) const {
    if (!measured_file_) return;
    std::copy_if(
        measured_.begin(), measured_.end(), std::back_inserter(curve.measured), [&](const MeasuredPoint& point) {
            return !curve.measured_as.empty() && point.config == curve.measured_as && point.workload == curve.workload;
        });
    if (!curve.measured.empty()) return;
    const auto file = report::printable(*measured_file_);
    note(curve.measured_as.empty()
             ? fmt::format("{} has no 'measured_as', so nothing of {} is laid beside it",
                           report::printable(curve.array), file)
             : fmt::format("{} has no point of {} under {}", file, report::printable(curve.measured_as),
                           report::printable(curve.workload)));
}

/// One curve after the other; the points of a curve in parallel.
Result<Prediction> Predict::predict_all() const {
    Prediction prediction;
    prediction.run.jobs = predict_.jobs;
    ProgressBar bar{!report_.quiet() && is_terminal(Stream::errors)};
    const double curves = static_cast<double>(built_.size() * loads_.size());
    for (const auto& [name, array] : built_) {
        for (const Workload& workload : loads_) {
            const auto before = static_cast<double>(prediction.curves.size());
            const auto label = report::printable(name + "  " + workload.name);
            bar.draw(label, before / curves);
            PredictOptions options = predict_;
            options.progress = [&](int done, int total) {
                bar.draw(label, (before + static_cast<double>(done) / total) / curves);
            };
            auto predicted = arraytwin::predict(array, name, workload, options);
            if (!predicted) return tl::unexpected(std::move(predicted.error()));
            prediction.curves.push_back(std::move(predicted->curve));
            prediction.run.wall_seconds += predicted->cost.wall_seconds;
            prediction.run.simulated_ios += predicted->cost.simulated_ios;
            prediction.run.events += predicted->cost.events;
        }
    }
    return prediction;
}

Exit Predict::judge(const Prediction& prediction) const {
    std::size_t points = 0;
    std::size_t imprecise = 0;
    for (const Curve& curve : prediction.curves) {
        points += curve.points.size();
        imprecise += static_cast<std::size_t>(std::count_if(
            curve.points.begin(), curve.points.end(), [](const Point& point) { return !point.precision_reached; }));
    }
    if (imprecise == 0) return Exit::done;
    note(
        fmt::format("{} of {} points ended before they reached the precision (mean {:g} %, p99 {:g} %); more "
                    "--max-ios helps",
                    imprecise, points, predict_.run.precision.mean * 100, predict_.run.precision.p99 * 100));
    return precision_ ? Exit::imprecise : Exit::done;
}

Exit Predict::run() {
    if (const auto wrong = read(); !wrong.empty()) return refuse(wrong);
    auto prediction = predict_all();
    if (!prediction) return refuse(prediction.error());
    for (Curve& curve : prediction->curves) lay_measured(curve);
    const Exit written = report_.write(*prediction);
    return written == Exit::done ? judge(*prediction) : written;
}

}  // namespace

std::unique_ptr<Command> make_predict() { return std::make_unique<Predict>(); }

}  // namespace arraytwin::cli
