// Several workloads at once: their document, their sum on a command line, and how they divide an array's volumes.
//
//     [[parts]]
//     workload     = "sql-80-20"   # a name in data/workloads, a path, or inline
//     volumes      = 8             # or volume_share = 0.25; neither: an equal part of what is left
//     outstanding_per_volume = 16  # instead of the workload's own
//
// A part is a workload of one kind: it has no parts itself.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/document.hpp"
#include "lib/spec/result.hpp"
#include "lib/spec/section.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin {

/// The document as it is written.
struct WorkloadParts {
    struct Part {
        std::string workload;
        int volumes = 0;
        double volume_share = 0;
        int outstanding_per_volume = 0;  ///< 0: the workload's own
    };
    std::string name;
    std::string description;
    std::vector<Part> parts;
};

void describe(spec::Section& section, WorkloadParts& parts);

/// Whether a document is one of parts.
bool has_parts(const spec::Document& document);

/// A document of parts, with the workloads that they name.
Result<Workload> read_parts(const spec::Document& document, const spec::DataFolder& data);

/// Whether it has a '+' and is not the name or path of a document itself.
bool is_sum(const spec::DataFolder& data, std::string_view text);

/// "sql-80-20+64k:100r:0rand": each on an equal part of the volumes.
Result<Workload> load_sum(const spec::DataFolder& data, std::string_view text);

/// Gives each part consecutive volumes of an array that has so many; a workload of one kind stays as it is. Wrong: more
/// volumes than there are, or none for a part.
Result<Workload> place_parts(Workload workload, int volumes);

/// The workload's parts; of one kind itself, as the only one, on all volumes.
std::vector<WorkloadPart> parts_of(const Workload& workload, int volumes);

/// Threads of the benchmark, over all volumes that it uses.
int threads_of(const Workload& workload, int volumes);

/// `threads` divided over the parts in proportion to those that each has of its own; at least one for each, if there are
/// so many. They add up to `threads`.
std::vector<int> deal_threads(int threads, std::span<const WorkloadPart> parts);

}  // namespace arraytwin
