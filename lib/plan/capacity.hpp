// The capacity of an array: its family's steps, checked, with totals; and the small sums of capacity planning that people get
// wrong (reserves that divide rather than multiply, percentages that do not average).
#pragma once

#include <vector>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/twin/capacity.hpp"
#include "lib/twin/load.hpp"

namespace arraytwin::plan {

/// Everything that is wrong with the array, or its capacity. Notes tell what its volumes take. Linear in the steps.
Result<Capacity> capacity_of(const ResolvedArray& array, const spec::DataFolder& data);

/// Why the steps cannot be: one that gives before data reduction, or leaves less than nothing. Empty if they can.
std::string fault_of(const Capacity& capacity);

/// The volume that leaves so much after a reserve of its own size, a share below 1: U / (1 - r), not U x (1 + r).
inline double volume_for(double usable, double reserve) { return usable / (1 - reserve); }
inline double usable_of(double volume, double reserve) { return volume * (1 - reserve); }

/// A pool or aggregate, in any one unit.
struct Fullness {
    double size = 0;
    double available = 0;
};

/// Share of all that is used: of sums, as a mean of shares would let small ones count as much as large ones. 0 of nothing.
double used_share(const std::vector<Fullness>& pools);

}  // namespace arraytwin::plan
