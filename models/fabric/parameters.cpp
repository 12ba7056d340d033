#include "models/fabric/parameters.hpp"

#include <utility>

#include <fmt/format.h>

namespace arraytwin::fabric {

namespace {

constexpr double gigabit = 1e9 / 8;
constexpr double second = 1e9;
constexpr spec::Range per_kib{0, 1e-3 * second};
constexpr auto optional = spec::Presence::optional;

constexpr std::pair<const char*, Medium> media[] = {{"fibre-channel", Medium::fibre_channel},
                                                    {"ethernet", Medium::ethernet},
                                                    {"ethernet-rdma", Medium::ethernet_rdma},
                                                    {"infiniband", Medium::infiniband}};

const char* name_of(Medium medium) {
    for (const auto& [name, named] : media) {
        if (named == medium) return name;
    }
    return "";
}

void describe(spec::Section& section, std::string_view meaning, Medium& medium) {
    section.choice({"medium", meaning, {}, optional}, medium,
                   {{media[0].first, static_cast<int>(media[0].second)},
                    {media[1].first, static_cast<int>(media[1].second)},
                    {media[2].first, static_cast<int>(media[2].second)},
                    {media[3].first, static_cast<int>(media[3].second)}});
}

void describe(spec::Section& section, LinkParameters& link) {
    describe(section, "what kind of link it is", link.medium);
    section.field({"signalling", "bits on the wire, encoding included", {0.1 * gigabit, 1000 * gigabit}},
                  link.signalling);
    section.field({"encoding", "share of the bits that carry data", {0.5, 1}}, link.encoding);
    section.field({"frame_payload", "the most data of one frame", {256, 65536}}, link.frame_payload);
    section.field({"frame_overhead", "header, checksum, delimiters and gap of a frame", {0, 1024}},
                  link.frame_overhead);
    section.field({"command_time", "the port's own work for each command", {0, 1e-3 * second}}, link.command_time);
}

void describe(spec::Section& section, ProtocolParameters& frames) {
    describe(section, "the kind of link that the protocol runs over", frames.medium);
    section.field({"command", "bytes of a command frame", {16, 4096}}, frames.command);
    section.field({"response", "bytes of a response frame", {8, 4096}}, frames.response);
    section.field({"transfer_ready", "bytes of the frame that asks for write data", {0, 4096}}, frames.transfer_ready);
    section.choice({"write_handshake", "whether a write waits for the target's transfer-ready"}, frames.write_handshake,
                   {{"transfer-ready", static_cast<int>(WriteHandshake::transfer_ready)},
                    {"in-capsule", static_cast<int>(WriteHandshake::in_capsule)}});
    section.field({"target_work", "what a command costs the array's cores, relative to FCP", {0.1, 10}, optional},
                  frames.target_work);
    section.field({"target_per_kib", "the array's core time for each KiB moved, beyond FCP's", per_kib, optional},
                  frames.target_per_kib);
    section.field({"host_command", "the host's time for a command, beyond FCP's", {0, 1e-3 * second}, optional},
                  frames.host_command);
    section.field({"host_per_kib", "the host's time for each KiB moved, beyond FCP's", per_kib, optional},
                  frames.host_per_kib);
    section.choice({"serves", "what the hosts see: blocks of a SAN or files of a NAS", {}, optional}, frames.serves,
                   {{"blocks", static_cast<int>(Serves::blocks)}, {"files", static_cast<int>(Serves::files)}});
}

void describe(spec::Section& section, TargetPorts& ports) {
    section.field({"kind", "kind of link, a file of data/links"}, ports.kind);
    section.field({"per_node", "ports in use on each node, named a to z", {1, 26}}, ports.per_node);
    section.field(
        {"most_per_node", "ports that a node has adapter slots for, those on board included", {1, 26}, optional},
        ports.most_per_node);
    section.field({"queue_depth", "commands that a port holds; more wait at the host", {1, 65536}}, ports.queue_depth);
    section.field({"slot_rate", "bandwidth of the PCIe slot that a node's ports share", {1e8, 1e12}}, ports.slot_rate);
    describe(section, ports.link);
}

void describe(spec::Section& section, HostPorts& ports) {
    section.field({"kind", "kind of link, a file of data/links"}, ports.kind);
    section.field({"per_host", "ports in use on each host", {1, 16}}, ports.per_host);
    describe(section, ports.link);
}

void describe(spec::Section& section, HostParameters& hosts) {
    section.field({"count", "hosts that the volumes are spread over", {1, 256}}, hosts.count);
    section.field({"submit", "I/O stack and adapter, until the first frame", {0, 1e-2 * second}}, hosts.submit);
    section.field({"complete", "adapter and I/O stack, after the last frame", {0, 1e-2 * second}}, hosts.complete);
    section.field({"lun_queue_depth", "commands that a host sends to one volume at once", {1, 4096}},
                  hosts.lun_queue_depth);
    describe(section.table("ports", "the hosts' adapters"), hosts.ports);
}

/// `key`: of the kind of ports, beneath the fabric's table.
void check_medium(spec::Section& section, const FabricParameters& fabric, std::string_view key, Medium of_ports,
                  const std::string& kind) {
    const Medium needed = fabric.frames.medium;
    if (needed == Medium::untold || of_ports == Medium::untold || needed == of_ports) return;
    section.reject(key,
                   fmt::format("{} does not run over {}: it needs links of {}, and these are {}", fabric.protocol, kind,
                               name_of(needed), name_of(of_ports)),
                   "use ports of that kind, or another fabric.protocol");
}

}  // namespace

Bandwidth LinkParameters::data_rate() const {
    const auto payload = static_cast<double>(frame_payload.count());
    return signalling * (encoding * payload / (payload + static_cast<double>(frame_overhead.count())));
}

void describe(spec::Section& section, FabricParameters& fabric) {
    section.field({"protocol", "how hosts reach volumes, a file of data/protocols"}, fabric.protocol);
    describe(section.table("frames", "the protocol's frames and costs"), fabric.frames);
    describe(section.table("ports", "the array's ports"), fabric.ports);
    section.field({"switches", "fabrics side by side; port n is cabled to switch n modulo this", {1, 8}},
                  fabric.switches);
    section.field({"switch_latency", "from a frame's head in to its head out", {0, 1e-4 * second}},
                  fabric.switch_latency);
    section.field({"inter_switch_rate",
                   "each way, of the links between a fabric's two switches; left out where there is one",
                   {1e8, 1e13},
                   optional},
                  fabric.inter_switch_rate);
    section.field({"cable_delay", "propagation over one cable", {0, 1e-3 * second}}, fabric.cable_delay);
    describe(section.table("hosts", "the hosts and their adapters"), fabric.hosts);
    check_medium(section, fabric, "ports.kind", fabric.ports.link.medium, fabric.ports.kind);
    check_medium(section, fabric, "hosts.ports.kind", fabric.hosts.ports.link.medium, fabric.hosts.ports.kind);
    if (fabric.ports.per_node > fabric.ports.most_per_node) {
        section.reject("ports.per_node",
                       fmt::format("{} ports, but the adapter slots of a node carry {}", fabric.ports.per_node,
                                   fabric.ports.most_per_node),
                       "use fewer, or raise fabric.ports.most_per_node where more adapters fit");
    }
    if (fabric.switches > fabric.ports.per_node || fabric.switches > fabric.hosts.ports.per_host) {
        section.reject("switches", "more switches than ports of a node or of a host: some paths would lead nowhere",
                       "give each node and each host at least one port for each switch");
    }
}

}  // namespace arraytwin::fabric
