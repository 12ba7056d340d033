#include "models/solidfire/parameters.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace arraytwin::solidfire {

using spec::Section;

namespace {

constexpr int copies = 2;

void describe(Section& section, Nodes& nodes) {
    section.field({"count", "nodes of the cluster", {fewest_nodes, most_nodes}}, nodes.count);
    section.field({"cores", "CPU cores of a node", {1, 512}}, nodes.cores);
    section.field({"clock", "clock of the cores", {1e8, 1e11}}, nodes.clock);
    section.field({"memory", "DRAM of a node", {1e9, 1e14}}, nodes.memory);
    describe(section.table("journal", "the log of writes"), nodes.journal);
}

void describe(Section& section, Media& media) {
    section.field({"drive", "kind of drive, a file of data/drives"}, media.drive);
    section.field({"count", "drives of the whole cluster, those for metadata included", {1, most_nodes * most_bays}},
                  media.count);
    section.field({"bays_per_node", "drive bays of a node", {2, most_bays}, spec::Presence::optional},
                  media.bays_per_node);
    media::describe_bays(section, media.bay_attachment);
    media::describe(section, media.ssd);
    media::check_bays(section, media.bay_attachment, media.ssd.attachment);
}

void describe(Section& section, Layout& layout) {
    section.choice({"raid", "how data survive a failure"}, layout.raid,
                   {{"double-helix", static_cast<int>(Protection::double_helix)}});
    section.choice({"partition", "how drives are divided"}, layout.partition,
                   {{"none", static_cast<int>(Partitioning::none)}});
}

void describe(Section& section, Volumes& volumes) {
    section.field({"count", "volumes that the hosts use, spread over the nodes", {1, 4000}}, volumes.count);
    section.field({"size", "size of each, all of it in use", {1e9, 16 * 1.1e12}}, volumes.size);
    describe(section.table("qos", "quality of service of each volume", spec::Presence::optional), volumes.qos);
}

void describe(Section& section, Software& software) {
    section.field({"release", "Element release; a calibration is for one"}, software.release);
    section.field({"compression", "bytes of a block for each stored one", {1, 100}}, software.compression);
    section.field({"deduplication", "blocks written for each that is new", {1, 1000}}, software.deduplication);
    section.field({"cache_share", "share of the memory that holds blocks", {0, 1}}, software.cache_share);
    section.field({"lookup_misses", "share of reads that look their place up on the metadata drive", {0, 1}},
                  software.lookup_misses);
    section.field({"metadata_per_block", "metadata written on both nodes of the slice for each block", {0, 4096}},
                  software.metadata_per_block);
    section.field({"affinities", "cores that may work on one volume at once", {1, 512}}, software.affinities);
    section.field({"journal_scale", "factor by which the log is shrunk", {1e-6, 1}}, software.journal_scale);
}

/// Both copies of some blocks are lost if two nodes have lost something.
void check_redundancy(Section& section, const Parameters& array) {
    std::set<int> touched(array.failures.nodes.begin(), array.failures.nodes.end());
    for (const int drive : array.failures.drives) {
        const int node = array.node_of_drive(drive);
        touched.insert(node);
        if (array.is_metadata_drive(drive)) {
            section.reject(
                "failures.drive",
                fmt::format("drive {} holds the metadata of node {}, whose slices move", drive + 1, node + 1),
                fmt::format("fail the node instead: failures.node = \"{}\"", node + 1));
            return;
        }
        if (!array.failures.has_node(node) && array.lost_share(node) >= 1) {
            section.reject("failures.drive", fmt::format("leaves node {} without block drives", node + 1),
                           fmt::format("fail the node instead: failures.node = \"{}\"", node + 1));
            return;
        }
    }
    if (touched.size() > 1) {
        const bool nodes = array.failures.nodes.size() > 1;
        section.reject(nodes ? "failures.node" : "failures.drive", "blocks with both copies on what failed are lost",
                       "fail one node, or drives of one node");
    } else if (array.failures.rebuilds() && touched.empty()) {
        section.reject("failures.rebuild", "nothing has failed, so there is nothing to rebuild",
                       "name it: failures.drive = \"5\" or failures.node = \"2\"");
    }
}

/// Contradictions between tables; each value alone was allowed.
void check(Section& section, const Parameters& array) {
    if (array.media.count % array.nodes.count != 0 || array.block_drives_of_node() < 1) {
        section.reject(
            "media.count",
            fmt::format("{} drives do not give each of {} nodes a metadata drive and equally many for blocks",
                        array.media.count, array.nodes.count),
            fmt::format("{} nodes of ten drives have {}", array.nodes.count, 10 * array.nodes.count));
        return;
    }
    if (array.media.count > array.nodes.count * array.media.bays_per_node) {
        section.reject("media.count",
                       fmt::format("{} drives do not fit into {} nodes of {} bays", array.media.count,
                                   array.nodes.count, array.media.bays_per_node),
                       "use fewer drives or more nodes, or raise media.bays_per_node for another kind of node");
    }
    if (array.write_room() < largest_io) {
        section.reject("software.journal_scale", "leaves less of nodes.journal.size than one write of 16 MiB takes",
                       "raise it, up to 1");
    }
    if (array.fill() > 1) {
        section.reject(
            "volumes.size",
            fmt::format("{} volumes fill {:.0f} % of the block drives", array.volumes.count, 100 * array.fill()),
            "use fewer or smaller volumes, or more nodes");
    }
    if (failures::check(section, array.failures, {array.nodes.count, array.media.count, array.fabric.ports.per_node}))
        check_redundancy(section, array);
}

}  // namespace

double Parameters::lost_share(int node) const {
    const auto& drives = failures.drives;
    const auto lost =
        std::count_if(drives.begin(), drives.end(), [&](int drive) { return node_of_drive(drive) == node; });
    return static_cast<double>(lost) / block_drives_of_node();
}

double Parameters::core_time_factor() const {
    const auto held_up = [&](int cores) { return 1 + costs.contention * (cores - 1); };
    return costs.reference_clock / nodes.clock * held_up(nodes.cores) / held_up(costs.reference_cores);
}

Bytes Parameters::write_room() const {
    return Bytes{
        static_cast<std::int64_t>(static_cast<double>(nodes.journal.size.count()) / 2 * software.journal_scale)};
}

double Parameters::fill() const {
    const double reduction = software.compression * software.deduplication;
    const double drives = nodes.count * block_drives_of_node();
    return copies * volumes.count * (volumes.size / media.ssd.size) / reduction / drives;
}

void describe(spec::Section& section, Parameters& array) {
    describe(section, array.header);
    describe(section.table("nodes", "the nodes; each value is one node's"), array.nodes);
    describe(section.table("media", "the drives"), array.media);
    describe(section.table("layout", "placement of copies"), array.layout);
    describe(section.table("fabric", "how hosts are connected, and nodes to each other"), array.fabric);
    describe(section.table("volumes", "what the hosts use"), array.volumes);
    describe(section.table("software", "the storage software's settings"), array.software);
    describe(section.table("costs", "what the software costs; from the calibration"), array.costs);
    describe(section.table("failures", "what is down or has failed", spec::Presence::optional), array.failures);
    if (section.sound()) check(section, array);
}

}  // namespace arraytwin::solidfire
