// Which host port reaches which target port over which switch: the paths that a host's multipathing uses.
//
// The cabling is a graph (Boost.Graph) of host ports, switches and target ports; a path is a shortest one between a host
// port and a port of the node that owns the volume (the optimised paths of ALUA). Built once, before the run.
#pragma once

#include <vector>

#include "models/fabric/parameters.hpp"

namespace arraytwin::fabric {

/// Indices count from 0 over all hosts, all switches, all nodes.
struct Path {
    int host = 0;
    int host_port = 0;
    int switch_number = 0;
    int target_port = 0;
};

class Topology {
public:
    /// `down`: target ports that carry nothing; each node that paths are asked for has another.
    Topology(const FabricParameters& parameters, int nodes, const std::vector<int>& down = {});

    /// Paths from a host to a node, in the order in which round robin takes them; empty only if all its ports are down.
    const std::vector<Path>& paths(int host, int node) const {
        return paths_[static_cast<std::size_t>(host * nodes_ + node)];
    }

private:
    int nodes_;
    std::vector<std::vector<Path>> paths_;
};

}  // namespace arraytwin::fabric
