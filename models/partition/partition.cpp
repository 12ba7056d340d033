#include "models/partition/partition.hpp"

namespace arraytwin::partition {

std::vector<Share> deal(Partitioning partitioning, int drives, int spares, int nodes) {
    // Nodes that share the halves of the same drives: a pair, or a lone last node.
    const int sharing = partitioning == Partitioning::root_data_data ? 2 : 1;
    const int groups = (nodes + sharing - 1) / sharing;
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

}  // namespace arraytwin::partition
