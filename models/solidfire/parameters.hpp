// A SolidFire cluster as its spec describes it, and the costs that no data sheet tells, which a calibration brings.
#pragma once

#include <string>

#include "lib/spec/section.hpp"
#include "lib/twin/array_header.hpp"
#include "models/fabric/parameters.hpp"
#include "models/failures/failures.hpp"
#include "models/journal/parameters.hpp"
#include "models/media/parameters.hpp"
#include "models/solidfire/costs.hpp"
#include "models/solidfire/qos.hpp"

namespace arraytwin::solidfire {

inline constexpr Bytes element_block{4096};  // what Element hashes, places and stores
inline constexpr int fewest_nodes = 4;
inline constexpr int most_nodes = 100;
inline constexpr int most_bays = 24;  // the most drives of a node that an Element node has had
inline constexpr Bytes largest_io{16 * 1024 * 1024};

/// Each value is one node's.
struct Nodes {
    int count = fewest_nodes;
    int cores = 1;
    Frequency clock;
    Bytes memory;
    journal::JournalParameters journal;
};

struct Media {
    std::string drive;
    int count = 0;
    int bays_per_node = most_bays;
    media::Attachment bay_attachment = media::Attachment::untold;
    media::SsdParameters ssd;
};

enum class Protection { double_helix };
enum class Partitioning { none };

struct Layout {
    Protection raid = Protection::double_helix;
    Partitioning partition = Partitioning::none;
};

struct Volumes {
    int count = 1;
    Bytes size;
    QosParameters qos;
};

struct Software {
    std::string release;
    double compression = 1;    ///< bytes of a block for each stored one
    double deduplication = 1;  ///< blocks written for each that is new
    double cache_share = 0;    ///< of the memory, for blocks at the block services
    double lookup_misses = 0;  ///< share of reads whose place must be looked up on the metadata drive
    Bytes metadata_per_block;  ///< written to the metadata drives for each block
    int affinities = 1;        ///< of each volume: cores that may work on it at once
    double journal_scale = 1;  ///< factor by which the log is shrunk, so that a run sees it full
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

    int nodes_up() const { return nodes.count - static_cast<int>(failures.nodes.size()); }
    /// Share of a node's block drives that have failed.
    double lost_share(int node) const;
    bool is_metadata_drive(int drive) const { return drive % (block_drives_of_node() + 1) == 0; }
    int node_of_drive(int drive) const { return drive / (block_drives_of_node() + 1); }
    /// All drives of a node but the one in slot 0, which holds metadata.
    int block_drives_of_node() const { return media.count / nodes.count - 1; }
    /// What the costs are multiplied by on these cores: their clock, and how much cores of one node hold each other up.
    double core_time_factor() const;
    /// Room of a node for writes that it owns: half of the NVRAM, the other half mirrors; shrunk by journal_scale.
    Bytes write_room() const;
    /// Share of the block drives' size that the volumes fill: two copies, after data reduction.
    double fill() const;
};

void describe(spec::Section& section, Parameters& array);

}  // namespace arraytwin::solidfire
