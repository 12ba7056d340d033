// The way between host and array and back: host I/O stacks, adapters, switches, target ports, PCIe slots.
//
// A read: command, then the data and the status in one chain of frames. A write by FCP: command, transfer-ready, data,
// and later the status. Each adapter and port sends and receives at line rate, one transfer after the other, cut
// through from link to link. Physics, sources and what is neglected: README.md.
#pragma once

#include <string>
#include <vector>

#include "lib/sim/handover.hpp"
#include "lib/sim/link.hpp"
#include "lib/sim/resource.hpp"
#include "lib/twin/io.hpp"
#include "lib/twin/station.hpp"
#include "models/fabric/topology.hpp"

namespace arraytwin::fabric {

/// Whether an I/O waits for a transfer between nodes, or for another beside it, or none does.
enum class Attendance { attended, unattended };

class Fabric {
public:
    /// `owners[v]` is the node of volume v. Volumes are spread over the hosts in turn. `ports_down`: target ports, counted
    /// from 0 over all nodes, that carry nothing; the others of their node carry its traffic.
    Fabric(sim::Simulation& simulation, twin::Ledger& ledger, const FabricParameters& parameters, int nodes,
           const std::vector<int>& owners, const std::vector<int>& ports_down = {});

    /// Spreads a share of each volume's I/Os over the other ones of `nodes`: their paths are not optimised. Which node then
    /// serves an I/O is the array's affair.
    void reach_over(const std::vector<int>& nodes, double share);

    /// The volume's next path, round robin.
    Path next_path(int volume);

    /// The node that a path leads to, counted from 0.
    int node_of(const Path& path) const { return path.target_port / parameters_.ports.per_node; }

    // The steps of an I/O, in order; each is awaited. Steps that hand frames on give the instant at which the last one of
    // the transfer has left, which the next step needs.

    /// Waits in the host for a place in the queues of the volume and of the port.
    sim::Task<> wait_for_queues(twin::Io io, Path path);
    /// Takes the places at once if both are free, as they mostly are.
    bool enter_queues(const twin::Io& io, const Path& path);

    /// Down the host's stack, through its adapter and over to the array's port.
    sim::Simulation::Timer send_command(const twin::Io& io, const Path& path);
    /// The port's own work for a command; for a write also its transfer-ready to the host, if the protocol has one.
    sim::Simulation::Timer take_command(const twin::Io& io, const Path& path);

    /// A write's data leave the host; resumes when their head reaches the array.
    sim::Handover send_data(const twin::Io& io, const Path& path);
    /// They come in through the port and its slot.
    sim::Simulation::Timer receive_data(const twin::Io& io, const Path& path, Duration sent);

    /// Status, and a read's data, leave the array; resumes when their head reaches the host.
    sim::Handover reply(const twin::Io& io, const Path& path);
    /// They come in and go up the host's stack.
    sim::Simulation::Timer take_reply(const twin::Io& io, const Path& path, Duration sent);
    /// Gives the places in the queues back.
    void leave_queues(const twin::Io& io, const Path& path);

    // Between nodes, where the hosts' network is the cluster's as well: the same ports, a node's in turn.

    /// Must be called once before the rest. What nobody waits for is reported at `<port>.between_nodes`.
    void connect_nodes();
    /// How long a small message takes; like all control frames it is not queued.
    Duration message_time(Bytes message) const;
    /// A message goes from node to node (counted from 0).
    sim::Simulation::Timer send_message(twin::Trail& trail, int from, Bytes message);
    /// Data go from one node's port to the other's.
    sim::Simulation::Timer send_between(twin::Trail& trail, int from, int to, Bytes data, Attendance attendance);

private:
    /// A link, and the place under which its time is reported.
    struct Hop {
        sim::Link link;
        twin::PlaceId place;
    };
    struct HostPort {
        Hop to_array;
        Hop to_host;
        twin::Station commands;
    };
    struct TargetPort {
        Hop to_host;
        Hop to_array;
        twin::Station commands;
        sim::Resource queue;
        std::size_t slot;
    };
    struct Slot {
        Hop to_host;
        Hop to_array;
    };
    /// Of the links between a fabric's two switches, where it has two.
    struct InterSwitch {
        Hop to_host;
        Hop to_array;
    };
    struct Volume {
        const std::vector<Path>* paths;
        std::size_t next;
        int host;
        sim::Resource queue;
        std::vector<const std::vector<Path>*> elsewhere = {};  // the paths to each other node
        std::size_t next_elsewhere = 0;
        double owed_elsewhere = 0;  // I/Os that should have gone there, less than one
    };

    Path next_elsewhere(Volume& volume);
    void add_hosts();
    void add_switches();
    void add_targets(int nodes);
    Hop add_hop(const std::string& name, Bandwidth rate, Bytes frame, Duration propagation);
    Hop add_port(const std::string& name, const LinkParameters& link);
    bool two_switches() const { return parameters_.inter_switch_rate > Bandwidth{}; }
    Duration control_time(Bytes frame) const;
    Duration through_switches() const;
    Duration going_down(const twin::Io& io) const;
    Duration going_up(const twin::Io& io) const;
    InterSwitch& inter_switch(const Path& path) { return inter_switch_[static_cast<std::size_t>(path.switch_number)]; }
    /// The next port of a node for traffic between nodes, counted from 0 within the node.
    int next_port(int node);
    /// That port of another node, or the next one after it that is up.
    int nearest_port(int node, int port) const;
    bool up(int node, int port) const { return ports_up_[port_of(node, port)]; }
    std::size_t port_of(int node, int port) const {
        return static_cast<std::size_t>(node * parameters_.ports.per_node + port);
    }
    TargetPort& target(const Path& path) { return target_ports_[static_cast<std::size_t>(path.target_port)]; }
    twin::PlaceId host_place(const Path& path) const { return hosts_[static_cast<std::size_t>(path.host)]; }
    twin::PlaceId switch_place(const Path& path) const {
        return switches_[static_cast<std::size_t>(path.switch_number)];
    }
    HostPort& host_port(const Path& path) { return host_ports_[static_cast<std::size_t>(path.host_port)]; }
    sim::Transfer send(Hop& hop, Bytes bytes, Duration tail = {});
    /// `between`: the links between two switches; null where there is one.
    sim::Handover hand_over(const twin::Io& io, const Hop& port, const sim::Transfer& out, Bytes bytes, Hop* between);
    bool asks_for_data(const twin::Io& io) const {
        return io.operation == twin::Operation::write &&
               parameters_.frames.write_handshake == WriteHandshake::transfer_ready;
    }

    Duration request_for_data(const twin::Io& io) const {
        return asks_for_data(io) ? control_time_.transfer_ready : Duration{};
    }

    sim::Simulation& simulation_;
    twin::Ledger& ledger_;
    FabricParameters parameters_;
    Topology topology_;
    struct {
        Duration command;
        Duration transfer_ready;
    } control_time_;
    std::vector<HostPort> host_ports_;
    std::vector<TargetPort> target_ports_;
    std::vector<Slot> slots_;
    std::vector<InterSwitch> inter_switch_;
    std::vector<Volume> volumes_;
    double share_elsewhere_ = 0;
    std::vector<twin::PlaceId> hosts_;
    std::vector<twin::PlaceId> switches_;
    std::vector<int> next_ports_;  // of each node
    std::vector<bool> ports_up_;
    struct PortPlaces {
        twin::PlaceId to_host;
        twin::PlaceId to_array;
    };
    std::vector<PortPlaces> unattended_;  // of each target port, what nobody waits for
};

}  // namespace arraytwin::fabric
