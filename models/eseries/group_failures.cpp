#include "models/eseries/group_failures.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "models/failures/rebuild.hpp"

namespace arraytwin::eseries {

using layout::Redundancy;

namespace {

bool pooled(const Parameters& array) { return array.layout.raid == Redundancy::disk_pool; }

int in_groups(const Parameters& array) { return array.drives_of_group() * array.layout.groups; }

/// Whether two drives of one group hold copies of each other.
bool paired(const Parameters& array, int drive, int other) {
    const int size = array.drives_of_group();
    return array.layout.raid == Redundancy::raid_10 && drive / size == other / size &&
           drive % size / 2 == other % size / 2;
}

int failed_of_group(const Parameters& array, int group) {
    const auto& drives = array.failures.drives;
    return static_cast<int>(std::count_if(drives.begin(), drives.end(), [&](int drive) {
        return drive < in_groups(array) && drive / array.drives_of_group() == group;
    }));
}

bool survives(const Parameters& array, int group) {
    const int failed = failed_of_group(array, group);
    const auto& drives = array.failures.drives;
    switch (array.layout.raid) {
        case Redundancy::raid_10:
            return std::none_of(drives.begin(), drives.end(), [&](int drive) {
                return drive < in_groups(array) && drive / array.drives_of_group() == group && drive % 2 == 0 &&
                       array.failures.has_drive(drive + 1) && paired(array, drive, drive + 1);
            });
        case Redundancy::raid_5:
            return failed <= 1;
        case Redundancy::raid_6:
        case Redundancy::disk_pool:
            return failed <= 2;
    }
    return false;
}

/// The drives that a rebuild of another reads.
bool helps(const Parameters& array, int drive, int failed) {
    if (array.layout.raid == Redundancy::raid_10) return paired(array, drive, failed);
    return drive / array.drives_of_group() == failed / array.drives_of_group();
}

Bandwidth rate_of_drive(const Parameters& array) {
    return Bandwidth::from_bytes_per_second(std::min(array.media.ssd.interface_rate.bytes_per_second(),
                                                     array.media.sequential_write_rate.bytes_per_second()));
}

void check_room(spec::Section& section, const Parameters& array) {
    const auto rebuilt_on = replacements(array);
    for (const int drive : array.failures.drives) {
        if (drive >= in_groups(array)) continue;
        const int group = drive / array.drives_of_group();
        const bool room = pooled(array) ? failed_of_group(array, group) <= array.layout.preservation
                                        : rebuilt_on[static_cast<std::size_t>(drive)] >= 0;
        if (room) continue;
        section.reject("failures.rebuild", fmt::format("there is nothing left to rebuild drive {} on", drive + 1),
                       pooled(array) ? "raise layout.preservation, or use rebuild = \"none\""
                                     : "use hot spares (layout.spares), or rebuild = \"none\"");
        return;
    }
}

}  // namespace

std::vector<int> replacements(const Parameters& array) {
    std::vector<int> by_drive(static_cast<std::size_t>(array.media.count), -1);
    if (!array.failures.rebuilds() || pooled(array)) return by_drive;
    int spare = in_groups(array);
    for (const int drive : array.failures.drives) {
        while (spare < array.media.count && array.failures.has_drive(spare)) ++spare;
        if (drive < in_groups(array) && spare < array.media.count) by_drive[static_cast<std::size_t>(drive)] = spare++;
    }
    return by_drive;
}

int drives_in_use(const Parameters& array) {
    const auto rebuilt_on = replacements(array);
    const auto spares = std::count_if(rebuilt_on.begin(), rebuilt_on.end(), [](int spare) { return spare >= 0; });
    int in_use = in_groups(array) + static_cast<int>(spares);
    for (int group = 0; group < array.layout.groups; ++group) in_use -= failed_of_group(array, group);
    return in_use;
}

std::vector<double> rebuild_shares(const Parameters& array) {
    std::vector<double> shares(static_cast<std::size_t>(array.media.count), 0);
    const double share = array.failures.rebuild_share();
    if (share <= 0) return shares;
    for (const int failed : array.failures.drives) {
        for (int drive = 0; failed < in_groups(array) && drive < in_groups(array); ++drive) {
            if (helps(array, drive, failed)) shares[static_cast<std::size_t>(drive)] = share;
        }
    }
    for (const int spare : replacements(array)) {
        if (spare >= 0) shares[static_cast<std::size_t>(spare)] = share;
    }
    return shares;
}

void check_drives(spec::Section& section, const Parameters& array) {
    int failed = 0;
    for (int group = 0; group < array.layout.groups; ++group) {
        failed += failed_of_group(array, group);
        if (survives(array, group)) continue;
        section.reject("failures.drive",
                       fmt::format("group {} does not survive the loss of {} drives like these", group + 1,
                                   failed_of_group(array, group)),
                       "RAID 10 keeps one of each pair, RAID 5 survives one drive, RAID 6 and pools two");
        return;
    }
    if (!array.failures.rebuilds()) return;
    if (failed == 0) {
        section.reject("failures.rebuild", "no drive of a group has failed, so there is nothing to rebuild",
                       "name it: failures.drive = \"5\"");
        return;
    }
    check_room(section, array);
}

std::string rebuild_note(const Parameters& array) {
    const Bandwidth share = rate_of_drive(array) * array.failures.rebuild_share();
    if (!pooled(array)) return failures::rebuild_note(array.media.ssd.size, share);
    // Each byte is computed from eight pieces and written once, and all drives that are left join in.
    const int visits = array.group().striping().data_members() + 1;
    const Bytes held{static_cast<std::int64_t>(static_cast<double>(array.media.ssd.size.count()) * array.fill())};
    return failures::rebuild_note(held, share * ((array.drives_of_group() - 1.0) / visits));
}

}  // namespace arraytwin::eseries
