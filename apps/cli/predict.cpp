// predict: curves of arrays under workloads.
#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "apps/cli/application_options.hpp"
#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/report_options.hpp"
#include "apps/cli/seed_and_jobs.hpp"
#include "apps/cli/values.hpp"
#include "arraytwin/arraytwin.hpp"
#include "lib/measured/curves_csv.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::int64_t fewest_ios = 1000;  // fewer say nothing
constexpr std::int64_t most_ios = 1'000'000'000'000;

constexpr std::string_view more = R"(Examples:
  arraytwin predict aff-a800 -w 4k-random-read
  arraytwin predict aff-a800 -w 8k:70r:100rand --at outstanding=256 --at iops=300000 --json -
  arraytwin predict aff-a800 -w 4k-random-read 64k-sequential-write --set media.count=48 --html curves.html
  arraytwin predict aff-a800 -w sql-80-20+64k:100r:0rand --solver fast
  arraytwin predict aff-a800 -w 4k-random-read --fail drive:5 --set failures.rebuild=medium
  arraytwin predict aff-a800 -a sysbench-oltp --vms 4,8,12,16,32

Without --at, the curve is what StorageReview measures: the most that the workload's threads can do, then paced steps of
10 to 120 % of it. Each point is simulated until the 95 % intervals of mean and p99 are within the precision, or until
--max-ios. Points that fell short are marked with '!' in the table ("precision_reached" in JSON); if --precision was
given, the exit code then is 3.

An inline workload is BLOCK:READr:RANDOMrand: 8k:70r:100rand is 8 KiB, 70 % reads, all of it random. A mix of sizes says
the percentage of each: 4k/60,64k/40:70r:100rand (as fio's bssplit does; percentages add up to 100). Hot spots,
8k:70r:90/10hot, send 90 % of the random I/O to 10 % of the space; a document can make whole volumes hot (hot_volumes).

Workloads with a '+' between them run at once, each on its own equal part of the volumes: sql-80-20+64k:100r:0rand. A
document with [[parts]] says more of each: workload, volumes or volume_share, outstanding_per_volume. The table then has
the point of all and beneath it each part's. --at iops= paces all of them together: the next I/O goes to the thread that
has waited longest, so under a light load parts share it in proportion to their threads, and at the maximum they compete.

An application (-a; -w knows its name too) is clients that think, compute and wait for their I/Os: the table has its
transactions a second and their latency by number of virtual machines (--vms). --measured then takes a file like
data/measured/measured_apps.csv, whose numbers of machines are the default.
)";

class Predict final : public Command {
public:
    std::string_view name() const override { return "predict"; }
    std::string_view summary() const override { return "IOPS-latency curves, what limits them, how far to trust them"; }
    std::string_view usage() const override { return "ARRAY... -w WORKLOAD...|-a APPLICATION... [OPTION]..."; }
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
    Exit run_applications();
    Result<ApplicationPrediction> predict_applications() const;
    Exit judge(const std::vector<const Point*>& points) const;

    // As given.
    std::vector<std::string> arrays_;
    std::vector<std::string> workloads_;
    std::vector<std::string> overrides_;
    std::vector<std::string> failures_;
    std::vector<std::string> at_;
    std::string solver_ = "simulate";
    std::optional<std::string> measured_file_;
    std::optional<std::string> precision_;
    std::int64_t max_ios_ = twin::RunOptions{}.max_ios;
    SeedAndJobs seed_and_jobs_;
    DataOption data_;
    ReportOptions report_;
    ApplicationOptions applications_;

    // As read.
    PredictOptions predict_;
    std::vector<std::pair<std::string, BuiltTwin>> built_;
    std::vector<Workload> loads_;
    std::vector<MeasuredPoint> measured_;
};

void Predict::declare(Options& options) {
    options.arguments("ARRAY", arrays_, "a name in data/arrays (see 'arraytwin list'), or the path of a document");
    options.lists("-w,--workload", "WORKLOAD", workloads_,
                  "a name in data/workloads, a path, or inline: 8k:70r:100rand; several at once with a '+' between");
    applications_.declare(options);
    options.texts("--set", "KEY=VALUE", overrides_, "change a key of the arrays, such as media.count=48; repeatable");
    options.texts("--fail", "PART", failures_,
                  "a part of the arrays that is down: node:2, drive:5 or port:1a; repeatable");
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
    seed_and_jobs_.declare(options);
    report_.declare(options);
    data_.declare(options);
}

