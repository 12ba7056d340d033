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

class Fabric {
public:
    /// `owners[v]` is the node of volume v. Volumes are spread over the hosts in turn.
    Fabric(sim::Simulation& simulation, twin::Ledger& ledger, const FabricParameters& parameters, int nodes,
           const std::vector<int>& owners);

    /// The volume's next path, round robin.
    Path next_path(int volume);

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
    struct Volume {
        const std::vector<Path>* paths;
        std::size_t next;
        int host;
        sim::Resource queue;
    };

    void add_hosts();
    void add_targets(int nodes);
    Hop add_hop(const std::string& name, Bandwidth rate, Bytes frame, Duration propagation);
    Hop add_port(const std::string& name, const LinkParameters& link);
    Duration control_time(Bytes frame) const;
    TargetPort& target(const Path& path) { return target_ports_[static_cast<std::size_t>(path.target_port)]; }
    twin::PlaceId host_place(const Path& path) const { return hosts_[static_cast<std::size_t>(path.host)]; }
    twin::PlaceId switch_place(const Path& path) const {
        return switches_[static_cast<std::size_t>(path.switch_number)];
    }
    HostPort& host_port(const Path& path) { return host_ports_[static_cast<std::size_t>(path.host_port)]; }
    sim::Transfer send(Hop& hop, Bytes bytes, Duration tail = {});
    sim::Handover hand_over(const Hop& hop, const sim::Transfer& out, Bytes bytes);
    bool asks_for_data(const twin::Io& io) const {
        return io.operation == twin::Operation::write &&
               parameters_.frames.write_handshake == WriteHandshake::transfer_ready;
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
    std::vector<Volume> volumes_;
    std::vector<twin::PlaceId> hosts_;
    std::vector<twin::PlaceId> switches_;
};

}  // namespace arraytwin::fabric
