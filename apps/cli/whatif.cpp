// whatif: an array beside its variants, on the same random numbers.
#include "lib/plan/whatif.hpp"

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/report_options.hpp"
#include "apps/cli/seed_and_jobs.hpp"
#include "apps/cli/values.hpp"
#include "apps/cli/whatif_variant.hpp"
#include "arraytwin/arraytwin.hpp"
#include "lib/report/text.hpp"
#include "lib/report/whatif.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::int64_t fewest_replications = 3;  // of two, Student's t says next to nothing
constexpr std::int64_t most_replications = 1000;
constexpr std::int64_t fewest_ios = 1000;
constexpr std::int64_t most_ios = 1'000'000'000;

constexpr std::string_view more = R"(Examples:
  arraytwin whatif aff-a800 -w 8k:70r:100rand --set media.count=48
  arraytwin whatif aff-a800 -w sql-80-20 --fail node:2 --at iops=200000,outstanding=1024
  arraytwin whatif aff-a300 -w 4k-random-read --vs aff-a800 --solver fast
  arraytwin whatif ef570 -w 8k:70r:100rand --variant "half the drives: media.count=12" --variant "fail=node:2"
  arraytwin whatif aff-a800 -w oracle --vs-workload oracle+64k:100r:0rand

--set, --fail, --vs and --vs-workload together make one variant of ARRAY under its workload. Each --variant
"NAME: WORD..." makes one more; its words are KEY=VALUE as of --set, fail=PART, vs=ARRAY and workload=WORKLOAD.

Without --at, all are asked for the most that the workload's threads can do, and paced at half of the base's peak.
Base and variants run several times each, every time on the same random numbers. 'better' and 'worse' need a difference
of 1 % at least that is no noise: of all rows of a variant together, 2 % false alarms. 'same' needs a 95 % interval
within 1 %. 'undecided' is neither: more --replications or --max-ios decide it. These intervals are the simulation's
noise. How far the model is off from the array stands under 'model', and would not become less with more runs.
)";

