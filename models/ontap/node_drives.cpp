#include "models/ontap/node_drives.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace arraytwin::ontap {

namespace {

int failed_of_group(const Parameters& array, const NodeDrives& of_node, std::size_t group) {
    int failed = 0;
    for (std::size_t m = of_node.begin_of(group); m < of_node.begin_of(group + 1); ++m) {
        if (array.failures.has_drive(of_node.members[m])) ++failed;
    }
    return failed;
}

/// False once something was rejected.
bool check_groups(spec::Section& section, const Parameters& array, const NodeDrives& of_node, int node) {
    for (std::size_t group = 0; group < of_node.groups; ++group) {
        const int failed = failed_of_group(array, of_node, group);
        if (failed <= of_node.parity) continue;
        section.reject("failures.drive",
                       fmt::format("{} drives of one RAID group of node {} have failed, and it survives {}", failed,
                                   node + 1, of_node.parity),
                       "fail fewer, or drives of other groups");
        return false;
    }
    return true;
}

bool check_spares(spec::Section& section, const Parameters& array, const NodeDrives& of_node, int node) {
    const auto rebuilt_on = replacements(array, of_node);
    for (std::size_t m = 0; m < of_node.members.size(); ++m) {
        if (!array.failures.rebuilds() || !array.failures.has_drive(of_node.members[m]) || rebuilt_on[m] >= 0) continue;
        section.reject(
            "failures.rebuild",
            fmt::format("node {} has no spare left to rebuild drive {} on", node + 1, of_node.members[m] + 1),
            "use more spares (layout.spares), or rebuild = \"none\"");
        return false;
    }
    return true;
}

}  // namespace

NodeDrives drives_of(const Parameters& array, int node) {
    const auto share_with = [&](int spares) {
        return partition::deal(array.layout.partition, array.media.count, spares,
                               array.nodes.count)[static_cast<std::size_t>(node)]
            .drives;
    };
    NodeDrives of_node;
    of_node.members = share_with(array.layout.spares);
    const std::vector<int> all = share_with(0);
    of_node.spares.assign(all.begin() + static_cast<std::ptrdiff_t>(of_node.members.size()), all.end());
    of_node.parity = layout::parity_drives(array.layout.raid);
    of_node.groups = static_cast<std::size_t>(array.parity_of_node() / of_node.parity);
    return of_node;
}

std::vector<int> replacements(const Parameters& array, const NodeDrives& of_node) {
    std::vector<int> by_member(of_node.members.size(), -1);
    if (!array.failures.rebuilds()) return by_member;
    auto spare = of_node.spares.begin();
    for (std::size_t m = 0; m < by_member.size(); ++m) {
        if (!array.failures.has_drive(of_node.members[m])) continue;
        while (spare != of_node.spares.end() && array.failures.has_drive(*spare)) ++spare;
        if (spare == of_node.spares.end()) break;
        by_member[m] = *spare++;
    }
    return by_member;
}

std::vector<double> rebuild_shares(const Parameters& array) {
    std::vector<double> shares(static_cast<std::size_t>(array.media.count), 0);
    const double share = array.failures.rebuild_share();
    if (share <= 0) return shares;
    for (int node = 0; node < array.nodes.count; ++node) {
        const NodeDrives of_node = drives_of(array, node);
        for (std::size_t m = 0; m < of_node.members.size(); ++m) {
            if (failed_of_group(array, of_node, of_node.group_of(m)) > 0)
                shares[static_cast<std::size_t>(of_node.members[m])] = share;
        }
        for (const int spare : replacements(array, of_node)) {
            if (spare >= 0) shares[static_cast<std::size_t>(spare)] = share;
        }
    }
    return shares;
}

void check_drives(spec::Section& section, const Parameters& array) {
    bool rebuilding = false;
    for (int node = 0; node < array.nodes.count; ++node) {
        const NodeDrives of_node = drives_of(array, node);
        for (std::size_t group = 0; group < of_node.groups; ++group)
            rebuilding = rebuilding || failed_of_group(array, of_node, group) > 0;
        if (!check_groups(section, array, of_node, node) || !check_spares(section, array, of_node, node)) return;
    }
    if (array.failures.rebuilds() && !rebuilding) {
        section.reject("failures.rebuild", "no drive of a RAID group has failed, so there is nothing to rebuild",
                       "name it: failures.drive = \"5\"");
    }
}

}  // namespace arraytwin::ontap
