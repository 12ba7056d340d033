// The network between a cluster's nodes: I/Os that arrive at another node than their volume's cross it.
//
// Each node's links to the cluster's switches are one server each way, at the place `<node>.cluster_link`. A transfer is
// cut through from the sender's to the receiver's; request and answer take `round_trip` and are not queued.
#pragma once

#include <vector>

#include "lib/sim/link.hpp"
#include "lib/spec/section.hpp"
#include "lib/twin/ledger.hpp"

namespace arraytwin::ontap {

/// Of one node; no speed: there is none.
struct ClusterLink {
    Bandwidth speed;  ///< of one link, data bits
    int count = 1;
    Duration round_trip;  ///< a request and its answer, beside the transfer

    bool exists() const { return speed > Bandwidth{}; }
};

/// What an I/O costs beyond its own core time, and what of that the node at which it arrived takes on.
struct Forwarding {
    double protocol_share = 0;  ///< of an operation's core time before the answer
    Duration per_io;            ///< core time of handing it on, at the reference clock
};

class ClusterNetwork {
public:
    ClusterNetwork(sim::Simulation& simulation, twin::Ledger& ledger, const ClusterLink& link, int nodes);

    /// `co_await`: data go from node to node, counted from 0.
    sim::Simulation::Timer cross(twin::Trail& trail, int from, int to, Bytes data);

private:
    struct Hop {
        sim::Link link;
        twin::PlaceId place;
    };
    struct Ends {
        Hop out;
        Hop in;
    };

    sim::Simulation& simulation_;
    twin::Ledger& ledger_;
    Duration round_trip_;
    std::vector<Ends> nodes_;
};

void describe(spec::Section& section, ClusterLink& link);
void describe(spec::Section& section, Forwarding& forwarding);

}  // namespace arraytwin::ontap
