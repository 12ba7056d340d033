// sweep: many points, on all cores or over machines, into a store that survives whatever ends the program.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "apps/cli/command.hpp"
#include "apps/cli/console.hpp"
#include "apps/cli/data_option.hpp"
#include "apps/cli/diagnostics.hpp"
#include "apps/cli/mpi.hpp"
#include "apps/cli/progress_bar.hpp"
#include "apps/cli/seed_and_jobs.hpp"
#include "apps/cli/sweep_output.hpp"
#include "apps/cli/sweep_plan.hpp"
#include "arraytwin/version.hpp"
#include "lib/spec/suggest.hpp"

namespace arraytwin::cli {

namespace {

constexpr int most_shards = 1'000'000;
constexpr std::size_t longest_path = 300;

constexpr std::string_view more = R"(Examples:
  arraytwin sweep drives-and-threads --csv points.csv
  arraytwin sweep drives-and-threads --resume --store sweep.sqlite
  arraytwin sweep query sweep.sqlite --where media.count=24 --columns outstanding,iops,latency_mean_us
  mpirun -n 4 arraytwin sweep drives-and-threads --resume --store sweep.sqlite

PLAN is a document: a name in data/plans, or a path. It names arrays, workloads and loads, and in [grid] or [[points]] any
keys that --set takes, of workloads too ("workload.read_share"), with their values: a list, or a range like
{ from = 12, to = 48, step = 12 } or { from = 1, to = 256, factor = 2 }. data/plans/drives-and-threads.toml shows all of it.

Results go to a store, one SQLite file: --store, or PLAN's name with .sqlite in this folder. A point is told by the digest of
all that it depends on, so --resume computes what is missing and nothing else, whatever ended the run before. A store of
another plan, of other documents or of another version is refused.

Under mpirun, rank 0 hands out and stores, the others compute, with one thread each unless --jobs says more. Where there
is no MPI, --shard 1/4 ... 4/4 into a store each, then 'arraytwin sweep merge ALL.sqlite SHARD.sqlite...'. The exported bytes
are the same for any number of threads, ranks and shards.
)";

class SweepCommand final : public Command {
public:
    std::string_view name() const override { return "sweep"; }
    std::string_view summary() const override { return "many points over any keys, resumable, on all cores or by MPI"; }
    std::string_view usage() const override { return "PLAN | query STORE | merge STORE SHARD... [OPTION]..."; }
    std::string_view examples() const override { return more; }

    void declare(Options& options) override {
        options.arguments("PLAN", words_, "a name in data/plans, or the path of a document");
        options.text("--store", "FILE", store_, "where the points are kept (PLAN's name with .sqlite)");
        options.flag("--resume", resume_, "continue the store, if there is one");
        options.text("--shard", "I/N", shard_, "only the I-th of N equal parts of the points");
        declare_jobs(options, jobs_);
        output_.declare(options);
        data_.declare(options);
    }

    Exit run() override;

private:
    Exit merge() const;
    Exit query() const;
    Diagnostics stray_options() const;
    Exit sweep();
    Exit sweep_as(Ranks& ranks);
    Diagnostics read(const Ranks& ranks);
    Diagnostics read_shard();
    Result<sweep::Plan> read_plan(const spec::DataFolder& data) const;
    void note(const SweepDone& done) const;

    // As given.
    std::vector<std::string> words_;
    std::optional<std::string> store_;
    std::optional<std::string> shard_;
    bool resume_ = false;
    std::int64_t jobs_ = 0;
    SweepOutput output_;
    DataOption data_;

