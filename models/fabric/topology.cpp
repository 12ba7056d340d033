#include "models/fabric/topology.hpp"

#include <algorithm>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>

namespace arraytwin::fabric {

namespace {

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
using Vertex = Graph::vertex_descriptor;

/// Vertices in this order: host ports, switches, target ports.
struct Cabling {
    Graph graph;
    Vertex first_switch;
    Vertex first_target;

    Cabling(const FabricParameters& fabric, int nodes)
        : first_switch{static_cast<Vertex>(fabric.hosts.count * fabric.hosts.ports.per_host)},
          first_target{first_switch + static_cast<Vertex>(fabric.switches)} {
        const auto switches = static_cast<Vertex>(fabric.switches);
        const auto per_host = static_cast<Vertex>(fabric.hosts.ports.per_host);
        const auto per_node = static_cast<Vertex>(fabric.ports.per_node);
        for (Vertex port = 0; port < first_switch; ++port) {
            add_edge(port, first_switch + port % per_host % switches, graph);
        }
        for (Vertex port = 0; port < static_cast<Vertex>(nodes) * per_node; ++port) {
            add_edge(first_target + port, first_switch + port % per_node % switches, graph);
        }
    }

    /// By vertex, the one before it on a shortest path from `from`; a vertex that cannot be reached is its own.
    std::vector<Vertex> predecessors(Vertex from) const {
        std::vector<Vertex> before(num_vertices(graph));
        for (Vertex v = 0; v < before.size(); ++v) before[v] = v;
        auto record = boost::record_predecessors(before.data(), boost::on_tree_edge());
        boost::breadth_first_search(graph, from, boost::visitor(boost::make_bfs_visitor(record)));
        return before;
    }
};

}  // namespace

Topology::Topology(const FabricParameters& fabric, int nodes, const std::vector<int>& down)
    : nodes_{nodes}, paths_(static_cast<std::size_t>(fabric.hosts.count * nodes)) {
    const Cabling cabling{fabric, nodes};
    for (int host = 0; host < fabric.hosts.count; ++host) {
        for (int port = 0; port < fabric.hosts.ports.per_host; ++port) {
            const int host_port = host * fabric.hosts.ports.per_host + port;
            const auto before = cabling.predecessors(static_cast<Vertex>(host_port));
            for (int target = 0; target < nodes * fabric.ports.per_node; ++target) {
                const Vertex vertex = cabling.first_target + static_cast<Vertex>(target);
                if (before[vertex] == vertex || std::find(down.begin(), down.end(), target) != down.end()) continue;
                const auto over = static_cast<int>(before[vertex] - cabling.first_switch);
                const int node = target / fabric.ports.per_node;
                paths_[static_cast<std::size_t>(host * nodes + node)].push_back({host, host_port, over, target});
            }
        }
    }
}

}  // namespace arraytwin::fabric
