// What a node's root aggregate takes of each partitioned drive.
//
// ONTAP keeps a node's own system on a small aggregate across the root slices of its drives: the more drives, the thinner
// the slice. Its size is not published; the rule reproduces four published capacities. README.md.
#pragma once

#include <optional>

#include "lib/spec/section.hpp"

namespace arraytwin::partition {

/// The rule, as data/capacity says it.
struct RootRule {
    Bytes aggregate;           ///< usable part of a node's root aggregate
    int parity = 0;            ///< drives of it that hold parity
    int spares = 0;            ///< drives whose root slice is a spare
    int spares_of_many = 0;    ///< the same of a node with many drives
    int many = 0;              ///< so many
    int whole_drives = 0;      ///< of a node without partitions: its root aggregate
    int most_partitioned = 0;  ///< drives of a node that initialisation divides
};

void describe(spec::Section& section, RootRule& rule);

/// Of each drive of a node with so many, spares included; `reserve` is WAFL's share of the root aggregate. None if there are
/// too few drives for a root aggregate.
std::optional<double> root_slice(const RootRule& rule, int drives_of_node, double reserve);

/// The fewest drives of a node that can have one.
int fewest_with_root_slices(const RootRule& rule);

}  // namespace arraytwin::partition
