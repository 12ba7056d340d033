// The pending events of a simulation, earliest first; equal times leave in the order in which they came.
//
// A ladder queue of three tiers: `near` is sorted and serves pops; `rungs` are unsorted buckets of one width that
// follow it in time; `far` holds the rest. When the rungs are used up, far is spread over new ones whose width follows
// the density of the earliest quarter. What is pushed for the time of the last pop, as a gate's opening does by the
// thousand, waits in `instant`, first in, first out. Push and pop cost O(1) amortised, whatever the number pending; the
// choice and its measurement: docs/decisions/0002-event-queue.md. Times are from 0 to Duration::max(), and not before
// the last pop. Storage only grows to its high-water mark: nothing is allocated
// in steady state. After Tang, Goh and Thng, "Ladder queue", ACM TOMACS 15(3), 2005, reduced to one rung level.
#pragma once

#include <array>
#include <coroutine>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "lib/units/units.hpp"

namespace arraytwin::sim {

/// A process to resume at an instant.
struct Event {
    Duration time;
    std::coroutine_handle<> process;
};

class EventQueue {
public:
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }

    void push(Event event) {
        ++size_;
        ++pushes_since_spread_;
        if (event.time <= near_last_) {
            if (event.time == popped_) return instant_.push_back(event);
            insert_near(event);
            if (near_.size() > relief_size) relieve_near();
        } else if (event.time <= rungs_last_) {
            push_rung(rung_of(event.time), event);
        } else {
            far_.push_back(event);
        }
    }

    /// The earliest event; the queue must not be empty.
    Event pop() {
        if (!instant_.empty() && (near_.empty() || near_.back().time > popped_)) return pop_instant();
        if (near_.empty()) refill_near();
        const Event event = near_.back();
        popped_ = event.time;
        if (near_.size() > lookahead) prefetch_frame(near_[near_.size() - 1 - lookahead]);
        near_.pop_back();
        --size_;
        return event;
    }

    /// When the earliest event is due; the queue must not be empty.
    Duration next_time() {
        if (!instant_.empty()) return popped_;
        if (near_.empty()) refill_near();
        return near_.back().time;
    }

    /// Takes a pending event out again. O(events in its tier): cheap near and in the rungs, linear when it is far off.
    /// Returns false if no such event is pending.
    bool remove(Event event);

    void clear();

private:
    static constexpr std::uint32_t none = UINT32_MAX;
    static constexpr Duration before_all = Duration::from_ns(-1);
    static constexpr std::size_t lookahead = 4;     // pops between asking for a frame and resuming it
    static constexpr std::size_t relief_size = 96;  // longer sorted insertions cost more than spreading again

    /// An unrolled list node: a link and seven events fill two cache lines; most buckets need only the first.
    struct alignas(64) Chunk {
        std::uint32_t count = 0;
        std::uint32_t next = none;
        std::array<Event, 7> events;
    };

    /// With many pending, the frames to resume are no longer in the cache.
    static void prefetch_frame(const Event& event) {
        const char* frame = static_cast<const char*>(event.process.address());
        for (std::size_t line = 0; line < 6; ++line) __builtin_prefetch(frame + 64 * line);
    }
    std::size_t rung_of(Duration time) const {
        return static_cast<std::size_t>((time - rungs_begin_).ns() >> width_shift_);
    }
    void insert_near(Event event);
    Event pop_instant();
    void push_rung(std::size_t rung, Event event);
    std::uint32_t new_chunk(std::uint32_t next);
    void refill_near();
    void drain_rung(std::size_t rung);
    void sort_near();
    void spread_far();
    void relieve_near();
    void gather_all_in_far();
    void spread(Duration begin, int width_shift);
    static bool remove_from(std::vector<Event>& tier, std::size_t begin, Event event);
    bool remove_from_rung(std::size_t rung, Event event);

    std::size_t size_ = 0;
    std::size_t pushes_since_spread_ = 0;

    std::vector<Event> near_;          // latest first, so that the earliest is popped from the back
    Duration near_last_ = before_all;  // near and instant hold every event up to this
    std::vector<Event> instant_;       // those at popped_ that came after those in near
    std::size_t instant_next_ = 0;
    Duration popped_;                   // the time of the last pop
    std::vector<std::uint32_t> rungs_;  // newest chunk of each bucket
    std::size_t rung_count_ = 0;
    std::size_t next_rung_ = 0;
    Duration rungs_begin_;
    Duration rungs_last_ = before_all;
    int width_shift_ = 0;  // a rung is 2^shift nanoseconds wide
    std::vector<Event> far_;

    std::vector<Chunk> chunks_;
    std::uint32_t free_chunk_ = none;
    std::vector<Event> scratch_;
};

}  // namespace arraytwin::sim