class WhatIfCommand final : public Command {
public:
    std::string_view name() const override { return "whatif"; }
    std::string_view summary() const override { return "an array beside its variants: better, worse, or undecided"; }
    std::string_view usage() const override { return "ARRAY -w WORKLOAD --set KEY=VALUE... [OPTION]..."; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override;
    Exit run() override;

private:
    Diagnostics missing() const;
    Diagnostics read();
    void read_case(const spec::DataFolder& data, const Variant& variant, Diagnostics& wrong);
    Result<plan::WhatIf> compare() const;

    // As given.
    std::vector<std::string> arrays_;
    std::vector<std::string> workloads_;
    Variant named_;  // --set, --fail, --vs, --vs-workload
    std::optional<std::string> versus_;
    std::optional<std::string> versus_workload_;
    std::vector<std::string> variants_;
    std::vector<std::string> at_;
    std::string solver_ = "simulate";
    std::int64_t replications_ = plan::PairedRunOptions{}.replications;
    std::int64_t ios_ = plan::PairedRunOptions{}.ios;
    SeedAndJobs seed_and_jobs_;
    DataOption data_;
    ReportOptions report_{Page::none};

    // As read: the base, then the variants.
    plan::WhatIfOptions options_;
    std::vector<plan::Case> cases_;
};

void WhatIfCommand::declare(Options& options) {
    options.arguments("ARRAY", arrays_, "the base: a name in data/arrays, or the path of a document");
    options.lists("-w,--workload", "WORKLOAD", workloads_,
                  "a name in data/workloads, a path, or inline: 8k:70r:100rand");
    options.texts("--set", "KEY=VALUE", named_.overrides,
                  "change a key in the variant, such as media.count=48; repeatable");
    options.texts("--fail", "PART", named_.failures,
                  "a part that is down in the variant: node:2, drive:5 or port:1a; repeatable");
    options.text("--vs", "ARRAY", versus_, "another array as the variant");
    options.text("--vs-workload", "WORKLOAD", versus_workload_,
                 "another workload for the variant: other blocks, one more beside it");
    options.texts("--variant", "\"NAME: WORD...\"", variants_, "one more variant; repeatable");
    options.texts("--at", "LOAD", at_,
                  "instead of the two loads: outstanding=N, iops=X or both with a comma; repeatable");
    options.word("--solver", solver_, {"simulate", "fast"},
                 "every I/O (the default), or mean values, without intervals");
    options.whole_number("--replications", replications_, fewest_replications, most_replications,
                         fmt::format("runs of each array at each load ({})", replications_));
    options.whole_number("--max-ios", ios_, fewest_ios, most_ios,
                         fmt::format("I/Os of a run ({}); 16 for each outstanding one at least", ios_));
    seed_and_jobs_.declare(options);
    report_.declare(options);
    data_.declare(options);
}

Diagnostics WhatIfCommand::missing() const {
    Diagnostics wrong;
    const auto refuse = [&](const std::string& message, const std::string& help) {
        wrong.push_back({"arraytwin whatif", 0, 0, "", message, help});
    };
    if (arrays_.size() != 1)
        refuse(arrays_.empty() ? "an ARRAY is missing" : "one ARRAY, please", "others are variants: --vs ARRAY");
    if (workloads_.size() != 1)
        refuse(workloads_.empty() ? "a workload is missing" : "one workload, please",
               "-w 4k-random-read; another one for a variant is --vs-workload");
    if (named_.empty() && !versus_ && !versus_workload_ && variants_.empty())
        refuse("nothing differs", "--set media.count=48, --fail node:2, --vs ARRAY or --variant \"NAME: WORD...\"");
    return wrong;
}

/// Of the base, and of each variant of it.
void WhatIfCommand::read_case(const spec::DataFolder& data, const Variant& variant, Diagnostics& wrong) {
    const std::string& array = variant.array.empty() ? arrays_.front() : variant.array;
    auto overrides = variant.overrides;
    const auto failures = parse_failures(variant.failures);
    if (failures) overrides.insert(overrides.end(), failures->begin(), failures->end());
    if (!failures) append(wrong, failures.error());
    const auto workload = load_workload(data, variant.workload.empty() ? workloads_.front() : variant.workload);
    if (!workload) append(wrong, workload.error());
    const auto resolved = resolve_array(data, array, overrides);
    if (!resolved) append(wrong, resolved.error());
    if (!failures || !workload || !resolved) return;
    auto built = build_array(*resolved);
    if (!built) append(wrong, built.error());
    if (built) cases_.push_back({variant.name, document_name(array), std::move(*built), *workload});
}

/// All that can be wrong before anything is simulated.
Diagnostics WhatIfCommand::read() {
    auto wrong = missing();
    append(wrong, report_.faults());
    auto loads = parse_loads(at_);
    if (loads) options_.loads = std::move(*loads);
    if (!loads) append(wrong, loads.error());
    const auto variants = parse_variants(variants_);
    if (!variants) append(wrong, variants.error());
    const auto data = data_.folder();
    if (!data) append(wrong, data.error());
    if (!wrong.empty()) return wrong;
    Variant base;
    base.name = "base";
    read_case(*data, base, wrong);
    if (!wrong.empty()) return wrong;  // of variants too it would be told
    named_.array = versus_.value_or("");
    named_.workload = versus_workload_.value_or("");
    named_.name = named_.description();
    if (!named_.empty()) read_case(*data, named_, wrong);
    for (const Variant& variant : *variants) read_case(*data, variant, wrong);
    options_.solver = solver_ == "fast" ? Solver::fast : Solver::simulate;
    options_.runs.seed = seed_and_jobs_.seed();
    options_.runs.replications = static_cast<int>(replications_);
    options_.runs.ios = ios_;
    options_.runs.jobs = seed_and_jobs_.jobs();
    return wrong;
}

Result<plan::WhatIf> WhatIfCommand::compare() const {
    ProgressBar bar{!report_.quiet() && is_terminal(Stream::errors)};
    auto options = options_;
    const auto label = report::printable(cases_.front().array + "  " + cases_.front().workload.name);
    options.runs.progress = [&](int done, int total) { bar.draw(label, static_cast<double>(done) / total); };
    return plan::what_if(cases_, options);
}

Exit WhatIfCommand::run() {
    if (const auto wrong = read(); !wrong.empty()) return refuse(wrong);
    const auto compared = compare();
    if (!compared) return refuse(compared.error());
    return report_.write({[&] { return report::whatif_json(*compared); }, [&] { return report::whatif_csv(*compared); },
                          no_page, [&](report::TableStyle style) { return report::whatif_table(*compared, style); }});
}

}  // namespace

std::unique_ptr<Command> make_whatif() { return std::make_unique<WhatIfCommand>(); }

}  // namespace arraytwin::cli
