#include "models/ontap/cluster_network.hpp"

#include <fmt/format.h>

namespace arraytwin::ontap {

namespace {

constexpr Bytes frame{4096};  // blocks are handed on one by one

}  // namespace

ClusterNetwork::ClusterNetwork(sim::Simulation& simulation, twin::Ledger& ledger, const ClusterLink& link, int nodes)
    : simulation_{simulation}, ledger_{ledger}, round_trip_{link.round_trip} {
    for (int node = 1; node <= nodes; ++node) {
        const auto hop = [&] {
            return Hop{sim::Link{simulation, link.speed * link.count, {}, {}, frame},
                       ledger.add(fmt::format("node.{}.cluster_link", node), twin::Queueing::shared_queue)};
        };
        nodes_.push_back({hop(), hop()});
    }
}

sim::Simulation::Timer ClusterNetwork::cross(twin::Trail& trail, int from, int to, Bytes data) {
    Hop& out = nodes_[static_cast<std::size_t>(from)].out;
    Hop& in = nodes_[static_cast<std::size_t>(to)].in;
    const sim::Transfer sent = out.link.send(data);
    const sim::Transfer received = in.link.send(data, sent.tail);
    ledger_.occupy(out.place, sent.visit.service);
    ledger_.occupy(in.place, received.visit.service);
    const Duration arrived = received.tail + round_trip_;
    const Duration wait = sent.visit.wait;  // at the far end it is part of the rest
    trail.add(out.place, {wait, arrived - simulation_.now() - wait});
    return simulation_.until(arrived);
}

void describe(spec::Section& section, ClusterLink& link) {
    section.field({"speed", "data rate of one link to the cluster's switches", {1e8, 1e12}}, link.speed);
    section.field({"count", "links of a node to the cluster's switches", {1, 16}}, link.count);
    section.field({"round_trip", "a request to another node and its answer, beside the transfer", {0, 1e7}},
                  link.round_trip);
}

void describe(spec::Section& section, Forwarding& forwarding) {
    section.field({"protocol_share",
                   "share of an operation's core time that is the hosts' protocol, and stays where "
                   "the I/O arrived",
                   {0, 1}},
                  forwarding.protocol_share);
    section.field({"per_io", "core time of handing an I/O on to its volume's node", {0, 1e8}}, forwarding.per_io);
}

}  // namespace arraytwin::ontap
