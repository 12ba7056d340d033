// RAID geometry: how many drives of a group hold parity, how much a full stripe carries, how large a group may be.
#pragma once

#include <vector>

#include "lib/spec/section.hpp"

namespace arraytwin::layout {

enum class Raid { raid4, raid_dp, raid_tec };

/// Drives of a group whose loss it survives, and that hold no data.
int parity_drives(Raid raid);

/// Smallest and largest group of solid-state drives (FACTS section 3).
int smallest_group(Raid raid);
int largest_group(Raid raid);

/// One group of like drives.
struct RaidGroup {
    Raid raid = Raid::raid_dp;
    int drives = 0;

    int data_drives() const { return drives - parity_drives(raid); }
    /// Drive bytes written for each data byte when whole stripes are written: no parity is read first.
    double full_stripe_amplification() const { return static_cast<double>(drives) / data_drives(); }
};

/// The groups of so many drives: the fewest that are allowed, as equal as can be (so none is below half of another), the
/// larger ones first.
std::vector<int> raid_groups(Raid raid, int drives);

/// Drives that hold data in these groups.
int data_drives(Raid raid, const std::vector<int>& groups);

}  // namespace arraytwin::layout
