#include "lib/sim/event_queue.hpp"

#include <algorithm>
#include <bit>

namespace arraytwin::sim {

namespace {

constexpr std::size_t small_sort = 24;  // below this, insertion beats merging

/// Descending by time, stable. The caller lays newer events before older ones, so equal times pop oldest first.
void insertion_sort(std::vector<Event>& events) {
    for (std::size_t i = 1; i < events.size(); ++i) {
        const Event event = events[i];
        std::size_t hole = i;
        for (; hole > 0 && events[hole - 1].time < event.time; --hole) events[hole] = events[hole - 1];
        events[hole] = event;
    }
}

/// How far events are spread. As long as all buckets stay in the cache, small ones save sorting; beyond that, fewer and
/// larger ones save cache misses, and what lies further off is better kept in far, which is read in order.
struct Spacing {
    int doublings;      // of the mean distance between events, to make a bucket
    std::size_t share;  // one bucket for so many of all events
};

constexpr Spacing spacing_for(std::size_t pending) {
    constexpr std::size_t cached = 8192;
    return pending <= cached ? Spacing{1, 16} : Spacing{3, 32};
}

/// The width of a bucket, as a power of two, over a span with `count` of the `pending` events.
int shift_for(std::int64_t span_ns, std::size_t count, std::size_t pending) {
    const std::uint64_t distance = static_cast<std::uint64_t>(span_ns) / std::max<std::size_t>(count, 1);
    return distance == 0 ? 0 : static_cast<int>(std::bit_width(distance)) + spacing_for(pending).doublings;
}

bool same(const Event& a, const Event& b) { return a.time == b.time && a.process == b.process; }

}  // namespace

void EventQueue::insert_near(Event event) {
    near_.push_back(event);
    std::size_t hole = near_.size() - 1;
    for (; hole > 0 && near_[hole - 1].time <= event.time; --hole) near_[hole] = near_[hole - 1];
    near_[hole] = event;
}

Event EventQueue::pop_instant() {
    const Event event = instant_[instant_next_++];
    --size_;
    if (2 * instant_next_ >= instant_.size()) {
        instant_.erase(instant_.begin(), instant_.begin() + static_cast<std::ptrdiff_t>(instant_next_));
        instant_next_ = 0;
    }
    return event;
}

std::uint32_t EventQueue::new_chunk(std::uint32_t next) {
    std::uint32_t index = free_chunk_;
    if (index == none) {
        index = static_cast<std::uint32_t>(chunks_.size());
        chunks_.emplace_back();
    } else {
        free_chunk_ = chunks_[index].next;
    }
    chunks_[index].count = 0;
    chunks_[index].next = next;
    return index;
}

void EventQueue::push_rung(std::size_t rung, Event event) {
    std::uint32_t& newest = rungs_[rung];
    if (newest == none || chunks_[newest].count == chunks_[newest].events.size()) newest = new_chunk(newest);
    Chunk& chunk = chunks_[newest];
    chunk.events[chunk.count++] = event;
}

void EventQueue::refill_near() {
    while (near_.empty()) {
        if (next_rung_ == rung_count_) spread_far();
        drain_rung(next_rung_++);
    }
    near_last_ = rungs_begin_ + Duration::from_ns((static_cast<std::int64_t>(next_rung_) << width_shift_) - 1);
    sort_near();
    for (std::size_t i = 1; i <= std::min(lookahead, near_.size()); ++i) prefetch_frame(near_[near_.size() - i]);
}

/// Appends a bucket to near, newest first.
void EventQueue::drain_rung(std::size_t rung) {
    std::uint32_t index = rungs_[rung];
    rungs_[rung] = none;
    while (index != none) {
        Chunk& chunk = chunks_[index];
        for (std::uint32_t i = chunk.count; i > 0; --i) near_.push_back(chunk.events[i - 1]);
        const std::uint32_t next = chunk.next;
        chunk.next = free_chunk_;
        free_chunk_ = index;
        index = next;
    }
}

void EventQueue::sort_near() {
    if (near_.size() <= small_sort) return insertion_sort(near_);
    scratch_.resize(near_.size());
    const auto later = [](const Event& a, const Event& b) { return a.time > b.time; };
    for (std::size_t run = 1; run < near_.size(); run *= 2) {
        for (std::size_t low = 0; low < near_.size(); low += 2 * run) {
            const auto at = [&](std::size_t n) { return near_.begin() + static_cast<std::ptrdiff_t>(n); };
            const std::size_t middle = std::min(low + run, near_.size());
            const std::size_t high = std::min(low + 2 * run, near_.size());
            std::merge(at(low), at(middle), at(middle), at(high), scratch_.begin() + static_cast<std::ptrdiff_t>(low),
                       later);
        }
        near_.swap(scratch_);
    }
}

/// Lays rungs over the earliest part of far: twice the span of its earliest quarter, by a sample.
void EventQueue::spread_far() {
    std::array<Duration, 64> sample;
    const std::size_t stride = far_.size() / sample.size() + 1;
    std::size_t count = 0;
    Duration earliest = Duration::max();
    for (const Event& event : far_) earliest = std::min(earliest, event.time);
    for (std::size_t i = 0; i < far_.size() && count < sample.size(); i += stride) sample[count++] = far_[i].time;
    std::nth_element(sample.begin(), sample.begin() + count / 4, sample.begin() + count);
    const std::int64_t quarter = (sample[count / 4] - earliest).ns();
    spread(earliest, shift_for(quarter, far_.size() / 4, far_.size()));
}

/// Near grew long because events crowd into a small part of its span: spread everything again, as finely as they do.
void EventQueue::relieve_near() {
    if (pushes_since_spread_ < size_) return;
    const Duration begin = instant_.empty() ? near_.back().time : popped_;
    const std::int64_t span = (near_[near_.size() / 4].time - begin).ns();
    const int shift = shift_for(span, near_.size(), size_);
    gather_all_in_far();
    spread(begin, shift);
}

/// Oldest first among equal times: near holds them newest first, and no time stands in two tiers.
void EventQueue::gather_all_in_far() {
    scratch_.assign(near_.rbegin(), near_.rend());
    scratch_.insert(scratch_.end(), instant_.begin() + static_cast<std::ptrdiff_t>(instant_next_), instant_.end());
    instant_.clear();
    instant_next_ = 0;
    for (std::size_t rung = next_rung_; rung < rung_count_; ++rung) {
        near_.clear();
        drain_rung(rung);
        scratch_.insert(scratch_.end(), near_.rbegin(), near_.rend());
    }
    near_.clear();
    scratch_.insert(scratch_.end(), far_.begin(), far_.end());
    far_.swap(scratch_);
}

void EventQueue::spread(Duration begin, int width_shift) {
    rung_count_ = std::max<std::size_t>(far_.size() / spacing_for(far_.size()).share, 16);
    if (rungs_.size() < rung_count_) rungs_.resize(rung_count_, none);
    // The rungs end where time ends, at the latest.
    width_shift_ = std::min(width_shift, 62 - static_cast<int>(std::bit_width(rung_count_)));
    const Duration span = Duration::from_ns((static_cast<std::int64_t>(rung_count_) << width_shift_) - 1);
    next_rung_ = 0;
    rungs_begin_ = std::min(begin, Duration::max() - span);
    rungs_last_ = rungs_begin_ + span;
    near_last_ = rungs_begin_ - Duration::from_ns(1);
    std::size_t kept = 0;
    for (const Event& event : far_) {
        if (event.time <= rungs_last_) {
            push_rung(rung_of(event.time), event);
        } else {
            far_[kept++] = event;
        }
    }
    far_.resize(kept);
    pushes_since_spread_ = 0;
}

bool EventQueue::remove_from_rung(std::size_t rung, Event event) {
    for (std::uint32_t index = rungs_[rung]; index != none; index = chunks_[index].next) {
        Chunk& chunk = chunks_[index];
        for (std::uint32_t i = 0; i < chunk.count; ++i) {
            if (!same(chunk.events[i], event)) continue;
            std::move(chunk.events.begin() + i + 1, chunk.events.begin() + chunk.count, chunk.events.begin() + i);
            --chunk.count;
            return true;
        }
    }
    return false;
}

bool EventQueue::remove_from(std::vector<Event>& tier, std::size_t begin, Event event) {
    const auto found = std::find_if(tier.begin() + static_cast<std::ptrdiff_t>(begin), tier.end(),
                                    [&](const Event& e) { return same(e, event); });
    if (found == tier.end()) return false;
    tier.erase(found);
    return true;
}

bool EventQueue::remove(Event event) {
    bool removed = false;
    if (event.time <= near_last_) {
        removed = remove_from(near_, 0, event) || remove_from(instant_, instant_next_, event);
        if (instant_next_ == instant_.size()) {
            instant_.clear();
            instant_next_ = 0;
        }
    } else if (event.time <= rungs_last_) {
        removed = remove_from_rung(rung_of(event.time), event);
    } else {
        removed = remove_from(far_, 0, event);
    }
    if (removed) --size_;
    return removed;
}

void EventQueue::clear() {
    near_.clear();
    instant_.clear();
    far_.clear();
    chunks_.clear();
    free_chunk_ = none;
    std::fill(rungs_.begin(), rungs_.end(), none);
    rung_count_ = next_rung_ = instant_next_ = size_ = 0;
    near_last_ = rungs_last_ = before_all;
    rungs_begin_ = popped_ = Duration{};
}

}  // namespace arraytwin::sim