Diagnostics Predict::missing() const {
    Diagnostics wrong;
    if (arrays_.empty()) {
        wrong.push_back({"arraytwin predict", 0, 0, "", "an ARRAY is missing",
                         "it stands before -w: arraytwin predict aff-a800 -w 4k-random-read"});
    }
    if (workloads_.empty() && !applications_.wanted()) {
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
        if (applications_.take(data, workload)) continue;
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
    const auto failures = parse_failures(failures_);
    if (failures) overrides_.insert(overrides_.end(), failures->begin(), failures->end());
    if (!failures) append(wrong, failures.error());
    const auto data = data_.folder();
    if (data) read_cases(*data, wrong);
    if (!data) append(wrong, data.error());
    if (data && applications_.wanted()) append(wrong, applications_.read(*data, measured_file_));
    append(wrong, applications_.faults(!at_.empty(), !loads_.empty(), report_.wants_page()));
    if (measured_file_ && !applications_.wanted()) {
        auto measured = measured::read_curves_csv(*measured_file_);
        if (measured) measured_ = std::move(*measured);
        if (!measured) append(wrong, measured.error());
    }
    predict_.seed = seed_and_jobs_.seed();
    predict_.jobs = seed_and_jobs_.jobs();
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

void add(RunCost& total, const RunCost& part) {
    total.wall_seconds += part.wall_seconds;
    total.simulated_ios += part.simulated_ios;
    total.events += part.events;
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
            add(prediction.run, predicted->cost);
        }
    }
    return prediction;
}

/// One application after the other; the numbers of virtual machines in parallel.
Result<ApplicationPrediction> Predict::predict_applications() const {
    ApplicationPrediction prediction;
    prediction.run.jobs = predict_.jobs;
    for (const auto& [name, array] : built_) {
        for (const Application& application : applications_.loaded()) {
            const auto& config = array.header.measured_as;
            auto predicted =
                arraytwin::predict(array, name, application, applications_.vms_for(config, application.name), predict_);
            if (!predicted) return tl::unexpected(std::move(predicted.error()));
            predicted->curve.measured = applications_.measured_of(config, application.name);
            if (measured_file_ && predicted->curve.measured.empty()) {
                note(fmt::format("{} has no row of {} under '{}'", report::printable(*measured_file_),
                                 report::printable(application.name), report::printable(config)));
            }
            prediction.curves.push_back(std::move(predicted->curve));
            add(prediction.run, predicted->cost);
        }
    }
    return prediction;
}

Exit Predict::run_applications() {
    const auto prediction = predict_applications();
    if (!prediction) return refuse(prediction.error());
    const Exit written = report_.write(*prediction);
    std::vector<const Point*> points;
    for (const ApplicationCurve& curve : prediction->curves) {
        for (const ApplicationPoint& point : curve.points) points.push_back(&point.transactions);
    }
    return written == Exit::done ? judge(points) : written;
}

Exit Predict::judge(const std::vector<const Point*>& all) const {
    const auto points = all.size();
    const auto imprecise =
        std::count_if(all.begin(), all.end(), [](const Point* point) { return !point->precision_reached; });
    if (imprecise == 0) return Exit::done;
    note(
        fmt::format("{} of {} points ended before they reached the precision (mean {:g} %, p99 {:g} %); more "
                    "--max-ios helps",
                    imprecise, points, predict_.run.precision.mean * 100, predict_.run.precision.p99 * 100));
    return precision_ ? Exit::imprecise : Exit::done;
}

Exit Predict::run() {
    if (const auto wrong = read(); !wrong.empty()) return refuse(wrong);
    if (applications_.wanted()) return run_applications();
    auto prediction = predict_all();
    if (!prediction) return refuse(prediction.error());
    for (Curve& curve : prediction->curves) lay_measured(curve);
    const Exit written = report_.write(*prediction);
    std::vector<const Point*> points;
    for (const Curve& curve : prediction->curves) {
        for (const Point& point : curve.points) points.push_back(&point);
    }
    return written == Exit::done ? judge(points) : written;
}

}  // namespace

std::unique_ptr<Command> make_predict() { return std::make_unique<Predict>(); }

}  // namespace arraytwin::cli
