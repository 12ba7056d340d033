// explain: where the time goes at a load, what is busy, and what would help most.
#include "lib/plan/explain.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/report_options.hpp"
#include "apps/cli/seed_and_jobs.hpp"
#include "apps/cli/values.hpp"
#include "arraytwin/arraytwin.hpp"
#include "lib/report/explanation.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::int64_t fewest_ios = 1000;
constexpr std::int64_t most_ios = 1'000'000'000'000;
constexpr std::int64_t most_confirmed = 50;

constexpr std::string_view more = R"(Examples:
  arraytwin explain aff-a800 -w 4k-random-read --at iops=600000,outstanding=4096
  arraytwin explain ef570 -w 8k:70r:100rand --solver fast
  arraytwin explain aff-a800 -w sql-80-20 --fail node:2 --confirm 5 --json -

Three answers at one load; without --at, paced at half of the peak. Where the average I/O's time goes: waiting and
service by kind of server, along the data's way; they sum to the mean latency. What is busy: the busiest server of each
kind. What would help: the array with twice of one resource after the other (a clock 10 % faster), and with each cost
of its calibration 10 % less, by the fast solver. The hardware that helps most is then simulated, paired as in 'whatif'.
)";

class Explain final : public Command {
public:
    std::string_view name() const override { return "explain"; }
    std::string_view summary() const override { return "where each microsecond goes, and what would help most"; }
    std::string_view usage() const override { return "ARRAY -w WORKLOAD [--at LOAD] [OPTION]..."; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override;
    Exit run() override;

private:
    Diagnostics read();
    Result<plan::Explanation> explained() const;

    // As given.
    std::vector<std::string> arrays_;
    std::vector<std::string> workloads_;
    std::vector<std::string> overrides_;
    std::vector<std::string> failures_;
    std::vector<std::string> at_;
    std::string solver_ = "simulate";
    std::int64_t confirmed_ = plan::ExplainOptions{}.confirmed;
    std::int64_t ios_ = twin::RunOptions{}.max_ios;
    SeedAndJobs seed_and_jobs_;
    DataOption data_;
    ReportOptions report_{Page::none};

    // As read.
    plan::ExplainOptions options_;
    ResolvedArray array_;
    Workload workload_;
};

void Explain::declare(Options& options) {
    options.arguments("ARRAY", arrays_, "a name in data/arrays (see 'arraytwin list'), or the path of a document");
    options.lists("-w,--workload", "WORKLOAD", workloads_,
                  "a name in data/workloads, a path, or inline: 8k:70r:100rand");
    options.texts("--set", "KEY=VALUE", overrides_, "change a key of the array, such as media.count=48; repeatable");
    options.texts("--fail", "PART", failures_,
                  "a part of the array that is down: node:2, drive:5 or port:1a; repeatable");
    options.texts("--at", "LOAD", at_, "outstanding=N, iops=X or both with a comma (paced at half of the peak)");
    options.word("--solver", solver_, {"simulate", "fast"}, "every I/O (the default), or mean values in milliseconds");
    options.whole_number("--confirm", confirmed_, 0, most_confirmed,
                         fmt::format("resources that help most to be simulated ({})", confirmed_));
    options.whole_number(
        "--max-ios", ios_, fewest_ios, most_ios,
        fmt::format("I/Os after which the point ends ({}); of what is confirmed each run has {} at most", ios_,
                    options_.runs.ios));
    seed_and_jobs_.declare(options);
    report_.declare(options);
    data_.declare(options);
}

Diagnostics Explain::read() {
    auto wrong = report_.faults();
    if (arrays_.size() != 1)
        wrong.push_back({"arraytwin explain", 0, 0, "", arrays_.empty() ? "an ARRAY is missing" : "one ARRAY, please",
                         "it stands before -w: arraytwin explain aff-a800 -w 4k-random-read"});
    if (workloads_.size() != 1)
        wrong.push_back({"arraytwin explain", 0, 0, "",
                         workloads_.empty() ? "a workload is missing" : "one workload, please",
                         "-w 4k-random-read, or inline: -w 8k:70r:100rand"});
    auto loads = parse_loads(at_);
    if (loads) options_.predict.loads = std::move(*loads);
    if (!loads) append(wrong, loads.error());
    const auto failures = parse_failures(failures_);
    if (failures) overrides_.insert(overrides_.end(), failures->begin(), failures->end());
    if (!failures) append(wrong, failures.error());
    const auto data = data_.folder();
    if (!data) append(wrong, data.error());
    if (!wrong.empty()) return wrong;
    auto workload = load_workload(*data, workloads_.front());
    if (workload) workload_ = std::move(*workload);
    if (!workload) append(wrong, workload.error());
    auto array = resolve_array(*data, arrays_.front(), overrides_);
    if (array) array_ = std::move(*array);
    if (!array) append(wrong, array.error());
    options_.predict.seed = seed_and_jobs_.seed();
    options_.predict.jobs = seed_and_jobs_.jobs();
    options_.predict.solver = solver_ == "fast" ? Solver::fast : Solver::simulate;
    options_.predict.run.max_ios = ios_;
    options_.runs.ios = std::min(ios_, options_.runs.ios);
    options_.confirmed = static_cast<int>(confirmed_);
    return wrong;
}

Result<plan::Explanation> Explain::explained() const {
    return plan::explain(array_, document_name(arrays_.front()), workload_, options_);
}

Exit Explain::run() {
    if (const auto wrong = read(); !wrong.empty()) return refuse(wrong);
    const auto found = explained();
    if (!found) return refuse(found.error());
    return report_.write({[&] { return report::explanation_json(*found); },
                          [&] { return report::explanation_csv(*found); }, no_page,
                          [&](report::TableStyle style) { return report::explanation_table(*found, style); }});
}

}  // namespace

std::unique_ptr<Command> make_explain() { return std::make_unique<Explain>(); }

}  // namespace arraytwin::cli
