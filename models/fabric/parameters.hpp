// What a fabric is made of: the protocol's frames, ports and their links, switches, hosts. Values come from the array's
// spec, from data/protocols and from data/links.
#pragma once

#include <string>

#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"

namespace arraytwin::fabric {

/// What a link is, and what a protocol runs over.
enum class Medium { untold, fibre_channel, ethernet, ethernet_rdma, infiniband };

/// A serial link, as its standard defines it (data/links).
struct LinkParameters {
    Bandwidth signalling;   ///< bits on the wire
    double encoding = 1;    ///< share of them that are data: 64b/66b is 0.9697
    Bytes frame_payload;    ///< the most data of one frame
    Bytes frame_overhead;   ///< header, checksum, delimiters and the gap to the next frame
    Duration command_time;  ///< what the port's chip does for each command
    Medium medium = Medium::untold;

    /// Data bytes a second of a long transfer.
    Bandwidth data_rate() const;
};

enum class WriteHandshake { transfer_ready, in_capsule };

enum class Serves { blocks, files };

/// Sizes of a protocol's control frames, how it brings write data over, and what it costs at both ends beyond FCP, whose
/// cost the family's own times contain (data/protocols).
struct ProtocolParameters {
    Bytes command;
    Bytes response;
    Bytes transfer_ready;
    WriteHandshake write_handshake = WriteHandshake::transfer_ready;
    double target_work = 1;  ///< what a command costs the array's cores, relative to FCP; for the family to charge
    Duration target_per_kib = {};  ///< core time of the array for each KiB moved, at the reference clock; likewise
    Duration host_command = {};    ///< the host's time for a command, before its first frame
    Duration host_per_kib = {};    ///< the host's time for each KiB, before a write's first frame, after a read's last
    Serves serves = Serves::blocks;
    Medium medium = Medium::untold;  ///< that it runs over
};

struct TargetPorts {
    std::string kind;
    LinkParameters link;
    int per_node = 4;
    int queue_depth = 2048;
    Bandwidth slot_rate;     ///< of the PCIe slot that a node's ports share
    int most_per_node = 26;  ///< for which a node has adapter slots, those on board included
};

struct HostPorts {
    std::string kind;
    LinkParameters link;
    int per_host = 2;
};

struct HostParameters {
    int count = 8;
    HostPorts ports;
    Duration submit;    ///< I/O stack and adapter, from the application's call to the first frame
    Duration complete;  ///< from the last frame to the application's return
    int lun_queue_depth = 128;
};

struct FabricParameters {
    std::string protocol;
    ProtocolParameters frames;
    TargetPorts ports;
    int switches = 2;
    Bandwidth inter_switch_rate;  ///< each way, of the links between each fabric's two switches; none: a single switch
    Duration switch_latency;
    Duration cable_delay;  ///< propagation of one cable
    HostParameters hosts;
};

void describe(spec::Section& section, FabricParameters& fabric);

}  // namespace arraytwin::fabric
