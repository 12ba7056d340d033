// A volume group (RAID 10, 5 or 6) or a dynamic disk pool of an E-Series array: where stripes lie, and what it holds.
//
// A pool cuts its drives into D-pieces of 512 MiB and makes D-stripes of ten pieces on ten different drives, with RAID 6
// of eight data segments and two of parity inside. Pieces are dealt so that all drives hold equally many, and which
// drives meet in a D-stripe is scrambled: so a rebuild would read from, and write to, all of them. Instead of spares a
// pool keeps some drives' worth of capacity free. README.md.
#pragma once

#include <cstdint>
#include <vector>

#include "models/layout/striping.hpp"

namespace arraytwin::layout {

enum class Redundancy { raid_10, raid_5, raid_6, disk_pool };

inline constexpr Bytes d_piece = Bytes::from_kib(512 * 1024);
inline constexpr int pieces_of_d_stripe = 10;
inline constexpr Bytes pool_segment = Bytes::from_kib(128);
inline constexpr int d_stripes_dealt = 1024;  // placements that a pool's D-stripes repeat: bounds the memory

/// Fewest and most drives of a group of solid-state drives.
int smallest_group(Redundancy redundancy);
int largest_group(Redundancy redundancy);

class DriveGroup {
public:
    /// `segment`: of a volume group; a pool's is pool_segment.
    DriveGroup(Redundancy redundancy, int drives, Bytes segment);

    const Striping& striping() const { return striping_; }
    int drives() const { return drives_; }

    /// The drive, counted from 0 within the group, of a member of a stripe.
    int drive(std::uint64_t stripe, int member) const;

    /// What the volumes of the group can hold, on drives of a size. `preserved`: drives' worth kept free by a pool.
    Bytes data_capacity(Bytes drive_size, int preserved) const;

private:
    bool pooled() const { return !placements_.empty(); }
    void deal_pieces();

    Redundancy redundancy_;
    int drives_;
    Striping striping_;
    std::vector<std::uint16_t> placements_;  // of a pool: the drive of each piece of each D-stripe
};

}  // namespace arraytwin::layout