    // As read.
    SweepOptions sweep_;
};

Diagnostics SweepCommand::read_shard() {
    if (!shard_) return {};
    const char* end = shard_->data() + shard_->size();
    const auto [slash, error] = std::from_chars(shard_->data(), end, sweep_.shard);
    const bool divided = error == std::errc{} && slash != end && *slash == '/';
    const auto [stopped, error_of_all] = std::from_chars(divided ? slash + 1 : end, end, sweep_.shards);
    const bool sound = divided && error_of_all == std::errc{} && stopped == end && sweep_.shard >= 1 &&
                       sweep_.shard <= sweep_.shards && sweep_.shards <= most_shards;
    if (sound) return {};
    return {{"--shard", 0, 0, spec::printable(*shard_), "is not a part of a whole", "--shard 2/4: the second of four"}};
}

Diagnostics SweepCommand::read(const Ranks& ranks) {
    Diagnostics wrong;
    if (words_.size() != 1) {
        wrong.push_back({"arraytwin sweep", 0, 0, "", words_.empty() ? "a PLAN is missing" : "one PLAN, please",
                         "arraytwin sweep drives-and-threads; 'arraytwin sweep --help' says more"});
    }
    append(wrong, read_shard());
    const auto cores = static_cast<std::int64_t>(std::max(1U, std::thread::hardware_concurrency()));
    const std::int64_t unsaid = ranks.size() > 1 ? 1 : cores;
    sweep_.jobs = static_cast<int>(jobs_ > 0 ? jobs_ : unsaid);
    sweep_.resume = resume_;
    if (words_.size() == 1)
        sweep_.store = store_.value_or(std::filesystem::path{words_.front()}.stem().string() + ".sqlite");
    if (ranks.rank() == 0) append(wrong, output_.read({sweep_.store}));
    return wrong;
}

Result<sweep::Plan> SweepCommand::read_plan(const spec::DataFolder& data) const {
    const auto document = data.load("plans", words_.front());
    if (!document) return tl::unexpected(document.error());
    return sweep::read_plan(*document);
}

void SweepCommand::note(const SweepDone& done) const {
    if (output_.quiet()) return;
    complain(fmt::format("note: {} of {} points are in {}, {} of them computed now{}\n", done.stored, done.points,
                         spec::printable(sweep_.store, longest_path), done.computed,
                         done.repeated > 0 ? fmt::format("; {} more of the plan repeat others", done.repeated) : ""));
}

Exit SweepCommand::sweep_as(Ranks& ranks) {
    auto wrong = read(ranks);
    const auto data = data_.folder();
    if (!data) append(wrong, data.error());
    Result<sweep::Plan> plan = tl::unexpected(Diagnostics{});
    if (data && words_.size() == 1) plan = read_plan(*data);
    if (!plan) append(wrong, plan.error());
    if (ranks.rank() > 0) {
        if (wrong.empty()) help_sweep(*plan, *data, sweep_.jobs, ranks);
        if (!wrong.empty()) ranks.leave(wrong);
        return Exit::done;  // what went wrong, rank 0 tells
    }
    if (!wrong.empty()) {
        dismiss(ranks);
        return refuse(wrong);
    }
    const bool shown = !output_.quiet() && is_terminal(Stream::errors);
    std::optional<ProgressBar> bar{std::in_place, shown};
    double before = 0;
    sweep_.progress = [&](const std::string& what, double done) {
        if (done < before) bar.emplace(shown);  // the plan is read: what is left is told of the points alone
        before = done;
        bar->draw("sweep  " + what, done);
    };
    const auto swept = sweep_plan(*plan, *data, sweep_, ranks);
    bar.reset();
    if (!swept) return refuse(swept.error());
    note(swept->done);
    return output_.write(swept->store);
}

Exit SweepCommand::sweep() {
    Ranks ranks;
    if (const auto joined = ranks.join(); !joined) return refuse(joined.error());
    return sweep_as(ranks);
}

/// Options that say how to compute, where nothing is computed.
Diagnostics SweepCommand::stray_options() const {
    Diagnostics wrong;
    for (const auto& [option, given] : {std::pair{"--store", store_.has_value()}, std::pair{"--resume", resume_},
                                        std::pair{"--shard", shard_.has_value()}, std::pair{"--jobs", jobs_ != 0}}) {
        if (given) wrong.push_back({option, 0, 0, "", "goes with a plan only", "leave it out"});
    }
    return wrong;
}

Exit SweepCommand::query() const {
    if (words_.size() != 2) {
        return refuse(
            {{"arraytwin sweep query", 0, 0, "", words_.size() < 2 ? "a STORE is missing" : "one STORE, please",
              "arraytwin sweep query sweep.sqlite --where media.count=24"}});
    }
    const auto store = sweep::Store::open(words_[1], sweep::Store::Access::read);
    return store ? output_.write(*store) : refuse(store.error());
}

Exit SweepCommand::merge() const {
    if (words_.size() < 3) {
        return refuse(
            {{"arraytwin sweep merge", 0, 0, "", "a STORE to merge into and at least one to take from are due",
              "arraytwin sweep merge all.sqlite shard-1.sqlite shard-2.sqlite"}});
    }
    const auto first = sweep::Store::open(words_[2], sweep::Store::Access::read);
    if (!first) return refuse(first.error());
    if (const auto ours = check_version(words_[2], first->identity(), std::string{version()}); !ours)
        return refuse(ours.error());
    std::error_code error;
    auto store = std::filesystem::exists(words_[1], error)
                     ? sweep::Store::open(words_[1], sweep::Store::Access::write, &first->identity())
                     : sweep::Store::create(words_[1], first->identity());
    if (!store) return refuse(store.error());
    for (auto shard = words_.begin() + 2; shard != words_.end(); ++shard)
        if (const auto merged = store->merge(*shard); !merged) return refuse(merged.error());
    const auto keys = store->keys();
    if (!keys) return refuse(keys.error());
    if (!output_.quiet()) {
        complain(fmt::format("note: {} of {} points are in {}\n", keys->size(), store->identity().points,
                             spec::printable(words_[1], longest_path)));
    }
    return output_.write(*store);
}

Exit SweepCommand::run() {
    const std::string what = words_.empty() ? "" : words_.front();
    if (what != "query" && what != "merge") return sweep();
    auto wrong = stray_options();
    append(wrong, output_.read({words_.begin() + 1, words_.end()}));
    if (!wrong.empty()) return refuse(wrong);
    return what == "query" ? query() : merge();
}

}  // namespace

std::unique_ptr<Command> make_sweep() { return std::make_unique<SweepCommand>(); }

}  // namespace arraytwin::cli
