#include "models/solidfire/capacity.hpp"

#include <fmt/format.h>

namespace arraytwin::solidfire {

void describe(spec::Section& section, CapacityRules& rules) {
    int schema = 1;
    std::string name;
    section.field({"schema", "version of this document's form", {1, 1}}, schema);
    section.field({"name", "the family's"}, name);
    section.field({"copies", "of each block", {1, 3}}, rules.copies);
    section.field({"lost_nodes", "nodes after whose loss all copies must have room", {0, 3}}, rules.lost_nodes);
    section.field({"metadata_share", "share of stored blocks' space that is metadata", {0, 0.5}}, rules.metadata_share);
}

double reduction(double deduplication, double compression, double metadata_share) {
    return deduplication * compression * (1 - metadata_share);
}

Capacity capacity_of(const Parameters& array, const CapacityRules& rules) {
    const auto& drive = array.media.ssd;
    const double size = static_cast<double>(drive.size.count());
    const double right_size = size * drive.right_sized;
    const int nodes = array.nodes.count;
    const int block_drives = array.block_drives_of_node();
    const double of_node = block_drives * right_size;
    const auto& software = array.software;
    Capacity capacity{array.media.count * size,
                      fmt::format("{} drives sold as {}", array.media.count, in_both_units(size))};
    capacity.leave("right-sizing", array.media.count * right_size,
                   fmt::format("Element uses {} of a drive", in_both_units(right_size)));
    capacity.leave("metadata drives", nodes * of_node,
                   fmt::format("slot 0 of each of {} nodes; {} block drives are left to each", nodes, block_drives));
    capacity.leave("node-loss threshold", (nodes - rules.lost_nodes) * of_node,
                   fmt::format("full beyond what {} of {} nodes hold: the loss of {} must leave room for all copies",
                               nodes - rules.lost_nodes, nodes, rules.lost_nodes));
    capacity.leave("second copy", capacity.left() / rules.copies,
                   fmt::format("Double Helix: each 4 KiB block is stored {} times", rules.copies));
    capacity.mark_usable();
    capacity.leave("block metadata", capacity.left() * (1 - rules.metadata_share),
                   fmt::format("{:g} % of the space of stored blocks", 100 * rules.metadata_share));
    capacity.leave("data reduction",
                   capacity.usable() * reduction(software.deduplication, software.compression, rules.metadata_share),
                   fmt::format("deduplication {:g} x compression {:g}", software.deduplication, software.compression));
    capacity.provisioned = static_cast<double>(array.volumes.size.count()) * array.volumes.count;
    return capacity;
}

}  // namespace arraytwin::solidfire
