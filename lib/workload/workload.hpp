// What hosts ask for: block sizes, the share of reads and of random I/O, and how many I/Os they keep outstanding.
//
// A workload is a document in data/workloads, a path, or written inline: "8k:70r:100rand" is 8 KiB, 70 % reads, all
// random; "4k/60,64k/40:70r" is a mix of sizes. Several at once are parts, each on volumes of its own: a document with
// [[parts]], or inline "sql-80-20+64k:100r:0rand". Sequential I/O is many streams, one for each outstanding I/O, each
// in order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"

namespace arraytwin {

/// One size of a mix, and its share of the I/Os, above 0 to 1.
struct Block {
    Bytes size;
    double share = 1;
};

/// Consecutive volumes of an array, counted from 0.
struct VolumeRange {
    int first = 0;
    int count = 0;
};

struct WorkloadPart;

struct Workload {
    std::string name;
    std::string description;
    Bytes block_size = Bytes::from_kib(4);  ///< of each I/O, unless there are several
    std::vector<Block> blocks = {};         ///< a mix of sizes, shares adding up to 1; none: all are of block_size
    double read_share = 1;                  ///< 0 to 1
    double random_share = 1;                ///< 0 to 1
    double read_work = 1;                   ///< what software does for a read, relative to a plain benchmark's
    double write_work = 1;                  ///< the same for a write
    double work = 1;                        ///< multiplies both: what this workload alone asks
    bool application = false;         ///< of an application rather than a plain benchmark: arrays differ in its work
    int outstanding_per_volume = 32;  ///< the benchmark's threads: the most I/Os that a volume sees at once
    double working_set = 1;           ///< share of the volumes' size that is touched, above 0 to 1
    double hot_share = 0;             ///< of the random I/Os, to the hot spots; 0: there are none
    double hot_space = 0;             ///< which are this share of the working set, in all volumes alike,
    double hot_volumes = 0;           ///< or this share of the volumes
    std::vector<WorkloadPart> parts;  ///< several at once: then only the name and the description are its own

    bool writes() const { return read_share < 1; }

    /// The mix of sizes, be it of one.
    std::vector<Block> sizes() const;

    /// Of the average I/O.
    double mib_per_io() const;
};

/// One of several workloads that run at once, on volumes of its own. Says how many: a number, a share, or neither, which
/// is an equal part of those that are left.
struct WorkloadPart {
    Workload workload;
    int volumes = 0;          ///< 0: not said
    double volume_share = 0;  ///< of the array's; 0: not said
    VolumeRange on = {};      ///< those that it got (place_parts); of none: all
};

void describe(spec::Section& section, Workload& workload);

/// The document that says the same, all its numbers among them; none has a spread. Not of parts.
spec::Document document_of(const Workload& workload);

/// Reads "BLOCKS:READr:RANDOMrand", each part after the first optional and in any order: "64k:100r:0rand", "4k:30r".
/// BLOCKS is a size, or sizes with their percentages: "4k/60,64k/40". "90/10hot" sends 90 % of the random I/Os to 10 % of
/// the space.
Result<Workload> parse_inline_workload(std::string_view text);

/// A name in data/workloads, a path, or the inline form; or several of them with a '+' between.
Result<Workload> load_workload(const spec::DataFolder& data, std::string_view name_path_or_inline);

}  // namespace arraytwin
