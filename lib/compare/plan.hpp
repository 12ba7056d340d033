// Which measured rows are compared with which workload, and what the twin is asked for each of them.
//
// Rows go to a workload by its name; else to the plain workload of data/workloads with the same block size, read share
// and random share; else to an inline one of their mix. Rows that name a configuration must name the array's.
#pragma once

#include <string>
#include <vector>

#include "lib/compare/comparison.hpp"
#include "lib/measured/run.hpp"
#include "lib/spec/data_folder.hpp"
#include "lib/spec/result.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::compare {

/// A workload and the rows that measured it, as indices into Run::points.
struct Part {
    Workload workload;
    std::vector<std::size_t> rows;
};

struct Plan {
    std::string config;  ///< that the rows were restricted to; empty if they name none
    std::vector<Part> parts;
    std::vector<std::string> notes;  ///< what was left out or assumed
};

struct PlanOptions {
    std::string array;                  ///< its name, for diagnostics
    std::string measured_as;            ///< configuration that the array stands for; empty if none
    std::optional<std::string> config;  ///< instead of measured_as
    int volumes = 1;                    ///< of the array
    std::vector<Workload> wanted;       ///< only these, if there are any; rows without a mix belong to a single one
};

/// Diagnostics: no row is of the configuration, or none of the wanted workloads; nothing tells its block size and mix.
Result<Plan> plan(const measured::Run& run, const spec::DataFolder& data, const PlanOptions& options);

/// How the row was measured, and the load at which the twin answers it; `budget`: I/Os that the workload's threads may
/// have outstanding. For a limit, a load near which the predicted curve is worth knowing. No load if the row does not tell
/// enough.
struct Question {
    Kind kind = Kind::closed;
    std::optional<OfferedLoad> load;
};
Question question_of(const measured::RunPoint& row, int budget);

}  // namespace arraytwin::compare
