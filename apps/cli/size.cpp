// size: which arrays carry what is needed, or how much of a workload an array carries.

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/report_options.hpp"
#include "apps/cli/seed_and_jobs.hpp"
#include "arraytwin/arraytwin.hpp"
#include "lib/plan/size.hpp"
#include "lib/plan/size_most.hpp"
#include "lib/report/sizing.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/units/parse.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::int64_t most_proposals = 100;

constexpr std::string_view more = R"(Examples:
  arraytwin size --need database-and-files --most 1
  arraytwin size aff-a250 --need database-and-files --set software.data_reduction_ratio=2 --json -
  arraytwin size --max aff-a800 -w sql-80-20 --within 1ms

A need is a document: workloads with their IOPS, space and latency targets, how they grow, whether a node may be down,
and how much headroom there must be; docs/size.md explains its keys. What is searched are the arrays that say what they
are sold with ([[options]]), or those that are named. Smaller is: fewer nodes, then drives, then raw TB, then cores;
there are no prices. The fast solver dismisses what misses a target by more than its own error; what is proposed was
simulated. If nothing meets the need, the exit code is 1.

--max takes a workload of one kind and finds the most IOPS at which its mean latency is within a limit.
)";

class Size final : public Command {
public:
    std::string_view name() const override { return "size"; }
    std::string_view summary() const override { return "the smallest configurations that meet a need"; }
    std::string_view usage() const override {
        return "[ARRAY]... --need FILE | --max ARRAY -w WORKLOAD --within LATENCY [OPTION]...";
    }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override;
    Exit run() override;

private:
    Diagnostics faults() const;
    Diagnostics faults_of_max() const;
    int jobs() const;
    Exit size(const spec::DataFolder& data) const;
    Exit find_most(const spec::DataFolder& data) const;

    std::vector<std::string> arrays_;
    std::optional<std::string> need_;
    std::optional<std::string> max_;
    std::optional<std::string> workload_;
    std::optional<std::string> within_;
    std::vector<std::string> overrides_;
    std::int64_t most_ = plan::SizeOptions{}.most;
    SeedAndJobs seed_and_jobs_;
    DataOption data_;
    ReportOptions report_{Page::none};
};

void Size::declare(Options& options) {
    options.arguments("ARRAY", arrays_, "only these: names in data/arrays (see 'arraytwin list'), or paths");
    options.text("--need", "FILE", need_, "what is to be carried: a name in data/needs, or the path of a document");
    options.text("--max", "ARRAY", max_, "instead: how much of a workload this array carries");
    options.text("-w,--workload", "WORKLOAD", workload_, "with --max: a name in data/workloads, a path, or inline");
    options.text("--within", "LATENCY", within_, "with --max: the largest mean latency, such as 1ms");
    options.texts("--set", "KEY=VALUE", overrides_, "change a key of every array; repeatable");
    options.whole_number("--most", most_, 1, most_proposals, fmt::format("proposals, one for each array ({})", most_));
    seed_and_jobs_.declare(options);
    report_.declare(options);
    data_.declare(options);
}

Diagnostics Size::faults_of_max() const {
    Diagnostics wrong;
    const std::string example = "arraytwin size --max aff-a800 -w sql-80-20 --within 1ms";
    if (!arrays_.empty()) wrong.push_back({"ARRAY", 0, 0, "", "--max names the array already", example});
    if (!workload_) wrong.push_back({"--max", 0, 0, "", "a workload is missing", example});
    if (!within_) wrong.push_back({"--max", 0, 0, "", "the latency is missing", example});
    if (!within_) return wrong;
    const auto limit = parse<Duration>(*within_);
    if (!limit || limit->ns() <= 0) {
        wrong.push_back({"--within", 0, 0, "", fmt::format("'{}' is not a latency", spec::printable(*within_)),
                         "a number above 0 with its unit: 1ms, 500us"});
    }
    return wrong;
}

/// All that can be told before anything is read.
Diagnostics Size::faults() const {
    auto wrong = report_.faults();
    if (max_ && need_) wrong.push_back({"--max", 0, 0, "", "stands beside --need", "one of the two, please"});
    if (max_) append(wrong, faults_of_max());
    if (max_) return wrong;
    if (!need_) {
        wrong.push_back({"arraytwin size", 0, 0, "", "--need FILE is missing",
                         "arraytwin size --need database-and-files; docs/size.md says how to write one"});
    }
    if (workload_) wrong.push_back({"-w", 0, 0, "", "goes with --max only", "a need names its workloads itself"});
    if (within_) wrong.push_back({"--within", 0, 0, "", "goes with --max only", "a need has its own latency targets"});
    return wrong;
}

int Size::jobs() const { return seed_and_jobs_.jobs(); }

Exit Size::size(const spec::DataFolder& data) const {
    const auto need = plan::load_need(data, *need_);
    if (!need) return refuse(need.error());
    ProgressBar bar{!report_.quiet() && is_terminal(Stream::errors)};
    plan::SizeOptions options{
        arrays_, overrides_, static_cast<int>(most_), seed_and_jobs_.seed(), jobs(), [&](int done, int total) {
            bar.draw("size", static_cast<double>(done) / total);
        }};
    const auto found = plan::size(data, *need, options);
    if (!found) return refuse(found.error());
    const Exit written =
        report_.write({[&] { return report::sizing_json(*found); }, [&] { return report::sizing_csv(*found); }, no_page,
                       [&](report::TableStyle style) { return report::sizing_table(*found, style); }});
    if (written != Exit::done) return written;
    return found->proposals.empty() ? Exit::check_failed : Exit::done;
}

Exit Size::find_most(const spec::DataFolder& data) const {
    const auto workload = load_workload(data, *workload_);
    if (!workload) return refuse(workload.error());
    auto found = plan::most_within(data, *max_, *workload, parse<Duration>(*within_).value(),
                                   {overrides_, seed_and_jobs_.seed(), jobs()});
    if (!found) return refuse(found.error());
    found->array = document_name(*max_);
    const Exit written =
        report_.write({[&] { return report::most_json(*found); }, [&] { return report::most_csv(*found); }, no_page,
                       [&](report::TableStyle style) { return report::most_table(*found, style); }});
    if (written != Exit::done) return written;
    return found->point ? Exit::done : Exit::check_failed;
}

Exit Size::run() {
    auto wrong = faults();
    const auto data = data_.folder();
    if (!data) append(wrong, data.error());
    if (!wrong.empty()) return refuse(wrong);
    return max_ ? find_most(*data) : size(*data);
}

}  // namespace

std::unique_ptr<Command> make_size() { return std::make_unique<Size>(); }

}  // namespace arraytwin::cli
