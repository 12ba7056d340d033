// How a volume's data lie over the drives of a group in RAID 10, 5 or 6, and what writing a part of a stripe takes.
//
// A stripe has one segment on each drive: its members. Those with data come first, then their copies (RAID 10) or the
// parity (P, or P and Q), which turn from stripe to stripe so that every drive holds as much of them as any other. A
// partial stripe is brought up to date by whichever way reads less: read-modify-write (old data and old parity) or
// reconstruct-write (the data that stay). Pure functions; nothing is allocated.
#pragma once

#include <cstdint>

#include "lib/units/units.hpp"

namespace arraytwin::layout {

enum class StripeRaid { raid_10, raid_5, raid_6 };

/// What of one stripe an I/O touches: `count` data members from `first`, `of_member` bytes of each.
struct StripePart {
    std::uint64_t stripe = 0;
    int first = 0;
    int count = 0;
    Bytes of_member;

    Bytes bytes() const { return of_member * count; }
};

enum class StripeUpdate { whole_stripe, copies, read_modify_write, reconstruct_write };

/// Members that are read before, and written, to bring a stripe up to date.
struct UpdatePlan {
    StripeUpdate update = StripeUpdate::whole_stripe;
    int reads = 0;
    int writes = 0;
};

class Striping {
public:
    /// `drives` of a group: RAID 10 an even number, RAID 5 at least 3, RAID 6 at least 5.
    Striping(StripeRaid raid, int drives, Bytes segment);

    int width() const { return drives_; }
    int data_members() const { return data_; }
    int redundant_members() const { return drives_ - data_; }
    Bytes segment() const { return segment_; }
    Bytes stripe_data() const { return segment_ * data_; }
    bool mirrored() const { return raid_ == StripeRaid::raid_10; }

    /// The drive, counted from 0 within the group, of a member of a stripe.
    int drive(std::uint64_t stripe, int member) const;

    /// The part of `bytes` at `offset` that lies in the stripe of `offset`.
    StripePart part(Bytes offset, Bytes bytes) const;

    /// Calls visit(part) for the part in each stripe that `bytes` at `offset` touch, in order.
    template <class Visit>
    void for_each_part(Bytes offset, Bytes bytes, Visit visit) const {
        for (const Bytes end = offset + bytes; offset < end;) {
            const StripePart touched = part(offset, end - offset);
            visit(touched);
            offset = stripe_data() * (static_cast<std::int64_t>(touched.stripe) + 1);
        }
    }

    /// What writing `dirty` data members (1 to all of them) takes; `whole`: all of each.
    UpdatePlan plan(int dirty, bool whole) const;

private:
    StripeRaid raid_;
    int drives_;
    int data_;
    Bytes segment_;
};

}  // namespace arraytwin::layout
