#include "apps/cli/sweep_plan.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arraytwin/version.hpp"
#include "lib/report/sweep.hpp"
#include "lib/sweep/answer.hpp"
#include "lib/sweep/digest.hpp"

namespace arraytwin::cli {

namespace {

sweep::Identity identity_of(const sweep::Plan& plan, const std::vector<std::string>& keys) {
    const std::unordered_set<std::string_view> different{keys.begin(), keys.end()};
    return {sweep::digest(fmt::format("{}", fmt::join(keys, "\n"))), std::string{version()}, plan.settings.name,
            different.size()};
}

/// With --resume a new store too, so that a script need not ask whether there is one.
Result<sweep::Store> store_for(const sweep::Identity& identity, const SweepOptions& options) {
    std::error_code error;
    if (!options.resume || !std::filesystem::exists(options.store, error))
        return sweep::Store::create(options.store, identity);
    auto store = sweep::Store::open(options.store, sweep::Store::Access::write, &identity);
    if (!store) return store;
    if (auto same = check_same(options.store, store->identity(), identity); !same) return tl::unexpected(same.error());
    return store;
}

Diagnostics not_the_same_plan() {
    return {{"mpirun", 0, 0, "", "not all ranks read the same plan and data folder, or are of the same version",
             "give all machines the same files"}};
}

sweep::ComputeChunk computing(const sweep::Points& points, const sweep::Plan& plan, const spec::DataFolder& data) {
    return [&](const sweep::Chunk& chunk) -> Result<sweep::Batch> {
        if (!chunk.empty() && chunk.back() >= points.size()) return tl::unexpected(not_the_same_plan());
        sweep::Batch batch;
        auto answered = sweep::answer(points, plan.settings, data, chunk,
                                      [&](const sweep::Answer& answer) { report::add_to(batch, answer); });
        if (!answered) return tl::unexpected(std::move(answered.error()));
        return batch;
    };
}

/// A rank that reads other documents than rank 0 would answer other questions.
Diagnostics strangers(const sweep::Batch& batch, const std::vector<std::string>& keys) {
    for (const sweep::StoredPoint& point : batch.points) {
        if (point.index < keys.size() && keys[point.index] == point.key) continue;
        return not_the_same_plan();
    }
    return {};
}

void report_progress(const SweepOptions& options, const std::string& what, double done) {
    if (options.progress) options.progress(what, done);
}

/// Takes what was computed, whoever did.
class Sink {
public:
    Sink(sweep::Store& store, const std::vector<std::string>& keys, std::size_t wanted, const SweepOptions& options)
        : store_{store}, keys_{keys}, wanted_{wanted}, options_{options} {}

    Result<void> put(const sweep::Batch& batch) {
        if (auto wrong = strangers(batch, keys_); !wrong.empty()) return tl::unexpected(std::move(wrong));
        auto done = store_.put(batch);
        if (!done) return done;
        computed_ += batch.points.size();
        report_progress(options_, fmt::format("{} of {} points", computed_, wanted_),
                        static_cast<double>(computed_) / static_cast<double>(wanted_));
        return {};
    }

    std::size_t computed() const { return computed_; }

private:
    sweep::Store& store_;
    const std::vector<std::string>& keys_;
    std::size_t wanted_;
    const SweepOptions& options_;
    std::size_t computed_ = 0;
};

/// Missing and in the shard.
std::vector<std::size_t> to_compute(const std::vector<std::string>& keys, const std::vector<std::string>& stored,
                                    const SweepOptions& options) {
    auto missing = sweep::missing_points(keys, stored);
    const auto stretch = sweep::stretch_of(keys.size(), options.shard, options.shards);
    std::erase_if(missing, [&](std::size_t index) { return index < stretch.first || index >= stretch.end; });
    return missing;
}

Result<Swept> sweep_here(const sweep::Plan& plan, const spec::DataFolder& data, const SweepOptions& options,
                         Ranks& ranks, bool& served) {
    const sweep::Points points{plan};
    const auto keys = sweep::keys_of(points, plan.settings, data, options.jobs,
                                     [&](double done) { report_progress(options, "reading the plan", done); });
    if (!keys) return tl::unexpected(keys.error());
    auto store = store_for(identity_of(plan, *keys), options);
    if (!store) return tl::unexpected(std::move(store.error()));
    const auto stored = store->keys();
    if (!stored) return tl::unexpected(stored.error());
    auto missing = to_compute(*keys, *stored, options);
    Sink sink{*store, *keys, missing.size(), options};
    sweep::Dealer dealer{points, plan.settings.solver, std::move(missing)};
    const auto next = [&] { return dealer.next(); };
    const auto put = [&](const sweep::Batch& batch) { return sink.put(batch); };
    served = true;
    auto done =
        ranks.size() > 1 ? ranks.serve(next, put) : sweep::run(next, computing(points, plan, data), put, options.jobs);
    if (!done) return tl::unexpected(std::move(done.error()));
    const std::size_t different = store->identity().points;
    return Swept{std::move(*store),
                 {different, keys->size() - different, sink.computed(), stored->size() + sink.computed()}};
}

}  // namespace

Result<Swept> sweep_plan(const sweep::Plan& plan, const spec::DataFolder& data, const SweepOptions& options,
                         Ranks& ranks) {
    bool served = false;
    auto swept = sweep_here(plan, data, options, ranks, served);
    if (!served) dismiss(ranks);
    return swept;
}

void dismiss(Ranks& ranks) {
    static_cast<void>(ranks.serve([] { return std::nullopt; }, [](const sweep::Batch&) { return Result<void>{}; }));
}

void help_sweep(const sweep::Plan& plan, const spec::DataFolder& data, int jobs, Ranks& ranks) {
    const sweep::Points points{plan};
    const auto give = [&](const sweep::Batch& batch) {
        ranks.give(batch);
        return Result<void>{};
    };
    const auto done = sweep::run([&] { return ranks.ask(); }, computing(points, plan, data), give, jobs);
    ranks.leave(done ? Diagnostics{} : done.error());
}

}  // namespace arraytwin::cli
