// compare: measured runs against the twin's answers to the same loads.

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/measured_files.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/report_options.hpp"
#include "apps/cli/seed_and_jobs.hpp"
#include "apps/cli/values.hpp"
#include "arraytwin/arraytwin.hpp"
#include "lib/compare/compare.hpp"
#include "lib/report/comparison.hpp"
#include "lib/report/html.hpp"
#include "lib/report/text.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::int64_t fewest_ios = 1000;  // fewer say nothing
constexpr std::int64_t most_ios = 1'000'000'000'000;

constexpr std::string_view more = R"(Examples:
  arraytwin compare aff-a800 --measured data/measured/measured_curves.csv --solver fast
  arraytwin compare aff-a800 --measured data/measured/measured_curves.csv -w 4k-random-read --max-error peak=5%,latency=10%

Measured runs may be in any format that 'arraytwin measured' reads. Rows go to a workload by its name, else by block size,
read share and random share; rows that name a configuration must name the array's 'measured_as', or that of --config.

Each point is answered at its own load: a peak at round(IOPS x latency) outstanding, a paced step at its IOPS, a run of
known depth at that depth. Error is predicted / measured - 1. A workload agrees if all its errors are within the
measurement's own noise; is biased if they are of one sign and similar size; has the wrong shape otherwise.

--max-error KIND=LIMIT,... is a gate with exit code 1: kinds are peak, sub_ms, knee (of each workload), iops and latency
(of each point). A kind without any error to check fails too.
)";

