// What hosts ask for: block size, the share of reads and of random I/O, and how many I/Os they keep outstanding.
//
// A workload is a document in data/workloads, a path, or written inline: "8k:70r:100rand" is 8 KiB, 70 % reads, all
// random. Sequential I/O is many streams, one for each outstanding I/O, each in order.
#pragma once

#include <string>
#include <string_view>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/spec/section.hpp"
#include "lib/units/units.hpp"

namespace arraytwin {

struct Workload {
    std::string name;
    std::string description;
    Bytes block_size = Bytes::from_kib(4);
    double read_share = 1;            ///< 0 to 1
    double random_share = 1;          ///< 0 to 1
    double read_work = 1;             ///< what software does for a read, relative to a plain benchmark's
    double write_work = 1;            ///< the same for a write
    int outstanding_per_volume = 32;  ///< the benchmark's threads: the most I/Os that a volume sees at once
    double working_set = 1;           ///< share of the volumes' size that is touched, above 0 to 1

    bool writes() const { return read_share < 1; }
};

void describe(spec::Section& section, Workload& workload);

/// The document that says the same, all its numbers among them; none has a spread.
spec::Document document_of(const Workload& workload);

/// Reads "BLOCK:READr:RANDOMrand", each part after the first optional and in any order: "64k:100r:0rand", "4k:30r".
Result<Workload> parse_inline_workload(std::string_view text);

/// A name in data/workloads, a path, or the inline form.
Result<Workload> load_workload(const spec::DataFolder& data, std::string_view name_path_or_inline);

}  // namespace arraytwin
