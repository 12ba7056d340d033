#include "lib/sweep/run.hpp"

#include <algorithm>
#include <mutex>
#include <unordered_set>
#include <utility>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

namespace arraytwin::sweep {

namespace {

// A transaction waits some ten milliseconds for the disk. Chunks of the fast solver are so large that this does not count,
// and so small that there are enough of them for all threads and ranks.
constexpr std::size_t chunks_of_a_sweep = 64;
constexpr std::size_t fewest_in_chunk = 16;
constexpr std::size_t most_in_chunk = 1024;
constexpr std::size_t most_for_group = 4;  // times as many, where a group would be divided

std::size_t enough_for(Solver solver, std::size_t points) {
    if (solver == Solver::simulate) return 1;  // each takes seconds
    return std::clamp(points / chunks_of_a_sweep, fewest_in_chunk, most_in_chunk);
}

/// The first thing that went wrong on any thread.
class Failure {
public:
    void note(Diagnostics diagnostics) {
        const std::scoped_lock lock{noting_};
        if (first_.empty()) first_ = std::move(diagnostics);
    }
    bool noted() const {
        const std::scoped_lock lock{noting_};
        return !first_.empty();
    }
    Result<void> result() const {
        if (!first_.empty()) return tl::unexpected(first_);
        return {};
    }

private:
    mutable std::mutex noting_;
    Diagnostics first_;
};

}  // namespace

Result<void> run(const NextChunk& next, const ComputeChunk& compute, const PutBatch& put, int jobs) {
    Failure failure;
    bool writable = true;
    const auto source = [&](tbb::flow_control& flow) -> Chunk {
        auto chunk = failure.noted() ? std::nullopt : next();
        if (!chunk) flow.stop();
        return chunk ? std::move(*chunk) : Chunk{};
    };
    const auto work = [&](const Chunk& chunk) -> Batch {
        auto batch = compute(chunk);
        if (batch) return std::move(*batch);
        failure.note(std::move(batch.error()));
        return {};
    };
    const auto sink = [&](const Batch& batch) {
        if (batch.points.empty() || !writable) return;
        auto done = put(batch);
        if (done) return;
        writable = false;
        failure.note(std::move(done.error()));
    };
    const auto threads = static_cast<std::size_t>(std::max(1, jobs));
    const tbb::global_control allowed{tbb::global_control::max_allowed_parallelism, threads};  // even beyond the cores
    tbb::task_arena arena{static_cast<int>(threads)};
    arena.execute([&] {
        tbb::parallel_pipeline(threads, tbb::make_filter<void, Chunk>(tbb::filter_mode::serial_in_order, source) &
                                            tbb::make_filter<Chunk, Batch>(tbb::filter_mode::parallel, work) &
                                            tbb::make_filter<Batch, void>(tbb::filter_mode::serial_out_of_order, sink));
    });
    return failure.result();
}

Dealer::Dealer(const Points& points, Solver solver, std::vector<std::size_t> missing)
    : points_{&points},
      enough_{enough_for(solver, missing.size())},
      most_{solver == Solver::fast ? enough_ * most_for_group : enough_},
      missing_{std::move(missing)} {}

/// Whether a chunk of `size` points may end before the one that stands at `at`.
bool Dealer::may_end_before(std::size_t at, std::size_t size) const {
    const Place before = points_->at(missing_[at - 1]);
    const bool same_group = before.same_group(points_->at(missing_[at]));
    if (same_group && points_->is_of_curve(before)) return false;
    return size >= most_ || (size >= enough_ && !same_group);
}

std::optional<Chunk> Dealer::next() {
    if (dealt_ == missing_.size()) return std::nullopt;
    std::size_t end = dealt_ + 1;
    while (end < missing_.size() && !may_end_before(end, end - dealt_)) ++end;
    Chunk chunk{missing_.begin() + static_cast<std::ptrdiff_t>(dealt_),
                missing_.begin() + static_cast<std::ptrdiff_t>(end)};
    dealt_ = end;
    return chunk;
}

std::vector<std::size_t> missing_points(const std::vector<std::string>& keys, const std::vector<std::string>& stored) {
    std::vector<std::size_t> missing;
    std::unordered_set<std::string_view> seen;
    for (std::size_t index = 0; index < keys.size(); ++index) {
        if (!seen.insert(keys[index]).second) continue;
        if (!std::binary_search(stored.begin(), stored.end(), keys[index])) missing.push_back(index);
    }
    return missing;
}

Stretch stretch_of(std::size_t points, int part, int parts) {
    const auto cut = [&](int i) { return points * static_cast<std::size_t>(i) / static_cast<std::size_t>(parts); };
    return {cut(part - 1), cut(part)};
}

}  // namespace arraytwin::sweep
