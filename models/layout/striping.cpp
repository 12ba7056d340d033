#include "models/layout/striping.hpp"

#include <algorithm>

namespace arraytwin::layout {

namespace {

int data_members_of(StripeRaid raid, int drives) {
    switch (raid) {
        case StripeRaid::raid_10:
            return drives / 2;
        case StripeRaid::raid_5:
            return drives - 1;
        case StripeRaid::raid_6:
            return drives - 2;
    }
    return drives;
}

}  // namespace

Striping::Striping(StripeRaid raid, int drives, Bytes segment)
    : raid_{raid}, drives_{drives}, data_{data_members_of(raid, drives)}, segment_{segment} {}

int Striping::drive(std::uint64_t stripe, int member) const {
    if (mirrored()) return member < data_ ? 2 * member : 2 * (member - data_) + 1;
    const int turned = static_cast<int>(stripe % static_cast<std::uint64_t>(drives_));
    return (member + drives_ - turned) % drives_;
}

StripePart Striping::part(Bytes offset, Bytes bytes) const {
    const std::int64_t stripe_bytes = stripe_data().count();
    const std::int64_t segment = segment_.count();
    const std::int64_t within = offset.count() % stripe_bytes;
    const std::int64_t taken = std::min(bytes.count(), stripe_bytes - within);
    const std::int64_t first = within / segment;
    const std::int64_t last = (within + taken - 1) / segment;
    const std::int64_t count = last - first + 1;
    return {static_cast<std::uint64_t>(offset.count() / stripe_bytes), static_cast<int>(first), static_cast<int>(count),
            Bytes{(taken + count - 1) / count}};
}

UpdatePlan Striping::plan(int dirty, bool whole) const {
    const int redundant = redundant_members();
    if (mirrored()) return {StripeUpdate::copies, 0, 2 * dirty};
    if (dirty == data_ && whole) return {StripeUpdate::whole_stripe, 0, width()};
    const int modify = dirty + redundant;
    const int reconstruct = data_ - dirty;
    if (reconstruct < modify) return {StripeUpdate::reconstruct_write, reconstruct, dirty + redundant};
    return {StripeUpdate::read_modify_write, modify, dirty + redundant};
}

}  // namespace arraytwin::layout
