// What is to be carried: workloads with their IOPS, latency and space, how they grow, what may fail, what stays free.
//
//     schema   = 1
//     survive  = "node"           # everything still holds with any one node down
//     headroom = 0.2              # of performance and of space, free on the first day
//     [growth]
//     per      = "year"
//     iops     = 0.1
//     capacity = 0.3
//     [[workloads]]
//     workload = "sql-80-20"      # a name in data/workloads, a path, or inline
//     iops     = 60_000
//     capacity = "12TB"           # as hosts see it, before data reduction
//     mean     = "1ms"            # latency targets: mean, p50, p95, p99, p99_9; as many as matter
//
// The I/Os come as they come (an open load): a need does not know how many threads there are.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lib/spec/data_folder.hpp"
#include "lib/spec/document.hpp"
#include "lib/spec/result.hpp"
#include "lib/spec/section.hpp"
#include "lib/twin/prediction.hpp"
#include "lib/workload/workload.hpp"

namespace arraytwin::plan {

/// A latency that may not be exceeded. Microseconds.
struct LatencyTarget {
    std::string_view name;  ///< "mean", "p99"
    Microseconds LatencySummary::*of = nullptr;
    double limit_us = 0;

    bool is_mean() const { return name == "mean"; }
};

struct NeededWorkload {
    std::string named;  ///< as the document says it
    double iops = 0;
    Bytes capacity;                        ///< none: of no concern
    std::array<Duration, 5> latency = {};  ///< limits in the order of latency_names; none: no target
    Workload workload;                     ///< that `named` stands for

    std::vector<LatencyTarget> targets() const;
};

enum class Survive { nothing, node };
enum class Per { month, year };

struct Growth {
    Per per = Per::year;
    double iops = 0;  ///< share a month or year
    double capacity = 0;

    /// The same a month, compounded.
    double monthly(double share) const;
};

struct Need {
    std::string name;
    std::string description;
    Survive survive = Survive::nothing;
    double headroom = 0;    ///< share, 0 to below 1
    bool reduction = true;  ///< whether what data reduction gives counts as space
    Growth growth;
    std::vector<NeededWorkload> workloads;

    double iops() const;
    double capacity() const;  ///< bytes
    /// With the headroom: what an array must carry on the first day.
    double design_iops() const { return iops() / (1 - headroom); }
    double design_capacity() const { return capacity() / (1 - headroom); }
};

void describe(spec::Section& section, Need& need);

/// A document, with the workloads that it names. Everything that is wrong with it, each where it stands.
Result<Need> read_need(const spec::Document& document, const spec::DataFolder& data);

/// A name in data/needs, or a path.
Result<Need> load_need(const spec::DataFolder& data, std::string_view name_or_path);

/// What the hosts of a need do to an array of so many volumes. Several workloads are parts on volumes of their own, as
/// equal as can be, whose threads deal the I/Os in proportion to what each needs.
struct NeededLoad {
    Workload workload;
    double per_needed = 1;  ///< IOPS to offer for each that is needed: whole threads deal a little more to some
};

/// Wrong: more workloads than volumes.
Result<NeededLoad> load_of(const Need& need, int volumes);

}  // namespace arraytwin::plan
