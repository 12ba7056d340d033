#include "models/partition/partition.hpp"

namespace arraytwin::partition {

namespace {

/// Nodes that share the halves of the same drives: a pair, or a lone last node.
int nodes_sharing(Partitioning partitioning) { return partitioning == Partitioning::root_data_data ? 2 : 1; }

/// Lots that drives are dealt in: one for each node, or for each pair.
int lots(Partitioning partitioning, int nodes) {
    const int sharing = nodes_sharing(partitioning);
    return (nodes + sharing - 1) / sharing;
}

}  // namespace

std::vector<Share> deal(Partitioning partitioning, int drives, int spares, int nodes) {
    const int sharing = nodes_sharing(partitioning);
    const int groups = lots(partitioning, nodes);
    std::vector<Share> shares(static_cast<std::size_t>(nodes));
    for (int node = 0; node < nodes; ++node) {
        Share& share = shares[static_cast<std::size_t>(node)];
        share.part_of_drive = 1.0 / sharing;
        for (int drive = node / sharing; drive < drives; drive += groups) share.drives.push_back(drive);
        const auto kept = static_cast<int>(share.drives.size()) - spares;
        share.drives.resize(static_cast<std::size_t>(kept > 0 ? kept : 0));
    }
    return shares;
}

bool deals_evenly(Partitioning partitioning, int drives, int nodes) { return drives % lots(partitioning, nodes) == 0; }

}  // namespace arraytwin::partition
