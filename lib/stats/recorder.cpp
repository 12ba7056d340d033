#include "lib/stats/recorder.hpp"

#include <cassert>
#include <numeric>
#include <utility>

#include "lib/stats/estimate.hpp"
#include "lib/stats/mser.hpp"

namespace arraytwin::stats {
namespace {

// Enough batches for a narrow t, few enough that each is long against the memory of a busy queue.
constexpr std::size_t kBatches = 20;
constexpr std::int64_t kMserBatch = 5;

// The error of a quantile from the error of the share of I/Os above it, through the distribution seen: the quantiles of
// the shares at the ends of its interval are the ends of the quantile's. Batches' own p99s would not do: in a short
// batch of correlated latencies they vary too little. Unknown when the interval reaches past the largest latency.
Estimate quantile_error(const LatencyHistogram& histogram, double q, const Estimate& share_above) {
    Estimate error;
    const double reach = share_above.half_width();
    if (!(reach < 1 - q)) return error;
    const double low = histogram.percentile(q - reach).us();
    const double high = histogram.percentile(q + reach).us();
    const double value = histogram.percentile(q).us();
    error.degrees = share_above.degrees;
    error.standard_error = std::max(high - value, value - low) / student_t_quantile(0.975, error.degrees);
    return error;
}

}  // namespace

void Recorder::Block::append(const Block& next) {
    end_ns = next.end_ns;
    completions += next.completions;
    latency_ns += next.latency_ns;
    bytes += next.bytes;
    area_ns += next.area_ns;
    residence_ns += next.residence_ns;
}

Recorder::Recorder(const RecorderOptions& options)
    : options_{options},
      histograms_(static_cast<std::size_t>(options.blocks)),
      counters_(static_cast<std::size_t>(options.blocks + 1) * static_cast<std::size_t>(options.counters)) {
    assert(options.blocks >= 4 && options.blocks % 2 == 0);
    assert(options.warm_up_batches >= 2 && options.warm_up_batches % 2 == 0);
    assert(options.first_block >= 1 && options.counters >= 0);
    closed_.reserve(static_cast<std::size_t>(options.blocks));
    batches_ns_.reserve(static_cast<std::size_t>(options.warm_up_batches));
    reset(Duration{});
}

void Recorder::reset(Duration now, std::span<const double> cumulative) {
    assert(cumulative.empty() || cumulative.size() == static_cast<std::size_t>(options_.counters));
    for (BlockHistogram& histogram : histograms_) histogram.clear();
    closed_.clear();
    batches_ns_.clear();
    open_ = Block{};
    open_.begin_ns = open_.end_ns = now.ns();
    open_histogram_ = histograms_.data();
    clipped_starts_ns_ = outstanding_ * now.ns();
    block_size_ = options_.first_block;
    batch_size_ = left_in_batch_ = kMserBatch;
    batch_latency_ns_ = 0;
    std::ranges::fill(counters_before(0), 0.0);
    std::ranges::copy(cumulative, counters_before(0).begin());
}

void Recorder::snapshot(std::span<const double> cumulative) {
    assert(cumulative.size() == static_cast<std::size_t>(options_.counters));
    std::ranges::copy(cumulative, counters_before(closed_.size()).begin());
}

bool Recorder::finish(Duration now) {
    advance(now);
    if (open_.completions == 0) return false;
    close_block();
    return true;
}

std::int64_t Recorder::completions() const {
    return std::accumulate(closed_.begin(), closed_.end(), open_.completions,
                           [](std::int64_t sum, const Block& block) { return sum + block.completions; });
}

void Recorder::close_batch() {
    batches_ns_.push_back(batch_latency_ns_);
    if (batches_ns_.size() == static_cast<std::size_t>(options_.warm_up_batches)) {
        const std::size_t half = batches_ns_.size() / 2;
        for (std::size_t i = 0; i < half; ++i) batches_ns_[i] = batches_ns_[2 * i] + batches_ns_[2 * i + 1];
        batches_ns_.resize(half);
        batch_size_ *= 2;
    }
    left_in_batch_ = batch_size_;
    batch_latency_ns_ = 0;
}

void Recorder::close_block() {
    const std::int64_t now_ns = open_.end_ns;
    open_.residence_ns += outstanding_ * now_ns - clipped_starts_ns_;
    clipped_starts_ns_ = outstanding_ * now_ns;
    closed_.push_back(open_);
    if (closed_.size() == histograms_.size()) merge_neighbours();
    open_ = Block{};
    open_.begin_ns = open_.end_ns = now_ns;
    open_histogram_ = &histograms_[closed_.size()];
}

void Recorder::merge_neighbours() {
    const std::size_t half = closed_.size() / 2;
    for (std::size_t i = 0; i < half; ++i) {
        BlockHistogram& histogram = histograms_[2 * i];
        histogram.merge(histograms_[2 * i + 1]);
        histograms_[2 * i + 1].clear();
        std::swap(histograms_[i], histogram);

        closed_[2 * i].append(closed_[2 * i + 1]);
        closed_[i] = closed_[2 * i];
        // For the last pair this copies a row that the caller's snapshot() is about to write.
        std::ranges::copy(counters_before(2 * i + 2), counters_before(i + 1).begin());
    }
    closed_.resize(half);
    block_size_ *= 2;
}

std::span<double> Recorder::counters_before(std::size_t block) {
    const auto width = static_cast<std::size_t>(options_.counters);
    return std::span{counters_}.subspan(block * width, width);
}

std::span<const double> Recorder::counters_before(std::size_t block) const {
    const auto width = static_cast<std::size_t>(options_.counters);
    return std::span{counters_}.subspan(block * width, width);
}

std::size_t Recorder::first_kept_block(bool& wanted_more) const {
    std::vector<double> means(batches_ns_.size());
    std::ranges::transform(batches_ns_, means.begin(), [this](std::int64_t sum_ns) {
        return static_cast<double>(sum_ns) / static_cast<double>(batch_size_);
    });
    const WarmUpCut cut = mser5_cut(means);
    wanted_more = cut.wanted_more;
    const std::int64_t to_drop = static_cast<std::int64_t>(cut.batches) * batch_size_;
    std::int64_t dropped = 0;
    std::size_t block = 0;
    while (dropped < to_drop && block < closed_.size() / 2) dropped += closed_[block++].completions;
    return block;
}

Summary Recorder::summarize(WarmUp warm_up) const {
    Summary summary;
    std::size_t first = 0;
    if (warm_up == WarmUp::cut) first = first_kept_block(summary.warm_up_too_long);
    for (std::size_t i = 0; i < first; ++i) summary.dropped += closed_[i].completions;
    if (first < closed_.size()) {
        add_totals(summary, first);
        add_intervals(summary, first);
    }
    return summary;
}

void Recorder::add_totals(Summary& summary, std::size_t first) const {
    Block total = closed_[first];
    summary.histogram.merge(histograms_[first]);
    for (std::size_t i = first + 1; i < closed_.size(); ++i) {
        total.append(closed_[i]);
        summary.histogram.merge(histograms_[i]);
    }
    summary.begin = Duration::from_ns(total.begin_ns);
    summary.end = Duration::from_ns(total.end_ns);
    summary.window = summary.end - summary.begin;
    summary.observations = total.completions;
    summary.area_ns = total.area_ns;
    summary.residence_ns = total.residence_ns;
    if (summary.window > Duration{}) {
        summary.throughput.value = static_cast<double>(total.completions) / summary.window.seconds();
        summary.bytes_per_second = static_cast<double>(total.bytes) / summary.window.seconds();
        summary.mean_outstanding = static_cast<double>(total.area_ns) / static_cast<double>(summary.window.ns());
    }
    summary.mean_us.value = static_cast<double>(total.latency_ns) / static_cast<double>(total.completions) * 1e-3;
    summary.p50_us = summary.histogram.percentile(0.5).us();
    summary.p95_us = summary.histogram.percentile(0.95).us();
    summary.p99_us.value = summary.histogram.percentile(0.99).us();
    summary.p99_9_us = summary.histogram.percentile(0.999).us();

    summary.counters.resize(static_cast<std::size_t>(options_.counters));
    const auto before = counters_before(first);
    const auto after = counters_before(closed_.size());
    for (std::size_t i = 0; i < summary.counters.size(); ++i) summary.counters[i] = after[i] - before[i];
}

void Recorder::add_intervals(Summary& summary, std::size_t first) const {
    const std::size_t kept = closed_.size() - first;
    const std::size_t blocks_in_batch = std::max<std::size_t>(1, kept / kBatches);
    const std::size_t batches = kept / blocks_in_batch;
    std::vector<double> completions(batches), seconds(batches), latency_us(batches), above_p99(batches);
    const Duration p99 = summary.histogram.percentile(0.99);
    std::size_t next = closed_.size() - batches * blocks_in_batch;  // what doesn't divide is the oldest
    for (std::size_t batch = 0; batch < batches; ++batch) {
        Block total = closed_[next];
        std::int64_t above = histograms_[next++].count_above(p99);
        for (std::size_t i = 1; i < blocks_in_batch; ++i) {
            total.append(closed_[next]);
            above += histograms_[next++].count_above(p99);
        }
        completions[batch] = static_cast<double>(total.completions);
        seconds[batch] = static_cast<double>(total.end_ns - total.begin_ns) * 1e-9;
        latency_us[batch] = static_cast<double>(total.latency_ns) * 1e-3;
        above_p99[batch] = static_cast<double>(above);
    }
    summary.batches = static_cast<int>(batches);
    // The values are the whole window's; only the errors come from the batches.
    const auto take_error = [](Estimate& estimate, const Estimate& from) {
        estimate.standard_error = from.standard_error;
        estimate.degrees = from.degrees;
    };
    take_error(summary.throughput, ratio_of_batches(completions, seconds));
    take_error(summary.mean_us, ratio_of_batches(latency_us, completions));
    take_error(summary.p99_us, quantile_error(summary.histogram, 0.99, ratio_of_batches(above_p99, completions)));
}

}  // namespace arraytwin::stats
