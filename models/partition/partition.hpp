// Advanced drive partitioning: which drives serve which node.
//
// none and root-data give each node whole drives (beside a root slice); root-data-data halves the data part of each
// drive, one half for either node of a pair, so that both nodes use all drives. Sources: FACTS section 4.
#pragma once

#include <vector>

#include "lib/spec/section.hpp"

namespace arraytwin::partition {

enum class Partitioning { none, root_data, root_data_data };

/// One node's share of the drives.
struct Share {
    std::vector<int> drives;   ///< in use, spares left out; counted from 0 over the array
    double part_of_drive = 1;  ///< of each drive's capacity
};

/// Deals `drives` to `nodes`, `spares` of each node's kept back. Adjacent nodes are pairs.
std::vector<Share> deal(Partitioning partitioning, int drives, int spares, int nodes);

/// Whether every node gets as many drives, or halves of drives, as any other.
bool deals_evenly(Partitioning partitioning, int drives, int nodes);

}  // namespace arraytwin::partition
