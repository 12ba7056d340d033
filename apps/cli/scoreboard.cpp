// scoreboard: how well the measured arrays are predicted from what was not measured of them, beside the null model.
#include <algorithm>
#include <filesystem>
#include <iterator>

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
#include "lib/report/scoreboard.hpp"
#include "lib/report/text.hpp"
#include "lib/scoreboard/scoreboard.hpp"
#include "lib/spec/suggest.hpp"
#include "lib/twin/load.hpp"

namespace arraytwin::cli {

namespace {

constexpr std::string_view every_family = "all";

/// Measured under the sixteen workloads that the null model knows; one group for each family, then all.
const std::vector<std::string> default_arrays{"aff-a800", "aff-a300", "a250-fc", "a250-nvmefc", "ef570"};

constexpr std::string_view more = R"(Examples:
  arraytwin scoreboard --protocol corners_to_mixes --family ontap
  arraytwin scoreboard --max-error mix_out=6%,own_mix=8% --json scoreboard.json

Six protocols (all, or those of --protocol), each a set of refits that do not see what they predict:
  in_sample         all points of all arrays -> the same
  knee              all but this: of one workload of one array its IOPS at 1 ms and its latencies
  mix_out           all peaks but one array's of one mix -> that one
  corners_to_mixes  an array's four corner workloads, all of the other arrays -> its mixes
  own_mix           the same and one of its own mixes, each in turn -> its other mixes
  array_out         the other arrays of the family, costs in common -> an array's corners, from its spec alone

Beside each stands the null model, ln IOPS = array + workload, which knows nothing of storage; for IOPS at 1 ms a sharp
corner (the peak itself), for an array out its cores x GHz. Error is predicted / measured - 1. Rows with fit = no are neither
fitted nor scored. Everything is the fast solver's, and starts from the priors of the families, whatever calibration an array names.

ARRAYs are those of data/measured that ran all sixteen workloads, unless others are named. --max-error is a gate with exit
code 1 on the mean error of a protocol, in each group of arrays.
)";

class Scoreboard final : public Command {
public:
    std::string_view name() const override { return "scoreboard"; }
    std::string_view summary() const override { return "how well arrays are predicted unseen, against a null model"; }
    std::string_view usage() const override { return "[ARRAY...] [--protocol NAME...] [OPTION]..."; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override;
    Exit run() override;

private:
    Diagnostics read();
    Diagnostics read_protocols();
    Diagnostics read_groups(const spec::DataFolder& data);

    // As given.
    std::vector<std::string> arrays_;
    std::vector<std::string> measured_files_;
    std::vector<std::string> protocols_;
    std::optional<std::string> family_;
    std::optional<std::string> max_error_;
    SeedAndJobs seed_and_jobs_;
    DataOption data_;
    ReportOptions report_{Page::none};

    // As read.
    scoreboard::ScoreboardOptions scoreboard_;
    compare::Limits limits_;
    std::vector<scoreboard::Group> groups_;
    measured::Run measured_;
};

std::vector<std::string> protocol_names() {
    std::vector<std::string> names;
    for (const auto protocol : scoreboard::protocols) names.emplace_back(name_of(protocol));
    return names;
}

void Scoreboard::declare(Options& options) {
    options.arguments("ARRAY", arrays_, "instead of the five that were measured under all workloads");
    options.lists("-p,--protocol", "NAME", protocols_, "only these");
    options.text("--family", "NAME", family_, "only the arrays of this family");
    options.lists("-m,--measured", "FILE", measured_files_,
                  "instead of measured/measured_curves.csv in the data folder");
    options.text("--max-error", "LIMITS", max_error_, "exit with 1 beyond them: knee=10%,mix_out=6%");
    seed_and_jobs_.declare(options);
    report_.declare(options);
    data_.declare(options);
}

Diagnostics Scoreboard::read_protocols() {
    Diagnostics wrong;
    if (max_error_) {
        auto limits = parse_max_error(*max_error_, protocol_names(), "knee=10%,mix_out=6%");
        if (limits) limits_ = std::move(*limits);
        if (!limits) append(wrong, limits.error());
    }
    if (protocols_.empty()) return wrong;
    scoreboard_.protocols.clear();
    for (const std::string& name : protocols_) {
        const auto protocol = scoreboard::protocol_named(name);
        if (!protocol) {
            wrong.push_back(
                {"--protocol", 0, 0, spec::printable(name), "is not a protocol",
                 spec::did_you_mean(name, protocol_names()) + " protocols are " + spec::listed(protocol_names())});
        } else if (std::find(scoreboard_.protocols.begin(), scoreboard_.protocols.end(), *protocol) ==
                   scoreboard_.protocols.end()) {
            scoreboard_.protocols.push_back(*protocol);
        }
    }
    return wrong;
}

/// A group for the first family of several arrays, and one for all; one alone where there is but one family.
Diagnostics Scoreboard::read_groups(const spec::DataFolder& data) {
    Diagnostics wrong;
    std::vector<scoreboard::Group> families;
    scoreboard::Group all{std::string{every_family}, {}};
    for (const std::string& name : arrays_.empty() ? default_arrays : arrays_) {
        const auto resolved = resolve_array(data, name);
        if (!resolved) {
            append(wrong, resolved.error());
            continue;
        }
        const std::string family{resolved->family->name};
        if (family_ && family != *family_) continue;
        auto own =
            std::find_if(families.begin(), families.end(), [&](const auto& each) { return each.name == family; });
        if (own == families.end()) own = families.insert(own, {family, {}});
        own->arrays.push_back(name);
        all.arrays.push_back(name);
    }
    if (!wrong.empty()) return wrong;
    if (all.arrays.empty()) {
        return {{"--family", 0, 0, spec::printable(family_.value_or("")), "no array is of this family",
                 "'arraytwin list' tells families and arrays"}};
    }
    if (families.size() == 1) {
        groups_ = std::move(families);
        return {};
    }
    std::copy_if(families.begin(), families.end(), std::back_inserter(groups_),
                 [](const auto& each) { return each.arrays.size() > 1; });
    groups_.push_back(std::move(all));
    return {};
}

Diagnostics Scoreboard::read() {
    auto wrong = read_protocols();
    append(wrong, report_.faults());
    scoreboard_.seed = seed_and_jobs_.seed();
    scoreboard_.jobs = seed_and_jobs_.jobs();
    const auto data = data_.folder();
    if (!data) append(wrong, data.error());
    if (!data) return wrong;
    append(wrong, read_groups(*data));
    if (measured_files_.empty())
        measured_files_.push_back((std::filesystem::path{data->path()} / "measured/measured_curves.csv").string());
    auto run = read_measured_files(measured_files_);
    if (run) measured_ = std::move(*run);
    if (!run) append(wrong, run.error());
    return wrong;
}

Exit Scoreboard::run() {
    if (const auto wrong = read(); !wrong.empty()) return refuse(wrong);
    ProgressBar bar{!report_.quiet() && is_terminal(Stream::errors)};
    scoreboard_.progress = [&](const std::string& group, double done) { bar.draw("scoreboard " + group, done); };
    const auto board = scoreboard::scoreboard(*data_.folder(), groups_, measured_, scoreboard_);
    if (!board) return refuse(board.error());
    if (!report_.quiet()) {
        for (const auto& note : board->notes) complain("note: " + report::printable(note) + "\n");
    }
    const report::GateResult gate{limits_, scoreboard::breaches_of(board->scores, limits_)};
    const Exit written = report_.write({[&] { return report::scoreboard_json(*board, gate); },
                                        [&] { return report::scoreboard_csv(*board); }, no_page,
                                        [&](report::TableStyle style) { return scoreboard_table(*board, style); }});
    if (written != Exit::done || gate.breaches.empty()) return written;
    for (const auto& breach : gate.breaches) complain("gate: " + report::breach_words(breach) + "\n");
    return Exit::check_failed;
}

}  // namespace

std::unique_ptr<Command> make_scoreboard() { return std::make_unique<Scoreboard>(); }

}  // namespace arraytwin::cli
