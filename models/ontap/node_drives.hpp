// The drives of one node's aggregate by RAID group, its spares, and what failed drives mean for them.
#pragma once

#include <string>
#include <vector>

#include "models/ontap/parameters.hpp"

namespace arraytwin::ontap {

/// Drives counted from 0 over the array. Groups are of as equal size as can be, one after the other.
struct NodeDrives {
    std::vector<int> members;
    std::vector<int> spares;
    std::size_t groups = 1;
    int parity = 0;  ///< of a group

    std::size_t begin_of(std::size_t group) const { return group * members.size() / groups; }
    std::size_t group_of(std::size_t member) const { return ((member + 1) * groups - 1) / members.size(); }
};

NodeDrives drives_of(const Parameters& array, int node);

/// By member: the spare that its contents are rebuilt on, or -1.
std::vector<int> replacements(const Parameters& array, const NodeDrives& of_node);

/// By drive of the array: share of its time that rebuilds take.
std::vector<double> rebuild_shares(const Parameters& array);

/// Rejects drives whose loss no group survives, and rebuilds that have nothing to do or no spare.
void check_drives(spec::Section& section, const Parameters& array);

}  // namespace arraytwin::ontap
