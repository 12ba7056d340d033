#include "models/eseries/parameters.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "models/eseries/group_failures.hpp"

namespace arraytwin::eseries {

using layout::Redundancy;
using spec::Section;

namespace {

constexpr double second = 1e9;

void describe(Section& section, HostInterface& chips) {
    section.field({"chips", "chips that a controller's host ports sit on, evenly", {1, 32}}, chips.chips);
    section.field({"command_time", "a chip's work for each command", {0, 1e-3 * second}}, chips.command_time);
    section.field({"exchanges", "commands that a chip holds at once", {1, 65536}}, chips.exchanges);
}

void describe(Section& section, DriveLinks& links) {
    section.field({"lane", "data rate of one lane, encoding taken off", {1e8, 1e11}}, links.lane);
    section.field({"lanes", "lanes from a controller to the drives", {1, 64}}, links.lanes);
    section.field({"efficiency", "share that data get beside headers and handshakes", {0.1, 1}}, links.efficiency);
    section.field({"round_trip", "a command and its answer through the expanders", {0, 1e-3 * second}},
                  links.round_trip);
}

void describe(Section& section, Controllers& nodes) {
    section.field({"count", "controllers; one alone has nobody to mirror its cache to", {1, 2}}, nodes.count);
    section.field({"cores", "CPU cores of a controller", {1, 512}}, nodes.cores);
    section.field({"clock", "clock of the cores", {1e8, 1e11}}, nodes.clock);
    section.field({"memory", "DRAM of a controller", {1e9, 1e13}}, nodes.memory);
    describe(section.table("host_interface", "the host interface card"), nodes.host_interface);
    describe(section.table("partner_link", "the link that mirrors the cache"), nodes.partner_link);
    describe(section.table("drive_links", "the way to the drives"), nodes.drive_links);
}

void describe(Section& section, Media& media) {
    section.field({"drive", "kind of drive, a file of data/drives"}, media.drive);
    section.field({"count", "drives of the whole array, spares included", {1, 120}}, media.count);
    section.field({"bays", "drive bays of the chassis and its shelves", {1, 120}}, media.bays);
    section.field({"scattered_write_time", "a drive's time for a write that continues no other", {0, 1e-1 * second}},
                  media.scattered_write_time);
    section.field({"sequential_write_rate", "a drive's rate of writes that continue others", {1e7, 1e11}},
                  media.sequential_write_rate);
    media::describe_bays(section, media.bay_attachment);
    media::describe(section, media.ssd);
    media::check_bays(section, media.bay_attachment, media.ssd.attachment);
    if (media.count > media.bays) {
        section.reject("count", fmt::format("{} drives do not fit into {} bays", media.count, media.bays),
                       "lower media.count, or raise media.bays where shelves are added");
    }
}

void describe(Section& section, Layout& layout) {
    section.choice({"raid", "redundancy of a volume group, or a pool"}, layout.raid,
                   {{"raid-10", static_cast<int>(Redundancy::raid_10)},
                    {"raid-5", static_cast<int>(Redundancy::raid_5)},
                    {"raid-6", static_cast<int>(Redundancy::raid_6)},
                    {"ddp", static_cast<int>(Redundancy::disk_pool)}});
    section.choice({"partition", "drives are not divided"}, layout.partition,
                   {{"none", static_cast<int>(Partition::none)}});
    section.field({"groups", "volume groups or pools, of equally many drives", {1, 40}}, layout.groups);
    section.field({"spares", "hot spares of the array", {0, 64}}, layout.spares);
    section.field({"segment", "what lies in a row on one drive", {4096, 512 * 1024}}, layout.segment);
    section.field({"preservation", "drives' worth of capacity that a pool keeps free", {0, 10}}, layout.preservation);
    if (layout.raid == Redundancy::disk_pool && layout.segment != layout::pool_segment) {
        section.reject("segment", "a pool's segments are 128 KiB", "use segment = \"128KiB\", or a volume group");
    }
    if (layout.segment.count() % 4096 != 0) {
        section.reject("segment", "not a multiple of 4 KiB", "use 4KiB to 512KiB; 128KiB is the default");
    }
}

void describe(Section& section, Volumes& volumes) {
    section.field({"count", "volumes that the hosts use, spread over controllers and groups", {1, 4096}},
                  volumes.count);
    section.field({"size", "size of each, all of it in use", {1e9, 1e15}}, volumes.size);
    describe(section.table("qos", "a ceiling for each volume", spec::Presence::optional), volumes.qos);
}

void describe(Section& section, Software& software) {
    section.field({"release", "SANtricity release; a calibration is for one"}, software.release);
    section.field({"cache_share", "share of the memory that is data cache", {0.01, 1}}, software.cache_share);
    section.field({"cache_mirroring", "writes are mirrored in the partner's cache"}, software.cache_mirroring);
    section.field({"flush_start", "share of the write cache at which demand flushing begins", {0.01, 1}},
                  software.flush_start);
    section.field({"flush_stop", "share of the write cache at which demand flushing stops", {0, 1}},
                  software.flush_stop);
    section.field({"flush_after", "age at which dirty data are flushed in any case", {0.001 * second, 3600 * second}},
                  software.flush_after);
    section.field({"read_ahead", "I/Os that a sequential stream is read ahead", {1, 1024}}, software.read_ahead);
    if (software.flush_stop > software.flush_start) {
        section.reject("flush_stop", "above flush_start", "demand flushing stops at or below where it starts");
    }
}

/// False if something was rejected.
bool check_group(Section& section, const Parameters& array) {
    const int drives = array.drives_of_group();
    const int smallest = layout::smallest_group(array.layout.raid);
    const int largest = layout::largest_group(array.layout.raid);
    const int in_use = array.media.count - array.layout.spares;
    const std::string shares = fmt::format("{} drives less {} spares make {} groups of {}", array.media.count,
                                           array.layout.spares, array.layout.groups, drives);
    if (in_use < 0 || in_use % array.layout.groups != 0) {
        section.reject("layout.groups", shares + " with drives left over", "make them spares, or change the groups");
    } else if (drives < smallest || drives > largest) {
        section.reject("layout.groups", fmt::format("{}; this kind takes {} to {}", shares, smallest, largest),
                       "use fewer or more groups, other drives or another RAID kind");
    } else if (array.layout.raid == Redundancy::raid_10 && drives % 2 != 0) {
        section.reject("layout.groups", shares + ", which are not pairs", "RAID 10 needs an even number of drives");
    } else if (array.layout.raid == Redundancy::disk_pool && drives - array.layout.preservation < 10) {
        section.reject("layout.preservation", "leaves fewer than ten drives' worth of a pool", "use a larger pool");
    } else if (array.fill() > 1) {
        section.reject("volumes.size",
                       fmt::format("{} volumes take {:.0f} % of the capacity", array.volumes.count, 100 * array.fill()),
                       "use fewer or smaller volumes, or more drives");
    } else {
        return true;
    }
    return false;
}

/// Contradictions between tables; each value alone was allowed.
void check(Section& section, const Parameters& array) {
    if (array.controllers_up() < 1) {
        section.reject("failures.node", "leaves no controller that could take over", "one of two may be down");
    } else if (failures::check(section, array.failures,
                               {array.nodes.count, array.media.count, array.fabric.ports.per_node}) &&
               check_group(section, array)) {
        check_drives(section, array);
    }
    const int chips = array.nodes.host_interface.chips;
    if (array.fabric.ports.per_node % chips != 0) {
        section.reject("nodes.host_interface.chips",
                       fmt::format("{} ports do not spread evenly over {} chips", array.fabric.ports.per_node, chips),
                       "each chip has as many of the controller's ports as any other");
    }
}

}  // namespace

Bytes Parameters::data_capacity() const {
    return group().data_capacity(media.ssd.size, layout.preservation) * layout.groups;
}

Bytes Parameters::write_cache() const {
    const double share = software.cache_share / (software.cache_mirroring && controllers_up() > 1 ? 2 : 1);
    return Bytes{static_cast<std::int64_t>(static_cast<double>(nodes.memory.count()) * share)};
}

double Parameters::core_time_factor() const {
    const auto held_up = [&](int cores) { return 1 + costs.contention * (cores - 1); };
    return costs.reference_clock / nodes.clock * held_up(nodes.cores) / held_up(costs.reference_cores);
}

void describe(Section& section, Parameters& array) {
    describe(section, array.header);
    describe(section.table("nodes", "the controllers; each value is one controller's"), array.nodes);
    describe(section.table("media", "the drives"), array.media);
    describe(section.table("layout", "volume groups or pools"), array.layout);
    describe(section.table("fabric", "how hosts are connected"), array.fabric);
    describe(section.table("volumes", "what the hosts use"), array.volumes);
    describe(section.table("software", "SANtricity's settings"), array.software);
    describe(section.table("costs", "what the software costs; from the calibration"), array.costs);
    describe(section.table("failures", "what is down or has failed", spec::Presence::optional), array.failures);
    if (section.sound()) check(section, array);
}

}  // namespace arraytwin::eseries
