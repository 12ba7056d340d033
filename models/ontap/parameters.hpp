// An ONTAP array as its spec describes it, and the costs that no data sheet tells, which a calibration brings.
#pragma once

#include <algorithm>
#include <string>

#include "lib/spec/section.hpp"
#include "lib/twin/array_header.hpp"
#include "models/fabric/parameters.hpp"
#include "models/failures/failures.hpp"
#include "models/journal/parameters.hpp"
#include "models/layout/raid.hpp"
#include "models/media/parameters.hpp"
#include "models/ontap/ageing.hpp"
#include "models/ontap/cluster_network.hpp"
#include "models/ontap/compression.hpp"
#include "models/ontap/costs.hpp"
#include "models/partition/partition.hpp"
#include "models/qos/ceiling.hpp"

namespace arraytwin::ontap {

enum class Platform { aff, fas };

/// Each value is one node's, not the pair's.
struct Nodes {
    int count = 2;
    Platform platform = Platform::aff;
    int cores = 1;
    Frequency clock;
    Bytes memory;
    journal::JournalParameters journal;
    journal::PartnerLink partner_link;
    ClusterLink cluster_link;
};

struct Media {
    std::string drive;
    int count = 0;
    int bays = 0;
    media::Attachment bay_attachment = media::Attachment::untold;
    media::SsdParameters ssd;
};

struct Layout {
    layout::Raid raid = layout::Raid::raid_dp;
    partition::Partitioning partition = partition::Partitioning::root_data_data;
    int spares = 1;  ///< of each node
};

struct Volumes {
    int count = 32;
    Bytes size;
    double filled = 0;               ///< share of the aggregates that is full; 0: what the volumes fill
    double non_optimized_share = 0;  ///< of the I/Os: they arrive at a node that does not own the volume
    qos::Ceiling qos;
};

/// What ONTAP is like whatever the array, a file of data/software, is laid beneath.
struct Software {
    std::string kind;
    std::string release;
    bool data_reduction = true;
    double data_reduction_ratio = 1;
    double snapshot_reserve = 0;  ///< share of each volume
    double cache_share = 0.5;     ///< of the memory, for user data
    int read_ahead = 8;           ///< I/Os that a sequential stream is read ahead
    int affinities = 1;           ///< of each volume: cores that may work on it at once
    Duration consistency_point_interval;
    double age = 0;  ///< how much of the free space has been turned over, 0 fresh to 1
    int chain = 0;   ///< 4 KiB blocks that are written to one drive in a row; 0: as age and fullness make them
    Ageing ageing;
    std::string compression_group;
    CompressionGroup compression;
    Forwarding forwarding;
    int most_nodes_for_blocks = 0;  ///< of a cluster that serves blocks; 0: not known
};

struct Parameters {
    twin::ArrayHeader header;
    Nodes nodes;
    Media media;
    Layout layout;
    fabric::FabricParameters fabric;
    Volumes volumes;
    Software software;
    Costs costs;
    failures::Failures failures;

    /// A node's RAID groups together: drives in use, and those of them that hold parity.
    int drives_of_node() const;
    int parity_of_node() const;
    /// The node that serves what a node (counted from 0) owns: itself, or its partner if it is down.
    int carrier_of(int node) const { return failures.has_node(node) ? partner_of(node) : node; }
    int nodes_up() const { return nodes.count - static_cast<int>(failures.nodes.size()); }
    static int partner_of(int node) { return node ^ 1; }
    /// Whether a node's log is mirrored: it has a partner, which is up.
    bool mirrored(int node) const { return nodes.count > 1 && !failures.has_node(partner_of(node)); }
    /// What a consistency point of a node carries: half of its log holds the partner's mirror, if there is one, and one of
    /// the two halves of the rest fills while the other is flushed.
    Bytes log_half(int node) const;
    /// What the costs are multiplied by on these cores: their clock, and how much cores of one node hold each other up.
    double core_time_factor() const;
    /// Share of the drives' size that the volumes fill, after data reduction; and that is filled in all.
    double fill() const;
    double filled() const { return std::max(volumes.filled, fill()); }
    /// 4 KiB blocks written to one drive in a row.
    int chain() const;
    /// Logical bytes for each stored one.
    double reduction() const { return software.data_reduction ? software.data_reduction_ratio : 1; }
};

void describe(spec::Section& section, Parameters& array);

}  // namespace arraytwin::ontap
