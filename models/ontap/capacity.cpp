#include "models/ontap/capacity.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace arraytwin::ontap {

using partition::Partitioning;

namespace {

/// The data aggregate of one node.
struct Aggregate {
    std::vector<int> groups;  ///< pieces (drives, or partitions of drives) of each RAID group
    int data = 0;             ///< pieces that hold data
};

/// How the drives are divided; what is counted in drives counts halves of them as such.
struct Division {
    double in_use = 0;
    int spares = 0;
    double idle = 0;
    int root = 0;      ///< whole drives
    double slice = 0;  ///< bytes of each partitioned drive
    double piece = 0;  ///< bytes of a drive or partition that a RAID group is made of
    std::vector<Aggregate> aggregates;
};

std::string_view name_of(Partitioning partitioning) {
    switch (partitioning) {
        case Partitioning::none:
            return "none";
        case Partitioning::root_data:
            return "root-data";
        case Partitioning::root_data_data:
            return "root-data-data";
    }
    return "";
}

std::string_view name_of(layout::Raid raid) {
    switch (raid) {
        case layout::Raid::raid4:
            return "RAID4";
        case layout::Raid::raid_dp:
            return "RAID-DP";
        case layout::Raid::raid_tec:
            return "RAID-TEC";
    }
    return "";
}

double bytes_of(Bytes bytes) { return static_cast<double>(bytes.count()); }

double right_size(const Parameters& array) { return bytes_of(array.media.ssd.size) * array.media.ssd.right_sized; }

Diagnostics too_few(const std::string& what, const std::string& needed) {
    return {{"", 0, 0, "media.count", what, needed}};
}

/// Each node's data aggregate, after whole drives for its root aggregate, if it takes any.
Result<std::vector<Aggregate>> aggregates_of(const Parameters& array, const std::vector<partition::Share>& shares,
                                             int root_drives) {
    std::vector<Aggregate> aggregates;
    const int smallest = layout::smallest_group(array.layout.raid);
    for (const partition::Share& share : shares) {
        const int drives = static_cast<int>(share.drives.size()) - root_drives;
        if (drives < smallest) {
            return tl::unexpected(too_few(
                fmt::format("a node's {} drives, less {} of its root aggregate, leave {} for data", share.drives.size(),
                            root_drives, drives),
                fmt::format("{} needs {}; use more drives, or partitions", name_of(array.layout.raid), smallest)));
        }
        auto groups = layout::raid_groups(array.layout.raid, drives);
        const int data = layout::data_drives(array.layout.raid, groups);
        aggregates.push_back({std::move(groups), data});
    }
    return aggregates;
}

/// Drives of the node that has the fewest, spares included.
int drives_of_node(const Parameters& array) { return array.media.count / array.nodes.count; }

Result<Division> divide(const Parameters& array, const CapacityRules& rules) {
    const Partitioning partitioning = array.layout.partition;
    const auto shares = partition::deal(partitioning, array.media.count, array.layout.spares, array.nodes.count);
    Division division;
    for (const auto& share : shares) {
        division.in_use += static_cast<double>(share.drives.size()) * share.part_of_drive;
    }
    const int sharing = partitioning == Partitioning::root_data_data ? 2 : 1;
    division.spares = array.layout.spares * ((array.nodes.count + sharing - 1) / sharing);
    division.idle = array.media.count - division.spares - division.in_use;
    if (partitioning == Partitioning::none) {
        division.root = rules.root.whole_drives * array.nodes.count;
        division.in_use -= division.root;
    } else {
        const auto slice = partition::root_slice(rules.root, drives_of_node(array), rules.wafl.reserve);
        if (!slice) {
            return tl::unexpected(
                too_few(fmt::format("{} drives of a node are too few for the slices of its root aggregate",
                                    drives_of_node(array)),
                        fmt::format("use {} or more for each node", partition::fewest_with_root_slices(rules.root))));
        }
        division.slice = *slice;
        if (division.slice >= right_size(array)) {
            return tl::unexpected(too_few(fmt::format("a drive's {} are less than its slice of the root aggregate, {}",
                                                      in_both_units(right_size(array)), in_both_units(division.slice)),
                                          "use larger or more drives, or layout.partition = \"none\""));
        }
    }
    division.piece = (right_size(array) - division.slice) * shares.front().part_of_drive;
    auto aggregates = aggregates_of(array, shares, division.root / array.nodes.count);
    if (!aggregates) return tl::unexpected(std::move(aggregates.error()));
    division.aggregates = std::move(*aggregates);
    return division;
}

/// "2 aggregates of one group of 11"; of unequal ones each kind once.
std::string groups_words(const std::vector<Aggregate>& aggregates) {
    std::map<std::vector<int>, int, std::greater<>> kinds;
    for (const Aggregate& aggregate : aggregates) ++kinds[aggregate.groups];
    std::vector<std::string> words;
    for (const auto& [groups, count] : kinds) {
        words.push_back(fmt::format("{} aggregate{} of {}", count, count > 1 ? "s" : "", fmt::join(groups, " + ")));
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

void leave_right_sized(Capacity& capacity, const Parameters& array) {
    const auto& drive = array.media.ssd;
    capacity.leave("right-sizing", array.media.count * right_size(array),
                   fmt::format("ONTAP uses {} of a drive sold as {}", in_both_units(right_size(array)),
                               in_both_units(drive.size)));
}

void leave_in_use(Capacity& capacity, const Parameters& array, const Division& division) {
    const double drive = right_size(array);
    const bool halves = array.layout.partition == Partitioning::root_data_data;
    capacity.leave("spares", (array.media.count - division.spares) * drive,
                   fmt::format("{} of each {}: {} of {} drives", array.layout.spares, halves ? "pair's drives" : "node",
                               division.spares, array.media.count));
    if (division.idle > 0) {
        capacity.leave("idle halves", (array.media.count - division.spares - division.idle) * drive,
                       "a node alone uses one half of each drive with root-data-data; the other is a partner's");
    }
}

void leave_without_root(Capacity& capacity, const Parameters& array, const CapacityRules& rules,
                        const Division& division) {
    if (division.root > 0) {
        capacity.leave("root aggregates", division.in_use * right_size(array),
                       fmt::format("without partitions each node's takes {} whole drives", rules.root.whole_drives));
        return;
    }
    const int drives = drives_of_node(array);
    const int spares = drives >= rules.root.many ? rules.root.spares_of_many : rules.root.spares;
    capacity.leave(
        "root slices", division.in_use * (right_size(array) - division.slice),
        fmt::format("{} of each drive in use ({}): {} a node / ({:g} x ({} - {} - {}) drives)",
                    in_both_units(division.slice), name_of(array.layout.partition), in_both_units(rules.root.aggregate),
                    1 - rules.wafl.reserve, drives, rules.root.parity, spares));
}

void leave_data(Capacity& capacity, const Parameters& array, const CapacityRules& rules, const Division& division) {
    const layout::Raid raid = array.layout.raid;
    double data = 0;
    double largest = 0;
    for (const Aggregate& aggregate : division.aggregates) {
        data += aggregate.data * division.piece;
        largest = std::max(largest, aggregate.data * division.piece);
    }
    const bool halves = array.layout.partition == Partitioning::root_data_data;
    capacity.leave("parity", data,
                   fmt::format("{}: {} of each RAID group hold it; {} {} (the fewest groups of at most {}, alike)",
                               name_of(raid), layout::parity_drives(raid), groups_words(division.aggregates),
                               halves ? "halves" : "drives", layout::largest_group(raid)));
    double left = 0;
    Reserve of_largest;
    for (const Aggregate& aggregate : division.aggregates) {
        const double bytes = aggregate.data * division.piece;
        const Reserve reserve = wafl_reserve(rules.wafl, array.nodes.platform, array.software.release, bytes);
        left += bytes * (1 - reserve.share);
        if (bytes == largest) of_largest = reserve;
    }
    capacity.leave("WAFL reserve", left, of_largest.why);
}

Capacity waterfall(const Parameters& array, const CapacityRules& rules, const Division& division) {
    const double size = bytes_of(array.media.ssd.size);
    Capacity capacity{array.media.count * size,
                      fmt::format("{} drives sold as {}", array.media.count, in_both_units(size))};
    leave_right_sized(capacity, array);
    leave_in_use(capacity, array, division);
    leave_without_root(capacity, array, rules, division);
    leave_data(capacity, array, rules, division);
    const auto& software = array.software;
    capacity.leave("snapshot reserve", capacity.left() * (1 - software.snapshot_reserve),
                   fmt::format("{:g} % of each volume", 100 * software.snapshot_reserve));
    capacity.mark_usable();
    const double ratio = software.data_reduction ? software.data_reduction_ratio : 1;
    capacity.leave(
        "data reduction", capacity.usable() * ratio,
        software.data_reduction ? fmt::format("{:g} logical bytes for each stored one", ratio) : "switched off");
    capacity.provisioned = array.volumes.count * bytes_of(array.volumes.size);
    return capacity;
}

/// The layout that ONTAP would choose for these drives.
Parameters as_automatic(Parameters array, const CapacityRules& rules) {
    // A release that is not told is taken for one of this century's.
    const bool halves =
        array.nodes.platform == Platform::aff && array.nodes.count > 1 &&
        (!release_numbers(array.software.release) || reaches(array.software.release, rules.automatic.halves_release));
    array.layout.partition = halves ? Partitioning::root_data_data : Partitioning::root_data;
    array.layout.spares = rules.automatic.spares;
    return array;
}

std::string group_note(const Parameters& array, const CapacityRules& rules, const Division& division) {
    const GroupRule& rule = rules.group;
    if (array.layout.raid != layout::Raid::raid_dp) return {};
    for (const Aggregate& aggregate : division.aggregates) {
        if (aggregate.groups.size() < 2) continue;  // a node with few drives has no choice
        for (const int drives : aggregate.groups) {
            if (drives >= rule.smallest_recommended && drives <= rule.largest_recommended) continue;
            return fmt::format(
                "a RAID-DP group of {} is outside the {} to {} solid-state drives that NetApp recommends", drives,
                rule.smallest_recommended, rule.largest_recommended);
        }
    }
    return {};
}

std::string automatic_note(const Parameters& array, const CapacityRules& rules, double usable) {
    const Parameters automatic = as_automatic(array, rules);
    const std::string layout = fmt::format("{}, {} spare{} a node", name_of(automatic.layout.partition),
                                           automatic.layout.spares, automatic.layout.spares == 1 ? "" : "s");
    const auto division = divide(automatic, rules);
    if (!division) return {};
    if (automatic.layout.partition == array.layout.partition && automatic.layout.spares == array.layout.spares) {
        return fmt::format("this is the layout that ONTAP chooses itself: {}", layout);
    }
    const Capacity capacity = waterfall(automatic, rules, *division);
    return fmt::format(
        "ONTAP itself would choose {}; {}: {} usable, {:+.1f} % (--set layout.partition={} --set layout.spares={})",
        layout, groups_words(division->aggregates), in_both_units(capacity.usable()),
        100 * (capacity.usable() / usable - 1), name_of(automatic.layout.partition), automatic.layout.spares);
}

}  // namespace

Result<Capacity> capacity_of(const Parameters& array, const CapacityRules& rules) {
    const auto division = divide(array, rules);
    if (!division) return tl::unexpected(division.error());
    Capacity capacity = waterfall(array, rules, *division);
    const auto note = [&](const std::string& text) {
        if (!text.empty()) capacity.notes.push_back(text);
    };
    note(automatic_note(array, rules, capacity.usable()));
    note(group_note(array, rules, *division));
    const int drives = drives_of_node(array);
    if (array.layout.partition != Partitioning::none && drives > rules.root.most_partitioned) {
        note(
            fmt::format("ONTAP divides {} drives a node at initialisation; the other {} are counted as added to their "
                        "RAID groups, and so divided alike",
                        rules.root.most_partitioned, drives - rules.root.most_partitioned));
    }
    return capacity;
}

}  // namespace arraytwin::ontap
