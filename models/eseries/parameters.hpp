// An E-Series array as its spec describes it, and the costs that no data sheet tells, which a calibration brings.
#pragma once

#include <string>

#include "lib/spec/section.hpp"
#include "lib/twin/array_header.hpp"
#include "models/eseries/costs.hpp"
#include "models/fabric/parameters.hpp"
#include "models/failures/failures.hpp"
#include "models/journal/parameters.hpp"
#include "models/layout/drive_group.hpp"
#include "models/media/parameters.hpp"
#include "models/qos/ceiling.hpp"

namespace arraytwin::eseries {

/// The chips that a controller's host ports sit on: ports in their order, evenly.
struct HostInterface {
    int chips = 2;          ///< of a controller
    Duration command_time;  ///< of a chip, for each command
    int exchanges = 2048;   ///< commands that a chip holds at once; more wait
};

/// The links between a controller and the drives, all together.
struct DriveLinks {
    Bandwidth lane;         ///< data bytes of one lane, encoding taken off
    int lanes = 8;          ///< of a controller: two wide ports of four
    double efficiency = 1;  ///< share of it that data get, beside frames' headers and handshakes
    Duration round_trip;    ///< of a command and its answer, through the expanders
};

/// Each value is one controller's, not the pair's.
struct Controllers {
    int count = 2;
    int cores = 1;
    Frequency clock;
    Bytes memory;
    HostInterface host_interface;
    journal::PartnerLink partner_link;
    DriveLinks drive_links;
};

struct Media {
    std::string drive;
    int count = 0;
    int bays = 0;
    media::Attachment bay_attachment = media::Attachment::untold;
    Duration scattered_write_time;    ///< of a drive, for each write that continues no other: its random write rate
    Bandwidth sequential_write_rate;  ///< of a drive, for writes that continue others
    media::SsdParameters ssd;
};

enum class Partition { none };  ///< E-Series gives whole drives to its groups

struct Layout {
    layout::Redundancy raid = layout::Redundancy::raid_10;
    Partition partition = Partition::none;
    int groups = 2;  ///< volume groups, or pools, of equally many drives
    int spares = 0;  ///< hot spares of the array
    Bytes segment;
    int preservation = 2;  ///< of a pool: drives' worth of capacity kept free instead of spares
};

struct Volumes {
    int count = 32;
    Bytes size;
    qos::Ceiling qos;
};

struct Software {
    std::string release;
    double cache_share = 0.5;  ///< of the memory, for data
    bool cache_mirroring = true;
    double flush_start = 0.8;  ///< share of the write cache at which demand flushing begins
    double flush_stop = 0.8;   ///< at which it stops
    Duration flush_after;      ///< age at which dirty data are flushed in any case
    int read_ahead = 8;        ///< I/Os that a sequential stream is read ahead
};

struct Parameters {
    twin::ArrayHeader header;
    Controllers nodes;
    Media media;
    Layout layout;
    fabric::FabricParameters fabric;
    Volumes volumes;
    Software software;
    Costs costs;
    failures::Failures failures;

    int controllers_up() const { return nodes.count - static_cast<int>(failures.nodes.size()); }
    /// The controller that serves what a controller (counted from 0) owns: itself, or its partner if it is down.
    int carrier_of(int node) const { return failures.has_node(node) ? 1 - node : node; }
    int drives_of_group() const { return (media.count - layout.spares) / layout.groups; }
    layout::DriveGroup group() const { return {layout.raid, drives_of_group(), layout.segment}; }
    /// What the volumes of all groups can hold.
    Bytes data_capacity() const;
    /// Share of the capacity that volumes take. What they do not take is spare flash to the drives.
    double fill() const { return volumes.count * (volumes.size / data_capacity()); }
    /// One controller alone has nobody to mirror to, and acknowledges only what is on the drives.
    bool write_through() const { return controllers_up() == 1; }
    /// Dirty data that one controller may hold; half of the cache is the partner's mirror.
    Bytes write_cache() const;
    /// What the costs are multiplied by on these cores: their clock, and how much cores of one controller hold each other
    /// up.
    double core_time_factor() const;
};

void describe(spec::Section& section, Parameters& array);

}  // namespace arraytwin::eseries
