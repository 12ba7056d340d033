#include "models/layout/drive_group.hpp"

#include <algorithm>

#include "lib/sim/random.hpp"

namespace arraytwin::layout {

namespace {

constexpr std::uint64_t stripes_of_d_stripe = static_cast<std::uint64_t>(d_piece.count() / pool_segment.count());

Striping striping_of(Redundancy redundancy, int drives, Bytes segment) {
    switch (redundancy) {
        case Redundancy::raid_10:
            return {StripeRaid::raid_10, drives, segment};
        case Redundancy::raid_5:
            return {StripeRaid::raid_5, drives, segment};
        case Redundancy::raid_6:
            return {StripeRaid::raid_6, drives, segment};
        case Redundancy::disk_pool:
            break;
    }
    return {StripeRaid::raid_6, pieces_of_d_stripe, pool_segment};
}

}  // namespace

int smallest_group(Redundancy redundancy) {
    switch (redundancy) {
        case Redundancy::raid_10:
            return 2;
        case Redundancy::raid_5:
            return 3;
        case Redundancy::raid_6:
            return 5;
        case Redundancy::disk_pool:
            return 11;
    }
    return 0;
}

int largest_group(Redundancy redundancy) {
    switch (redundancy) {
        case Redundancy::raid_5:
        case Redundancy::raid_6:
            return 30;
        case Redundancy::raid_10:
        case Redundancy::disk_pool:
            return 120;  // every drive that an EF570 can have
    }
    return 0;
}

DriveGroup::DriveGroup(Redundancy redundancy, int drives, Bytes segment)
    : redundancy_{redundancy}, drives_{drives}, striping_{striping_of(redundancy, drives, segment)} {
    if (redundancy == Redundancy::disk_pool) deal_pieces();
}

/// Each D-stripe takes the drives that hold the fewest pieces so far; among equals, in an order of its own.
void DriveGroup::deal_pieces() {
    struct Candidate {
        int held;
        std::uint64_t order;
        std::uint16_t drive;
    };
    std::vector<Candidate> candidates;
    for (int d = 0; d < drives_; ++d) candidates.push_back({0, 0, static_cast<std::uint16_t>(d)});
    for (std::uint64_t d_stripe = 0; d_stripe < d_stripes_dealt; ++d_stripe) {
        for (Candidate& c : candidates) c.order = sim::scramble((d_stripe << 16) + c.drive + 1);
        std::partial_sort(candidates.begin(), candidates.begin() + pieces_of_d_stripe, candidates.end(),
                          [](const Candidate& a, const Candidate& b) {
                              return a.held != b.held ? a.held < b.held : a.order < b.order;
                          });
        for (int piece = 0; piece < pieces_of_d_stripe; ++piece) {
            Candidate& taken = candidates[static_cast<std::size_t>(piece)];
            placements_.push_back(taken.drive);
            ++taken.held;
        }
    }
}

int DriveGroup::drive(std::uint64_t stripe, int member) const {
    const int piece = striping_.drive(stripe, member);
    if (!pooled()) return piece;
    const std::uint64_t d_stripe = stripe / stripes_of_d_stripe % d_stripes_dealt;
    return placements_[d_stripe * pieces_of_d_stripe + static_cast<std::size_t>(piece)];
}

Bytes DriveGroup::data_capacity(Bytes drive_size, int preserved) const {
    if (redundancy_ != Redundancy::disk_pool) return drive_size * striping_.data_members();
    const std::int64_t pieces = (drives_ - preserved) * (drive_size.count() / d_piece.count());
    return d_piece * (pieces / pieces_of_d_stripe * striping_.data_members());
}

}  // namespace arraytwin::layout
