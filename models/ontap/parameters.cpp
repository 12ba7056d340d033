#include "models/ontap/parameters.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "models/ontap/node_drives.hpp"

namespace arraytwin::ontap {

using layout::Raid;
using partition::Partitioning;
using spec::Presence;
using spec::Section;

namespace {

constexpr double second = 1e9;

void describe(Section& section, Nodes& nodes) {
    section.field({"count", "nodes, in pairs; one alone has nobody to mirror its log", {1, 24}}, nodes.count);
    section.choice(
        {"platform", "all-flash (AFF, and the FAS500f) or FAS: decides the WAFL reserve", {}, Presence::optional},
        nodes.platform, {{"aff", static_cast<int>(Platform::aff)}, {"fas", static_cast<int>(Platform::fas)}});
    section.field({"cores", "CPU cores of a node", {1, 512}}, nodes.cores);
    section.field({"clock", "clock of the cores", {1e8, 1e11}}, nodes.clock);
    section.field({"memory", "DRAM of a node", {1e9, 1e14}}, nodes.memory);
    describe(section.table("journal", "the log of writes"), nodes.journal);
    describe(section.table("partner_link", "the links that mirror the log"), nodes.partner_link);
    describe(section.table("cluster_link", "the links to the cluster's other nodes", Presence::optional),
             nodes.cluster_link);
    if (nodes.count > 1 && nodes.count % 2 != 0) {
        section.reject("count", fmt::format("{} nodes do not make pairs", nodes.count), "use 1 or an even number");
    }
}

void describe(Section& section, Media& media) {
    section.field({"drive", "kind of drive, a file of data/drives"}, media.drive);
    section.field({"count", "drives of the whole array, spares included", {1, 2880}}, media.count);
    section.field({"bays", "drive bays of the chassis", {1, 2880}}, media.bays);
    media::describe_bays(section, media.bay_attachment);
    media::describe(section, media.ssd);
    media::check_bays(section, media.bay_attachment, media.ssd.attachment);
    if (media.count > media.bays) {
        section.reject("count", fmt::format("{} drives do not fit into {} bays", media.count, media.bays),
                       "lower media.count, or raise media.bays where shelves are added");
    }
}

void describe(Section& section, Layout& layout) {
    section.choice({"raid", "redundancy of a RAID group"}, layout.raid,
                   {{"raid4", static_cast<int>(Raid::raid4)},
                    {"raid-dp", static_cast<int>(Raid::raid_dp)},
                    {"raid-tec", static_cast<int>(Raid::raid_tec)}});
    section.choice({"partition", "how drives are divided between nodes"}, layout.partition,
                   {{"none", static_cast<int>(Partitioning::none)},
                    {"root-data", static_cast<int>(Partitioning::root_data)},
                    {"root-data-data", static_cast<int>(Partitioning::root_data_data)}});
    section.field({"spares", "spare drives or partitions of each node", {0, 64}}, layout.spares);
}

void describe(Section& section, Volumes& volumes) {
    section.field({"count", "volumes that the hosts use, spread over the nodes", {1, 4096}}, volumes.count);
    section.field({"size", "size of each, all of it in use", {1e9, 1e15}}, volumes.size);
    section.field({"filled",
                   "share of the aggregates that is full; left out or less: what these volumes fill",
                   {0, 1},
                   Presence::optional},
                  volumes.filled);
    section.field({"non_optimized_share",
                   "share of the I/Os that arrive at a node that does not own the volume",
                   {0, 1},
                   Presence::optional},
                  volumes.non_optimized_share);
    describe(section.table("qos", "a ceiling for each volume", Presence::optional), volumes.qos);
}

/// What the files bring that a software names.
void describe_kind(Section& section, Software& software) {
    describe(section.table("ageing", "how write allocation ages; from the kind", Presence::optional), software.ageing);
    describe(section.table("compression", "the group; from compression_group", Presence::optional),
             software.compression);
    describe(section.table("forwarding", "I/Os that arrive elsewhere; from the kind", Presence::optional),
             software.forwarding);
    Section& cluster = section.table("cluster", "how large one may be; from the kind", Presence::optional);
    cluster.field({"most_nodes_for_blocks", "nodes of a cluster that serves blocks", {1, 24}},
                  software.most_nodes_for_blocks);
}

void describe(Section& section, Software& software) {
    section.field({"kind", "how the software works, a file of data/software", {}, Presence::optional}, software.kind);
    section.field({"release", "ONTAP release; a calibration is for one"}, software.release);
    section.field({"data_reduction", "inline compression and deduplication"}, software.data_reduction);
    section.field({"data_reduction_ratio", "logical bytes for each stored one, where switched on", {1, 100}},
                  software.data_reduction_ratio);
    section.field({"snapshot_reserve", "share of each volume that is kept for snapshots", {0, 0.9}, Presence::optional},
                  software.snapshot_reserve);
    section.field({"cache_share", "share of the memory that holds user data", {0, 1}}, software.cache_share);
    section.field({"read_ahead", "I/Os that a sequential stream is read ahead", {1, 1024}}, software.read_ahead);
    section.field({"affinities", "cores that may work on one volume at once", {1, 512}}, software.affinities);
    section.field({"consistency_point_interval", "the longest time between two", {0.001 * second, 3600 * second}},
                  software.consistency_point_interval);
    section.field({"age", "how much of the free space has been turned over, 0 fresh to 1", {0, 1}, Presence::optional},
                  software.age);
    section.field({"chain",
                   "4 KiB blocks written to one drive in a row; 0: as age and fullness make them",
                   {0, 1024},
                   Presence::optional},
                  software.chain);
    section.field(
        {"compression_group", "what is compressed together, a file of data/compression_groups", {}, Presence::optional},
        software.compression_group);
    describe_kind(section, software);
}

/// Of each pair one node must be left.
void check_takeover(Section& section, const Parameters& array) {
    for (const int node : array.failures.nodes) {
        if (array.nodes.count > 1 && !array.failures.has_node(Parameters::partner_of(node))) continue;
        section.reject("failures.node", fmt::format("nobody is left to take over what node {} serves", node + 1),
                       "one node of each pair may be down");
        return;
    }
}

void check_cluster(Section& section, const Parameters& array) {
    const int most = array.software.most_nodes_for_blocks;
    if (most > 0 && array.nodes.count > most && array.fabric.frames.serves == fabric::Serves::blocks) {
        section.reject("nodes.count",
                       fmt::format("{} nodes, but a cluster that serves blocks ({}) has at most {}", array.nodes.count,
                                   array.fabric.protocol, most),
                       "use fewer, or a protocol for files (nfs, smb)");
    }
    if (array.volumes.non_optimized_share <= 0) return;
    if (array.nodes_up() < 2) {
        section.reject("volumes.non_optimized_share", "one node alone: there is no other at which an I/O could arrive",
                       "leave it out, or let more nodes be up");
    } else if (!array.nodes.cluster_link.exists()) {
        section.reject("volumes.non_optimized_share", "no link over which the other node could hand an I/O on",
                       "describe nodes.cluster_link: speed, count, round_trip");
    }
}

void check_software(Section& section, const Parameters& array) {
    const Software& software = array.software;
    if (software.chain == 0 && software.ageing.fresh_chain <= 0) {
        section.reject("software.chain", "neither a chain nor what software it follows from",
                       "give software.kind = \"ontap\", or chain = 64");
    }
    if (software.chain > 0 && software.age > 0) {
        section.reject("software.age", "a chain is given, which age would make", "leave one of the two out");
    }
    if (software.compression.exists() && !software.data_reduction) {
        section.reject("software.compression_group", "nothing is compressed: data_reduction is off",
                       "switch it on, or leave the group out");
    }
}

/// Aggregates of a pair are alike; one of fewer drives would fill, and saturate, before the other.
void check_shares(Section& section, const Parameters& array) {
    if (partition::deals_evenly(array.layout.partition, array.media.count, array.nodes.count)) return;
    section.reject(
        "media.count",
        fmt::format("{} drives do not make equal aggregates on {} nodes", array.media.count, array.nodes.count),
        "use a multiple of the nodes, or of their pairs with layout.partition = \"root-data-data\"");
}

/// Contradictions between tables; each value alone was allowed.
void check(Section& section, const Parameters& array) {
    const int drives = array.drives_of_node();
    const int smallest = layout::smallest_group(array.layout.raid);
    if (drives < smallest) {
        section.reject("layout.spares",
                       fmt::format("{} drives, {} nodes and {} spares a node leave a RAID group of {}, which needs {}",
                                   array.media.count, array.nodes.count, array.layout.spares, drives, smallest),
                       "use more drives, fewer spares or another RAID kind");
        return;
    }
    check_shares(section, array);
    if (array.fill() > 1) {
        section.reject("volumes.size",
                       fmt::format("{} volumes fill {:.0f} % of the drives", array.volumes.count, 100 * array.fill()),
                       "use fewer or smaller volumes, or more drives");
    }
    check_cluster(section, array);
    check_software(section, array);
    if (failures::check(section, array.failures, {array.nodes.count, array.media.count, array.fabric.ports.per_node})) {
        check_takeover(section, array);
        check_drives(section, array);
    }
}

}  // namespace

int Parameters::drives_of_node() const {
    const auto shares = partition::deal(layout.partition, media.count, layout.spares, nodes.count);
    std::size_t fewest = shares.front().drives.size();
    for (const auto& share : shares) fewest = std::min(fewest, share.drives.size());
    return static_cast<int>(fewest);
}

int Parameters::parity_of_node() const {
    const int largest = layout::largest_group(layout.raid);
    const int groups = (drives_of_node() + largest - 1) / largest;
    return groups * layout::parity_drives(layout.raid);
}

Bytes Parameters::log_half(int node) const { return Bytes{nodes.journal.size.count() / (mirrored(node) ? 4 : 2)}; }

double Parameters::core_time_factor() const {
    const auto held_up = [&](int cores) { return 1 + costs.contention * (cores - 1); };
    return costs.reference_clock / nodes.clock * held_up(nodes.cores) / held_up(costs.reference_cores);
}

double Parameters::fill() const {
    const double part = layout.partition == Partitioning::root_data_data ? 0.5 : 1;
    const double data = part * nodes.count * (drives_of_node() - parity_of_node());
    return volumes.count * (volumes.size / media.ssd.size) / reduction() / data;
}

int Parameters::chain() const {
    return software.chain > 0 ? software.chain : software.ageing.chain_at(software.age * filled());
}

void describe(Section& section, Parameters& array) {
    describe(section, array.header);
    describe(section.table("nodes", "the controllers; each value is one node's"), array.nodes);
    describe(section.table("media", "the drives"), array.media);
    describe(section.table("layout", "RAID and partitioning"), array.layout);
    describe(section.table("fabric", "how hosts are connected"), array.fabric);
    describe(section.table("volumes", "what the hosts use"), array.volumes);
    describe(section.table("software", "the storage software's settings"), array.software);
    describe(section.table("costs", "what the software costs; from the calibration"), array.costs);
    describe(section.table("failures", "what is down or has failed", Presence::optional), array.failures);
    if (section.sound()) check(section, array);
}

}  // namespace arraytwin::ontap
