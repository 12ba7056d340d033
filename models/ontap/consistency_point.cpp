#include "models/ontap/consistency_point.hpp"

#include <algorithm>

namespace arraytwin::ontap {

using sim::Task;

namespace {

constexpr std::int64_t block = wafl_block.count();

}  // namespace

ConsistencyPoint::ConsistencyPoint(sim::Simulation& simulation, twin::Ledger& ledger, const std::string& node,
                                   const ConsistencyPointParameters& parameters, journal::Journal& journal,
                                   controller::Processor& processor, std::vector<Aggregate*> aggregates)
    : simulation_{simulation},
      ledger_{ledger},
      parameters_{parameters},
      journal_{journal},
      processor_{processor},
      aggregates_{std::move(aggregates)},
      place_{ledger.add(node + ".consistency_point", twin::Queueing::shared_queue, parameters.cleaners)},
      messages_{simulation, 0},
      over_{simulation, true} {
    simulation.spawn(run());
    simulation.spawn(timer());
    for (int i = 0; i < parameters.cleaners; ++i) simulation.spawn(clean());
}

Task<> ConsistencyPoint::run() {
    for (;;) {
        co_await journal_.flush_wanted().pass();
        last_begin_ = simulation_.now();
        const journal::Dirty dirty = journal_.switch_halves();
        if (share_out(dirty)) {
            co_await over_.pass();
            ++completed_;
        }
        journal_.flushed(1);
    }
}

/// Makes the log's content into messages for the cleaners; false if there is nothing.
bool ConsistencyPoint::share_out(const journal::Dirty& dirty) {
    blocks_ = blocks_untaken_ = (dirty.bytes.count() + block - 1) / block;
    blocks_done_ = 0;
    if (blocks_ == 0) return false;
    per_block_ = parameters_.per_block + parameters_.per_extent * (dirty.extents / static_cast<double>(blocks_));
    over_.shut();
    messages_.release((blocks_ + parameters_.message - 1) / parameters_.message);
    return true;
}

Task<> ConsistencyPoint::timer() {
    for (;;) {
        const Duration due = last_begin_ + parameters_.interval;
        if (due > simulation_.now()) {
            co_await simulation_.until(due);
            continue;
        }
        if (over_.is_open() && !journal_.empty()) journal_.flush_now();
        co_await simulation_.delay(parameters_.interval);
    }
}

Task<> ConsistencyPoint::clean() {
    for (;;) {
        co_await messages_.acquire();
        const Duration begin = simulation_.now();
        const std::int64_t blocks = next_message();
        co_await processor_.run_in_background(per_block_ * blocks);
        blocks_unwritten_ += blocks;
        if (blocks_unwritten_ >= parameters_.chain) {
            const Bytes stored{
                static_cast<std::int64_t>(static_cast<double>(blocks_unwritten_ * block) * parameters_.stored)};
            Aggregate& aggregate = take_up(Bytes{blocks_unwritten_ * block});
            aggregate.read_stripes(parameters_.reads_per_block * static_cast<double>(blocks_unwritten_));
            blocks_unwritten_ = 0;
            co_await aggregate.write_stripes(stored);
        }
        ledger_.occupy(place_, simulation_.now() - begin);
        message_done(blocks);
    }
}

std::int64_t ConsistencyPoint::next_message() {
    const std::int64_t blocks = std::min<std::int64_t>(parameters_.message, blocks_untaken_);
    blocks_untaken_ -= blocks;
    return blocks;
}

/// The log does not tell a chain's aggregate: the one of which most is waiting is next.
Aggregate& ConsistencyPoint::take_up(Bytes logged) {
    const auto most =
        std::max_element(aggregates_.begin(), aggregates_.end(),
                         [](const Aggregate* a, const Aggregate* b) { return a->awaited() < b->awaited(); });
    (*most)->take_up(logged);
    return **most;
}

void ConsistencyPoint::message_done(std::int64_t blocks) {
    blocks_done_ += blocks;
    if (blocks_done_ == blocks_) return over_.open();
    journal_.flushed(static_cast<double>(blocks_done_) / static_cast<double>(blocks_));
}

Task<> ConsistencyPoint::flush() {
    co_await over_.pass();
    if (journal_.empty()) co_return;
    journal_.flush_now();
    co_await simulation_.until(simulation_.now());  // lets it begin
    co_await over_.pass();
}

}  // namespace arraytwin::ontap