class Compare final : public Command {
public:
    std::string_view name() const override { return "compare"; }
    std::string_view summary() const override { return "measured runs against predictions: errors, audit, a verdict"; }
    std::string_view usage() const override { return "ARRAY --measured FILE... [-w WORKLOAD...] [OPTION]..."; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override;
    Exit run() override;

private:
    Diagnostics missing() const;
    Diagnostics read();
    void read_case(const spec::DataFolder& data, Diagnostics& wrong);
    Result<compare::Report> compare_all() const;
    ReportOptions::Texts texts_of(const compare::Report& report, const report::GateResult& gate) const;

    // As given.
    std::vector<std::string> arrays_;
    std::vector<std::string> measured_files_;
    std::vector<std::string> workloads_;
    std::vector<std::string> overrides_;
    std::optional<std::string> config_;
    std::optional<std::string> max_error_;
    std::string solver_ = "simulate";
    std::int64_t max_ios_ = twin::RunOptions{}.max_ios;
    SeedAndJobs seed_and_jobs_;
    DataOption data_;
    ReportOptions report_;

    // As read.
    compare::CompareOptions compare_;
    compare::Limits limits_;
    std::optional<BuiltTwin> built_;
    std::string array_name_;
    std::vector<Workload> wanted_;
    measured::Run measured_;
    compare::Plan plan_;
};

void Compare::declare(Options& options) {
    options.arguments("ARRAY", arrays_, "a name in data/arrays (see 'arraytwin list'), or the path of a document");
    options.lists("-m,--measured", "FILE", measured_files_,
                  "what a benchmark wrote; also a folder, a zip archive, or a pattern in quotes");
    options.lists("-w,--workload", "WORKLOAD", workloads_,
                  "only these; rows that tell no mix are taken as it if there is one");
    options.text("--config", "NAME", config_, "configuration of the rows, instead of the array's 'measured_as'");
    options.text("--max-error", "LIMITS", max_error_, "exit with 1 beyond them: peak=5%,latency=10%");
    options.texts("--set", "KEY=VALUE", overrides_, "change a key of the array, such as media.count=48; repeatable");
    options.word("--solver", solver_, {"simulate", "fast"}, "every I/O (the default), or mean values in milliseconds");
    options.whole_number("--max-ios", max_ios_, fewest_ios, most_ios,
                         fmt::format("I/Os after which a point ends ({})", max_ios_));
    seed_and_jobs_.declare(options);
    report_.declare(options);
    data_.declare(options);
}

Diagnostics Compare::missing() const {
    Diagnostics wrong;
    if (arrays_.empty()) {
        wrong.push_back({"arraytwin compare", 0, 0, "", "an ARRAY is missing",
                         "it stands first: arraytwin compare aff-a800 --measured runs.csv"});
    }
    if (arrays_.size() > 1) {
        wrong.push_back({"arraytwin compare", 0, 0, "",
                         fmt::format("{} ARRAYs, but a comparison is of one", arrays_.size()),
                         "files follow --measured"});
    }
    if (measured_files_.empty()) {
        wrong.push_back({"arraytwin compare", 0, 0, "", "measured runs are missing",
                         "--measured data/measured/measured_curves.csv"});
    }
    return wrong;
}

void Compare::read_case(const spec::DataFolder& data, Diagnostics& wrong) {
    for (const std::string& workload : workloads_) {
        auto loaded = load_workload(data, workload);
        if (loaded) wanted_.push_back(std::move(*loaded));
        if (!loaded) append(wrong, loaded.error());
    }
    if (arrays_.size() != 1) return;
    const auto resolved = resolve_array(data, arrays_.front(), overrides_);
    if (!resolved) return append(wrong, resolved.error());
    auto built = build_array(*resolved);
    if (!built) return append(wrong, built.error());
    built_.emplace(std::move(*built));
    array_name_ = document_name(arrays_.front());
}

/// All that can be wrong before anything is simulated.
Diagnostics Compare::read() {
    auto wrong = missing();
    append(wrong, report_.faults());
    if (max_error_) {
        auto limits = parse_max_error(*max_error_);
        if (limits) limits_ = std::move(*limits);
        if (!limits) append(wrong, limits.error());
    }
    if (!measured_files_.empty()) {
        auto run = read_measured_files(measured_files_);
        if (run) measured_ = std::move(*run);
        if (!run) append(wrong, run.error());
    }
    const auto data = data_.folder();
    if (data) read_case(*data, wrong);
    if (!data) append(wrong, data.error());
    auto& predict = compare_.predict;
    predict.seed = seed_and_jobs_.seed();
    predict.jobs = seed_and_jobs_.jobs();
    predict.solver = solver_ == "fast" ? Solver::fast : Solver::simulate;
    predict.run.max_ios = max_ios_;
    if (!wrong.empty()) return wrong;
    auto planned = compare::plan(measured_, *data,
                                 {array_name_, built_->header.measured_as, config_, built_->twin->volumes(), wanted_});
    if (!planned) return planned.error();
    plan_ = std::move(*planned);
    return {};
}

Result<compare::Report> Compare::compare_all() const {
    ProgressBar bar{!report_.quiet() && is_terminal(Stream::errors)};
    compare::CompareOptions options = compare_;
    options.progress = [&](const std::string& workload, double done) {
        bar.draw(report::printable(array_name_ + "  " + workload), done);
    };
    return compare::compare(*built_, array_name_, measured_, plan_, options);
}

ReportOptions::Texts Compare::texts_of(const compare::Report& report, const report::GateResult& gate) const {
    return {[&] { return report::comparison_json(report, gate); }, [&] { return report::comparison_csv(report); },
            [&] { return report::html(report::comparison_curves(report), report::comparison_overlays(report)); },
            [&](report::TableStyle style) { return report::comparison_table(report, gate, style); }};
}

Exit Compare::run() {
    if (const auto wrong = read(); !wrong.empty()) return refuse(wrong);
    const auto report = compare_all();
    if (!report) return refuse(report.error());
    if (!report_.quiet()) {
        for (const auto& note : report->notes) complain("note: " + report::printable(note) + "\n");
        for (const auto& warning : measured_.warnings)
            complain(fmt::format("note: {}:{}: {}\n", report::printable(warning.file), warning.line,
                                 report::printable(warning.text)));
    }
    const report::GateResult gate{limits_, compare::breaches_of(*report, limits_)};
    const Exit written = report_.write(texts_of(*report, gate));
    if (written != Exit::done || gate.breaches.empty()) return written;
    for (const auto& breach : gate.breaches) complain("gate: " + report::breach_words(breach) + "\n");
    return Exit::check_failed;
}

}  // namespace

std::unique_ptr<Command> make_compare() { return std::make_unique<Compare>(); }

}  // namespace arraytwin::cli
