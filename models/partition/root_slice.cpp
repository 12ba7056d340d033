#include "models/partition/root_slice.hpp"

namespace arraytwin::partition {

void describe(spec::Section& section, RootRule& rule) {
    section.field({"aggregate", "usable part of a node's root aggregate", {1e9, 1e13}}, rule.aggregate);
    section.field({"parity", "drives of it that hold parity", {1, 3}}, rule.parity);
    section.field({"spares", "drives whose root slice is a spare", {0, 8}}, rule.spares);
    section.field({"spares_of_many", "the same of a node with many drives", {0, 8}}, rule.spares_of_many);
    section.field({"many", "drives of a node that are many", {1, 480}}, rule.many);
    section.field({"whole_drives", "drives of the root aggregate of a node without partitions", {2, 7}},
                  rule.whole_drives);
    section.field({"most_partitioned", "drives of a node that initialisation divides", {1, 480}},
                  rule.most_partitioned);
}

std::optional<double> root_slice(const RootRule& rule, int drives_of_node, double reserve) {
    const int spares = drives_of_node >= rule.many ? rule.spares_of_many : rule.spares;
    const int data = drives_of_node - rule.parity - spares;
    if (data < 1) return std::nullopt;
    return static_cast<double>(rule.aggregate.count()) / ((1 - reserve) * data);
}

int fewest_with_root_slices(const RootRule& rule) { return rule.parity + rule.spares + 1; }

}  // namespace arraytwin::partition
